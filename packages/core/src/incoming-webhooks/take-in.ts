import { cardProcedures, CardLookup, getCardType, locksOf, namedInAll, readScopeOf, scopeOf } from "../cards/index.ts";
import type { CardType, FieldValues } from "../cards/schema.ts";
import { recordOfCall } from "../data/commit.ts";
import { asKartisError } from "../data/engine-failure.ts";
import { findRecord } from "../data/journal-entity.ts";
import { convertRow, type GoodRow, type Matching, outcomesOf } from "../imports/index.ts";
import { type Actor, principalOf } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { type ErrorCode, KartisError } from "../kernel/error.ts";
import { type CardId, isId, type OrgId } from "../kernel/id.ts";
import { Once } from "../kernel/once.ts";
import { type CallContext, requireRight } from "../kernel/procedure.ts";
import { findMembership, findOrganization, membersOf } from "../organizations/index.ts";
import { calledIn, wordsOf } from "../words.ts";
import { findCall, saveCall } from "./calls.ts";
import { claimed } from "./claim.ts";
import type { IncomingCallItem } from "./entity.ts";
import type { ReceivedCall } from "./received.ts";
import { keptDays, retriable } from "./rules.ts";
import type { CallProblem } from "./schema.ts";
import { findIncoming, type StoredWebhook } from "./store.ts";

type Outcome = Pick<IncomingCallItem, "state" | "cardId" | "problems">;

const refused = (...problems: CallProblem[]): Outcome => ({ state: "refused", problems });

/** Errors that another attempt may not meet. */
const transient: ReadonlySet<ErrorCode> = new Set([
  "SERVICE_UNAVAILABLE",
  "TIMEOUT",
  "TOO_MANY_REQUESTS",
  "INTERNAL_SERVER_ERROR",
]);

/**
 * Creates or changes the card that a call describes, with the permissions of whoever changed the webhook last, and logs what became of it. Idempotent: a call that
 * has become a card stays so. Throws what may pass, so that the queue repeats it.
 */
export async function takeIn(
  orgId: OrgId,
  {
    webhookId,
    key,
    received,
  }: { readonly webhookId: StoredWebhook["webhookId"]; readonly key: string; readonly received: ReceivedCall },
  clock: Clock,
): Promise<void> {
  const webhook = await findIncoming(orgId, webhookId);
  if (!webhook) return;
  const { callId, at } = received;
  const known = await findCall(orgId, webhookId, callId);
  if (known && !retriable.has(known.state)) return;
  const expiresAt = Math.floor(Date.parse(at) / 1000) + keptDays * 86_400;
  const call = { orgId, webhookId, callId, key, at, expiresAt };
  if (!known) await saveCall({ ...call, state: "waiting" });
  await saveCall({ ...call, ...(await outcomeOf(webhook, received, clock)) });
}

async function outcomeOf(webhook: StoredWebhook, received: ReceivedCall, clock: Clock): Promise<Outcome> {
  if (webhook.mapping.length === 0) return { state: "unmapped" };
  const { orgId, webhookId, userId } = webhook;
  const once = () => new Once(`${webhookId}/${received.callId}`, Date.parse(received.at));
  // A process that died after committing has not logged it.
  const earlier = await recordOfCall(orgId, once());
  if (earlier !== undefined) return doneBy(orgId, earlier);
  const membership = await findMembership(userId, orgId);
  if (!membership) return refused({ fieldId: null, message: "incomingWebhooks.noMember" });
  const actor: Actor = { kind: "webhook", webhookId, userId, membership };
  const context: CallContext = {
    actor,
    clock,
    requestId: received.callId,
    origin: "api",
    ...calledIn(null),
    once: once(),
    client: { address: "webhook", userAgent: "webhook" },
    setCookie: () => undefined,
  };
  try {
    return await written(webhook, received, context);
  } catch (thrown) {
    const error = asKartisError(thrown);
    if (!(error instanceof KartisError) || transient.has(error.code)) throw thrown;
    const { fields = {}, messageKey } = error.details;
    const named = Object.entries(fields).map(([fieldId, message]) => ({ fieldId, message }));
    // Somebody else has just created the card: the next attempt finds it.
    if (error.code === "CONFLICT" && (webhook.mode === "createOrUpdate" || named.length === 0)) throw thrown;
    return refused(...(named.length > 0 ? named : [{ fieldId: null, message: messageKey ?? `errors.${error.code}.message` }]));
  }
}

