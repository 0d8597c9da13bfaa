import type { FieldValues } from "@kartis/core/cards/schema.ts";
import { openState } from "../../lib/pages/open-state.ts";

interface Opened {
  /** The type whose tab is open; without one, the type of the page behind. */
  readonly typeId: string | undefined;
  /** Initial values. */
  readonly given?: FieldValues | undefined;
}

const { open, close, useOpened } = openState<Opened>();

/** May be passed as a press handler: an argument that is not an id is ignored. */
export const openNewRecord = (typeId?: unknown, given?: FieldValues): void =>
  open({ typeId: typeof typeId === "string" ? typeId : undefined, given });
export { close as closeNewRecord, useOpened as useOpenNewRecord };
