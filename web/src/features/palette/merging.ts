import type { CardType } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { openState } from "../../lib/pages/open-state.ts";

interface Merging {
  readonly type: CardType;
  /** Two to five of the type. */
  readonly cardIds: readonly CardId[];
}

const { open, close, useOpened } = openState<Merging>();
export { open as openMerge, close as closeMerge, useOpened as useMerge };
