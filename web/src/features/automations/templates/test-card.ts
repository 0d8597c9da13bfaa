import type { CardId, CardTypeId } from "@kartis/core/kernel/id.ts";
import { createContext } from "react";

interface TestCard {
  /** The automation's card type. */
  readonly typeId: CardTypeId | undefined;
  /** The card with which the automation is tested; undefined until one is chosen. */
  readonly cardId: CardId | undefined;
  readonly choose: (cardId: CardId) => void;
}

/** Shared by the test and the previews of templates in the builder. */
export const TestCardContext = createContext<TestCard>({ typeId: undefined, cardId: undefined, choose: () => undefined });
