import type { GuestBySms } from "./schema.ts";
import type { MessageKind } from "../meetings/message-kinds.ts";

/** How many SMS, as they are paid, one message takes to all guests whom it reaches. */
export const smsPartsOf = (guests: readonly GuestBySms[], kind: MessageKind): number =>
  guests
    .flatMap(({ problem, texts }) => (problem === null ? texts : []))
    .reduce((sum, text) => sum + (text.kind === kind ? text.parts : 0), 0);
