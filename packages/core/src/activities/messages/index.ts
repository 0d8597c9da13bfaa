import type { Clock } from "../../kernel/clock.ts";
import type { Effect } from "../../outbound/index.ts";
import type { PurposeName } from "../../outbound/schema.ts";
import { requireMailSendable } from "../mails/again.ts";
import { requireFileFetchable, requireMessageSendable } from "../whatsapp/again.ts";

/** Throws PRECONDITION_FAILED that says what is missing for the effect to be repeated. */
type Requirement = (effect: Effect, clock: Clock) => Promise<void>;

/** What messages of cards need to be resent, by purpose, so that nobody is offered one that cannot leave. Purposes without a line can always be tried again. */
export const requirements: Readonly<Partial<Record<PurposeName, Requirement>>> = {
  mail: requireMailSendable,
  gmail: requireMailSendable,
  whatsapp: requireMessageSendable,
  whatsappMedia: requireFileFetchable,
};
