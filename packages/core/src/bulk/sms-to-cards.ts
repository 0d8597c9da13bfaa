import { creation, findActivities, smsIntent, smsToSend } from "../activities/index.ts";
import { mostParts } from "../activities/sms/rules.ts";
import { timeZoneIn } from "../cards/fields/correspondent.ts";
import { cardTypesOf, fieldContext, findCards, getCardType, inScope, readScopeOf, type StoredCard } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type ActivityId, type CardId, idFrom, isId, newId } from "../kernel/id.ts";
import { type OrgContext, requirePlan } from "../kernel/procedure.ts";
import type { Scope } from "../kernel/scope.ts";
import { textForCards } from "../message-templates/index.ts";
import { inWindows, itemsInChunk, type RunningOperation } from "../operations/index.ts";
import { smsQuietHours } from "../organizations/index.ts";
import { intentions } from "../outbound/index.ts";
import {
  balanceItems,
  isSmsOffered,
  optOutsOf,
  recipientZones,
  reserveEach,
  sendersOf,
  smsBalanceOf,
  smsNumbersOf,
  type StoredSender,
  verifiedOf,
} from "../sms/index.ts";
import { quietAt } from "../sms/quiet-hours/rules.ts";
import { smsSize } from "../sms/rules.ts";
import { findUser } from "../users/index.ts";
import { type ActivityOutcome, runActivitySteps } from "./activity-steps.ts";
import { outOfReach } from "./card-tasks.ts";
import { previewOfActivities, typesById } from "./preview.ts";
import { type Refusal, refusalOf } from "./refusal.ts";
import type { BulkPreview, BulkSmsJob } from "./schema.ts";
import { selectedCards, selectedIds } from "./selected-cards.ts";
import { frozenIds } from "./selection.ts";
import type { RunContext } from "./targets/definition.ts";

/** Each SMS writes an activity, a ledger entry and an effect. */
const itemsEach = 3;
/** The record of the effects takes one more item. */
const smsInChunk = Math.floor((itemsInChunk - balanceItems - 1) / itemsEach);

/** Continues sending, as a bulk target's `run`. */
export async function run(job: BulkSmsJob, operation: RunningOperation, context: RunContext, runMs: number): Promise<boolean> {
  const { orgId, operationId } = operation;
  const { actor, clock } = context;
  const sending = await sendingOf(job, context);
  const frozen = await frozenIds(operation, "crd", clock, () => selectedIds(job.selection, context, sending.scope));
  const decide = async (cardIds: readonly CardId[], at: string): Promise<readonly ActivityOutcome[]> => {
    const cards = await findCards(orgId, cardIds);
    const planned = await planAll(
      cardIds.map((cardId) => cards.get(cardId)),
      sending,
    );
    const smsIds = planned.map((one) => ("phone" in one ? smsIdOf(operation, one.phone) : undefined));
    const made = await findActivities(
      orgId,
      smsIds.flatMap((id) => id ?? []),
    );
    return planned.map((one, index): ActivityOutcome => {
      const id = smsIds[index];
      if (!("phone" in one) || !id) return "refused" in one ? { ...one, id: undefined } : missing;
      return made.has(id) ? { id, title: one.title, refused: sameNumber } : outcomeOf(id, one, sending, at);
    });
  };
  const left = inWindows(frozen.ids, operation.done, smsInChunk);
  const commitContext = { orgId, actor, clock, requestId: operationId, origin: "bulk", batchId: operationId } as const;
  const complete = (outcomes: readonly ActivityOutcome[], at: string) => pay(outcomes, context, at);
  return runActivitySteps(frozen.operation, left, decide, { commitContext, runMs, most: smsInChunk, complete });
}

/** What all SMS of the operation share. */
interface Sending {
  readonly job: BulkSmsJob;
  readonly orgId: RunningOperation["orgId"];
  readonly by: string;
  readonly sender: StoredSender;
  /** Scope of the cards that the caller sees. */
  readonly scope: Scope;
  readonly types: ReadonlyMap<string, CardType>;
  readonly settings: Awaited<ReturnType<typeof fieldContext>>;
  readonly textFor: Awaited<ReturnType<typeof textForCards>>;
  readonly clock: Clock;
}

