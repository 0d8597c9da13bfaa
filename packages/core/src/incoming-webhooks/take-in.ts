import {
  cardProcedures,
  CardLookup,
  findCardType,
  inScope,
  locksOf,
  namedInAll,
  readScopeOf,
  scopeFor,
  scopeOf,
} from "../cards/index.ts";
import { beginningOf } from "../cards/processes.ts";
import { identifyingValue } from "../cards/rules.ts";
import type { CardType, FieldValues } from "../cards/schema.ts";
import { recordOfCall } from "../data/commit.ts";
import { asKartisError } from "../data/engine-failure.ts";
import { findRecord } from "../data/journal-entity.ts";
import { type GoodRow, type Matching, outcomesOf } from "../imports/index.ts";
import { principalOf } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { type ErrorCode, KartisError } from "../kernel/error.ts";
import { type CardId, isId, type OrgId } from "../kernel/id.ts";
import { Once } from "../kernel/once.ts";
import { type CallContext, requireRight } from "../kernel/procedure.ts";
import { findMembership, findOrganization, membersOf } from "../organizations/index.ts";
import { calledIn, wordsOf } from "../words.ts";
import { attentionsOf, matchFieldOf } from "./attention.ts";
import { ownerFor } from "./card-owners.ts";
import { claimed } from "./claim.ts";
import type { IncomingCallItem } from "./entity.ts";
import type { Intake } from "./intake.ts";
import { findCall, saveCall } from "./log.ts";
import { recordRefusal } from "./refusals.ts";
import { keptDays, retriable } from "./rules.ts";
import type { CallProblem } from "./schema.ts";
import { epochSeconds } from "../kernel/clock.ts";

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
 * Creates or changes the card that a call describes, with the permissions of whoever changed the webhook or form last, and logs what became of it. Idempotent: a
 * call that has become a card stays so. Throws what may pass, so that the queue repeats it.
 * @param key the call's event
 */
export async function takeIn(intake: Intake, key: string, clock: Clock): Promise<void> {
  const { orgId, id, callId, at } = intake;
  const known = await findCall(orgId, id, callId);
  if (known && !retriable.has(known.state)) return;
  const expiresAt = epochSeconds(Date.parse(at)) + keptDays * 86_400;
  const call = { orgId, webhookId: id, callId, key, at, expiresAt };
  if (!known && intake.isSuspected) return saveCall({ ...call, state: "spam" });
  if (!known) await saveCall({ ...call, state: "waiting" });
  const outcome = await outcomeOf(intake, clock);
  if (outcome.state === "refused") {
    const isStanding = (await attentionsOf(orgId, [{ ...intake, state: "active" }], { findCardType })).size > 0;
    await recordRefusal(intake, clock, isStanding);
  }
  await saveCall({ ...call, ...outcome });
}

async function outcomeOf(intake: Intake, clock: Clock): Promise<Outcome> {
  if (intake.isUnmapped) return { state: "unmapped" };
  const { orgId, id, callId, at, mode, userId } = intake;
  const once = () => new Once(`${id}/${callId}`, Date.parse(at));
  // A process that died after committing has not logged it.
  const earlier = await recordOfCall(orgId, once());
  const done = earlier === undefined ? undefined : await doneBy(orgId, earlier);
  if (done && !intake.settle) return done;
  const membership = await findMembership(userId, orgId);
  if (!membership) return done ?? refused({ fieldId: null, message: "incomingWebhooks.noMember" });
  const context: CallContext = {
    actor: intake.actorOf(membership),
    clock,
    requestId: callId,
    origin: "api",
    ...calledIn(null),
    once: once(),
    client: { address: "webhook", userAgent: "webhook" },
    setCookie: () => undefined,
  };
  try {
    const outcome = done ?? (await written(intake, context));
    if (isId("crd", outcome.cardId)) await intake.settle?.(outcome.cardId, context);
    return outcome;
  } catch (thrown) {
    const error = asKartisError(thrown);
    if (!(error instanceof KartisError) || transient.has(error.code)) throw thrown;
    const { fields = {}, messageKey } = error.details;
    const named = Object.entries(fields).map(([fieldId, message]) => ({ fieldId, message }));
    // Somebody else has just created the card: the next attempt finds it.
    if (error.code === "CONFLICT" && (mode === "createOrUpdate" || named.length === 0)) throw thrown;
    return refused(...(named.length > 0 ? named : [{ fieldId: null, message: messageKey ?? `errors.${error.code}.message` }]));
  }
}

async function doneBy(orgId: OrgId, recordId: string): Promise<Outcome> {
  const change = (await findRecord(orgId, recordId))?.changes[0];
  const cardId = change?.subject.id;
  return { state: change?.action === "card.update" ? "updated" : "created", ...(isId("crd", cardId) ? { cardId } : {}) };
}

async function written(intake: Intake, context: CallContext): Promise<Outcome> {
  const { orgId, at, userId, mode, typeId, matchFieldId, noMatchField } = intake;
  const [organization, members, readScope] = await Promise.all([
    findOrganization(orgId),
    membersOf(orgId),
    readScopeOf({ principal: principalOf(context.actor) }),
  ]);
  if (!organization) return { state: "waiting" };
  const found = await findCardType(orgId, typeId);
  if (!found) return refused({ fieldId: null, message: "incomingWebhooks.attention.typeGone" });
  const type = await namedInAll(found, await wordsOf(organization.language));
  const fieldContext = { currency: organization.currency, region: organization.region };
  const lookup = await CardLookup.open(orgId, readScope);
  const { callId, ownerIds = [] } = intake;
  const ownerId = await ownerFor(context, { typeId, callId, ownerIds, otherwise: userId }, { inScope, scopeFor });
  const read = intake.read({ type, organization, members, fieldContext, lookup, ownerId });
  if ("problems" in read) return refused(...read.problems);
  const { values } = read;
  const create = () => created(type, { owner: ownerId, ...withBeginning(type, values) }, context);
  if (mode === "create") return create();

  const field = matchFieldOf(type, matchFieldId);
  if (!field) return refused({ fieldId: null, message: noMatchField });
  const scope = await scopeOf(requireRight(["CARDS", "update"], context));
  const row = { line: 1, cells: undefined, values, locks: locksOf(type, values, fieldContext) };
  const matching = { orgId, type, field, mode, scope, importerId: userId, fieldContext, lookup };
  const work = () => upserted(matching, row, { at, create }, context);
  // Calls without the value match no card, nor each other.
  const value = identifyingValue(field, values, fieldContext);
  return value === undefined ? work() : claimed(intake, value, context.clock, work);
}

async function upserted(
  matching: Matching,
  row: GoodRow,
  { at, create }: { readonly at: string; readonly create: () => Promise<Outcome> },
  context: CallContext,
): Promise<Outcome> {
  const [outcome] = await outcomesOf(matching, [row], () => false, at);
  if (outcome?.kind === "refused") return refused(...outcome.row.rejects.map(({ fieldId, message }) => ({ fieldId, message })));
  if (outcome?.kind === "same") return { state: "same", cardId: outcome.cardId };
  if (outcome?.kind !== "update") return create();
  const cardId = outcome.write.card.id;
  await procedureNamed("cards.update").call({ cardId, fields: row.values }, context);
  return { state: "updated", cardId };
}

/** Without a status, a lead would be in no process, and in no lane of its board. */
function withBeginning(type: CardType, values: FieldValues): FieldValues {
  const status = beginningOf(type, values);
  return status === undefined ? values : { ...values, status };
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