async function doneBy(orgId: OrgId, recordId: string): Promise<Outcome> {
  const change = (await findRecord(orgId, recordId))?.changes[0];
  const cardId = change?.subject.id;
  return { state: change?.action === "card.update" ? "updated" : "created", ...(isId("crd", cardId) ? { cardId } : {}) };
}

async function written(webhook: StoredWebhook, { values, at }: ReceivedCall, context: CallContext): Promise<Outcome> {
  const { orgId, userId, mode } = webhook;
  const { actor } = context;
  const [organization, members, readScope] = await Promise.all([
    findOrganization(orgId),
    membersOf(orgId),
    readScopeOf({ principal: principalOf(actor) }),
  ]);
  if (!organization) return { state: "waiting" };
  const type = await namedInAll(await getCardType(orgId, webhook.typeId), await wordsOf(organization.language));
  const fieldContext = { currency: organization.currency, region: organization.region };
  const lookup = await CardLookup.open(orgId, readScope);
  // A call is read as a row of an import is: its values are the cells.
  const mapping = webhook.mapping.map(({ fieldId, dayOrder }, column) => ({
    column,
    fieldId,
    ...(dayOrder ? { dayOrder } : {}),
  }));
  const valueAt = new Map(values);
  const cells = webhook.mapping.map(({ path }) => valueAt.get(path) ?? "");
  const reading = { type, members, importerId: userId, fieldContext, lookup, timeZone: organization.timeZone };
  const row = convertRow({ line: 1, cells, error: null }, { ...reading, job: { mapping, mode, clearEmpty: false } });
  if ("rejects" in row) return refused(...row.rejects.map(({ fieldId, message }) => ({ fieldId, message })));
  if (mode === "create") return created(type, row.values, context);

  const field = type.fields.find(({ id }) => id === webhook.matchFieldId);
  if (!field) return refused({ fieldId: null, message: "validation.matchField" });
  const scope = await scopeOf(requireRight(["CARDS", "update"], context));
  const good = { ...row, locks: locksOf(type, row.values, fieldContext) };
  const matching = { orgId, type, field, mode, scope, importerId: userId, fieldContext, lookup };
  return claimed(webhook, JSON.stringify(row.values[field.id] ?? null), context.clock, () =>
    upserted(matching, good, at, context),
  );
}

async function upserted(matching: Matching, row: GoodRow, at: string, context: CallContext): Promise<Outcome> {
  const [outcome] = await outcomesOf(matching, [row], () => false, at);
  if (outcome?.kind === "refused") return refused(...outcome.row.rejects.map(({ fieldId, message }) => ({ fieldId, message })));
  if (outcome?.kind === "same") return { state: "same", cardId: outcome.cardId };
  if (outcome?.kind !== "update") return created(matching.type, row.values, context);
  const cardId = outcome.write.card.id;
  await procedureNamed("cards.update").call({ cardId, fields: row.values }, context);
  return { state: "updated", cardId };
}

async function created({ id: typeId }: CardType, fields: FieldValues, context: CallContext): Promise<Outcome> {
  const { id }: { readonly id: CardId } = await procedureNamed("cards.create").call({ typeId, fields }, context);
  return { state: "created", cardId: id };
}

function procedureNamed<Name extends "cards.create" | "cards.update">(name: Name) {
  const found = cardProcedures.find((one): one is Extract<(typeof cardProcedures)[number], { name: Name }> => one.name === name);
  if (!found) throw new Error(`No procedure ${name}`);
  return found;
}