/** Throws SMS_DISABLED if SMS cannot be sent, and INVALID_INPUT for an unknown sender or a text that no card can use. */
export async function sendingOf(job: BulkSmsJob, context: RunContext | OrgContext): Promise<Sending> {
  const { principal, clock } = context;
  const { orgId, userId } = principal;
  requirePlan(principal, "sms", clock);
  if (!isSmsOffered()) throw new KartisError("SMS_DISABLED", { messageKey: "errors.smsNotOffered" });
  const { text, senderId } = job.change;
  const { selection } = job;
  const typeId = "query" in selection ? selection.query.cardTypeId : undefined;
  const [senders, scope, settings, types, user] = await Promise.all([
    sendersOf(orgId),
    readScopeOf(context),
    fieldContext(principal),
    typeId ? getCardType(orgId, typeId).then((type) => [type]) : cardTypesOf(orgId),
    userId ? findUser(userId) : undefined,
  ]);
  const sender = verifiedOf(senders).find(({ id }) => !senderId || id === senderId);
  if (!sender && senderId) throw new KartisError("INVALID_INPUT", { fields: { senderId: "validation.enum" } });
  if (!sender)
    throw new KartisError("SMS_DISABLED", { messageKey: "errors.smsNoSender", targetRoute: "/settings/integrations?open=sms" });
  const cards = { findCards, getCardType, inScope };
  const of = { principal, cardScope: scope, settings, cards, at: instant(clock) };
  const textFor = await textForCards(text, types, user?.language ?? "en", of);
  return { job, orgId, by: userId ?? "system", sender, scope, types: typesById(types), settings, textFor, clock };
}

/** One SMS to one card: its number and its text. */
interface Planned {
  readonly title: string;
  readonly card: StoredCard;
  readonly phone: string;
  readonly text: string;
  readonly parts: number;
}

const missing = { id: undefined, title: "", refused: outOfReach(undefined) } as const;
const sameNumber: Refusal = { fieldId: null, message: "validation.smsSameNumber" };
const optedOut: Refusal = { fieldId: null, message: "validation.smsOptedOut" };
const noBalance: Refusal = { fieldId: null, message: "errors.SMS_LIMIT_REACHED.message" };

type Plan = Planned | { readonly title: string; readonly refused: Refusal };

/** The plans for these cards, in their order. */
async function planAll(cards: readonly (StoredCard | undefined)[], sending: Sending): Promise<Plan[]> {
  const plans = await Promise.all(cards.map((card) => plan(card, sending)));
  const phones = plans.flatMap((one) => ("phone" in one ? one.phone : []));
  const optOuts = await optOutsOf(sending.orgId, phones);
  return plans.map((one) => ("phone" in one && optOuts.has(one.phone) ? { title: one.title, refused: optedOut } : one));
}

async function plan(card: StoredCard | undefined, { scope, types, settings, textFor }: Sending): Promise<Plan> {
  const type = card && types.get(card.typeId);
  if (!card || !type || !inScope(scope, card)) return missing;
  const { name } = card.fields;
  const title = typeof name === "string" ? name : "";
  const refuse = (message: string) => ({ title, refused: { fieldId: null, message } });
  if (card.trashedAt) return refuse("validation.cardGone");
  const [number] = smsNumbersOf(type, card.fields, settings);
  if (!number) return refuse("errors.smsNoPhone");
  try {
    const text = await textFor(card, type);
    const parts = smsSize(text).segments;
    if (parts === 0) return refuse("validation.smsEmpty");
    return parts > mostParts ? refuse("validation.smsTooLong") : { title, card, phone: number.phone, text, parts };
  } catch (error) {
    return { title, refused: isTooLong(error) ? { fieldId: null, message: "validation.smsTooLong" } : refusalOf(error) };
  }
}

