import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";
import { actions, type Change, type JournalAction, type JournalRecord, type SubjectKind } from "./journal.ts";

/*
 * What the changes of an action carry, as far as readers rely on it: each names the values that somebody reads, and others pass, since fields of cards are the
 * organization's own. Any value may be absent: a record has only what changed, and an erasure takes values away.
 */

/** Changes of one kind of subject, with the id that it has and those of its values that are read. */
const about = <const Kind extends SubjectKind, Id extends z.ZodType<string>, Shape extends z.core.$ZodLooseShape>(
  kind: Kind,
  id: Id,
  values: Shape,
) => {
  const held = z.looseObject(values).nullable();
  return z.object({ subject: z.object({ kind: z.literal(kind), id, typeId: z.string().optional() }), before: held, after: held });
};

const [text, card, person, activity] = [z.string(), idSchema("crd"), idSchema("usr"), idSchema("act")];
const ofActivity = { cardId: z.nullish(card), trashedAt: z.nullish(text) };
const guest = z.looseObject({ id: text, cardId: z.nullish(card), email: z.nullish(text), name: z.nullish(text) });
const block = z.looseObject({ content: z.array(z.looseObject({ member: person.optional() })) });

const ofCard = about("card", card, { trashedAt: z.nullish(text) });

/** What changes can carry, by the names that the actions have for it. */
export const payloads = {
  organization: about("organization", idSchema("org"), {}),
  invitation: about("invitation", idSchema("inv"), {}),
  member: about("member", person, {}),
  role: about("role", text, {}),
  token: about("token", idSchema("tkn"), {}),
  ticket: about("ticket", idSchema("tkt"), {}),
  cardType: about("cardType", idSchema("typ"), {}),
  layout: about("layout", idSchema("lay"), {}),
  view: about("view", idSchema("viw"), {}),
  card: ofCard,
  merge: ofCard.extend({
    /** Of the survivor: what is needed to take the cards apart again. */
    details: z
      .object({
        sources: z.record(text, z.array(text)),
        cards: z.array(z.object({ id: text, fields: z.record(text, z.unknown()) })),
      })
      .optional(),
  }),
  task: about("activity", activity, { ...ofActivity, assignedTo: z.nullish(person), nextId: z.nullish(activity) }),
  meeting: about("activity", activity, {
    ...ofActivity,
    participants: z.nullish(z.array(person)),
    guests: z.nullish(z.array(guest)),
  }),
  comment: about("activity", activity, {
    ...ofActivity,
    body: z.nullish(z.array(block)),
    parentId: z.nullish(activity),
    taskId: z.nullish(activity),
    /** Everybody who has written in the thread. */
    inThread: z.nullish(z.array(person)),
  }),
  /** Of calls, mails and entries of other channels. */
  activity: about("activity", activity, ofActivity),
  /** A reminder is about its activity, and has its id. */
  reminder: about("reminder", activity, { remindAt: text, startsAt: text, day: z.nullish(text) }),
  calendarFeed: about("calendarFeed", person, {}),
  template: about("template", text, { attachments: z.nullish(z.array(z.unknown())) }),
  smsSender: about("smsSender", idSchema("snd"), {}),
  smsBalance: about("smsBalance", idSchema("org"), {}),
  smsOptOut: about("smsOptOut", idSchema("sop"), { cardId: z.nullish(idSchema("crd")) }),
  whatsappNumber: about("whatsappNumber", idSchema("org"), { problem: z.nullish(text), phone: z.nullish(text) }),
  gmail: about("gmail", person, { email: z.nullish(text), problem: z.nullish(text), mails: z.nullish(text) }),
  chat: about("chat", idSchema("cht"), {
    assignedTo: z.nullish(person),
    cardId: z.nullish(idSchema("crd")),
    isClosed: z.nullish(z.boolean()),
    unread: z.nullish(z.number()),
    inboundAt: z.nullish(text),
  }),
  call: about("call", idSchema("cal"), {
    userId: z.nullish(person),
    cardId: z.nullish(card),
    status: z.nullish(text),
    isFinal: z.nullish(z.boolean()),
  }),
  voipConnection: about("voipConnection", idSchema("org"), { provider: z.nullish(text), problem: z.nullish(text) }),
  webhook: about("webhook", text, { source: text, key: text }),
  webhookEndpoint: about("webhookEndpoint", idSchema("hok"), { host: z.nullish(text), disabledReason: z.nullish(text) }),
  incomingWebhook: about("incomingWebhook", idSchema("inw"), { name: z.nullish(text), userId: z.nullish(person) }),
  leadForm: about("leadForm", idSchema("frm"), { name: z.nullish(text), userId: z.nullish(person) }),
  automation: about("automation", idSchema("aut"), {
    name: z.nullish(text),
    cardId: z.nullish(card),
    runId: z.nullish(idSchema("run")),
    stopReason: z.nullish(text),
    publishedBy: z.nullish(person),
  }),
  operation: about("operation", idSchema("opn"), {}),
  file: about("file", idSchema("fil"), { activityId: z.nullish(text), templateId: z.nullish(text) }),
  effect: about("effect", idSchema("eff"), { purpose: text }),
  repair: z.object({ before: z.null(), after: z.null() }),
} as const;
export type PayloadName = keyof typeof payloads;

type Payload<A extends JournalAction> = z.output<(typeof payloads)[(typeof actions)[A]]>;

/** A change with one of the actions: the action decides the type of its subject and values. */
export type ChangeOf<A extends JournalAction> = {
  [Each in A]: Change & Readonly<Payload<Each>> & { readonly action: Each };
}[A];

/** A record of which only the changes with these actions are looked at. */
export type RecordOf<A extends JournalAction> = Omit<JournalRecord, "changes"> & { readonly changes: readonly ChangeOf<A>[] };

/** Whether the change has one of the actions. Throws a ZodError when it does not carry what its action says. */
export function isOf<A extends JournalAction>(change: Change, wanted: readonly A[]): change is ChangeOf<A> {
  if (!wanted.some((action) => action === change.action)) return false;
  payloads[actions[change.action]].parse(change);
  return true;
}

/** The changes with one of the actions. Throws a ZodError when one does not carry what its action says. */
export const changesOf = <A extends JournalAction>(changes: readonly Change[], wanted: readonly A[]): ChangeOf<A>[] =>
  changes.filter((change) => isOf(change, wanted));

/** The record with its changes of these actions alone. Throws a ZodError when one does not carry what its action says. */
export const recordOf = <A extends JournalAction>(record: JournalRecord, wanted: readonly A[]): RecordOf<A> => ({
  ...record,
  changes: changesOf(record.changes, wanted),
});
