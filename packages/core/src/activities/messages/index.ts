import type { RecordDraft, Write } from "../../data/commit.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import type { Effect } from "../../outbound/index.ts";
import type { PurposeName } from "../../outbound/schema.ts";
import { requireMailSendable } from "../mails/again.ts";
import { requireMemberSmsSendable } from "../reminders/sms/again.ts";
import { releaseSms } from "../sms/again.ts";
import { requireFileFetchable, requireMessageSendable } from "../whatsapp/again.ts";

/** Throws PRECONDITION_FAILED that says what is missing for the effect to be repeated. */
type Requirement = (effect: Effect, clock: Clock) => Promise<void>;

/** What messages need to be resent, by purpose, so that nobody is offered one that cannot leave. Purposes without a line can always be tried again. */
export const requirements: Readonly<Partial<Record<PurposeName, Requirement>>> = {
  mail: requireMailSendable,
  reminderSms: requireMemberSmsSendable,
  memberCode: requireMemberSmsSendable,
  gmail: requireMailSendable,
  whatsapp: requireMessageSendable,
  whatsappMedia: requireFileFetchable,
};

/** What is written with the decision to resend, by purpose. Throws for whoever may not decide it. */
type Release = (
  effect: Effect,
  context: OrgContext,
  at: string,
) => Promise<{ readonly writes: readonly Write[]; readonly records: readonly RecordDraft[] }>;

/** Messages that go by the permission of whoever resends them. */
export const releases: Readonly<Partial<Record<PurposeName, Release>>> = { sms: releaseSms };