/** The error of a text that becomes too long with a card's values. */
const isTooLong = (error: unknown): boolean => error instanceof Error && error.message === "validation.template.result";

/** One SMS per number: if several of the selected cards have the same number, only the first card's SMS is sent. */
const smsIdOf = ({ operationId, createdAt }: RunningOperation, phone: string): ActivityId =>
  idFrom("act", Date.parse(createdAt), `${operationId}\n${phone}`);

function outcomeOf(id: ActivityId, { title, card, phone, text, parts }: Planned, sending: Sending, at: string): ActivityOutcome {
  const { job, orgId, by, sender, clock } = sending;
  const { templateId } = job.change;
  const effectId = newId("eff", clock.now());
  const values = smsToSend({ cardId: card.id, phone, sender, text, parts, templateId, effectId, avoidsQuietHours: true });
  return { id, title, written: [creation(orgId, "SMS", id, values, by, at)] };
}

/** Pays for the SMS of a chunk as far as the balance reaches, and intends their effects. */
async function pay(outcomes: readonly ActivityOutcome[], { principal, clock }: RunContext, at: string) {
  const { orgId, userId, plan: current } = principal;
  const sent = outcomes.flatMap((outcome) => ("written" in outcome ? outcome.written : []));
  const wanted = sent.map(({ activity: { id, values } }) => {
    const { cardId, parts } = values;
    const about = { orgId, at, activityId: id, ...(isId("crd", cardId) ? { cardId } : {}), ...(userId ? { userId } : {}) };
    return { about, parts: Number(parts) };
  });
  const { writes, payments } = await reserveEach(wanted, current?.type ?? "FREE");
  const paymentOf = new Map(sent.map(({ activity: { id } }, index) => [id, payments[index]]));
  const paid = outcomes.map((outcome): ActivityOutcome => {
    const [first] = "written" in outcome ? outcome.written : [];
    if (!first) return outcome;
    const { id, type, values, createdBy } = first.activity;
    const payment = paymentOf.get(id);
    if (!payment) return { id: outcome.id, title: outcome.title, refused: noBalance };
    return { ...outcome, written: [creation(orgId, type, id, { ...values, payment }, createdBy, at)] };
  });
  const intents = paid.flatMap((outcome) => {
    const [first] = "written" in outcome ? outcome.written : [];
    const effectId = first?.activity.values["effectId"];
    return first && isId("eff", effectId) ? [smsIntent(effectId, first.activity.id)] : [];
  });
  const effects = intentions(orgId, intents, clock);
  return { outcomes: paid, writes: [...writes, ...effects.writes], records: effects.records };
}

export async function preview(job: BulkSmsJob, context: OrgContext): Promise<BulkPreview> {
  const { principal, clock } = context;
  const [sending, { left }, { hours, timeZone }] = await Promise.all([
    sendingOf(job, context),
    smsBalanceOf(principal.orgId, principal.plan?.type ?? "FREE", instant(clock)),
    smsQuietHours(principal.orgId),
  ]);
  const at = instant(clock);
  const phones = new Set<string>();
  let parts = 0;
  let waiting = 0;
  const outcome = (one: Plan): ActivityOutcome => {
    if ("refused" in one) return { ...one, id: undefined };
    if (phones.has(one.phone)) return { id: undefined, title: one.title, refused: sameNumber };
    phones.add(one.phone);
    if (parts + one.parts > left) return { id: undefined, title: one.title, refused: noBalance };
    parts += one.parts;
    const type = sending.types.get(one.card.typeId);
    const zones = recipientZones(one.phone, type ? timeZoneIn(type, one.card.fields) : null, timeZone);
    if (quietAt(clock.now(), zones, hours)) waiting++;
    return outcomeOf(newId("act", clock.now()), one, sending, at);
  };
  async function* outcomes() {
    for await (const cards of selectedCards(job.selection, context, sending.scope)) {
      for await (const some of inWindows(cards, 0, 100)) yield (await planAll(some, sending)).map(outcome);
    }
  }
  return { ...(await previewOfActivities(outcomes())), sms: { parts, left, waiting } };
}
