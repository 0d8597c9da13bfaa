import { findCardType, getCardType } from "../cards/index.ts";
import { type ChangeSet, commitContextOf, put, type Write } from "../data/commit.ts";
import { differenceBetween } from "../data/difference.ts";
import { type Principal, principalOf } from "../kernel/actor.ts";
import { KartisError } from "../kernel/error.ts";
import { newId, type RecordId, type UserId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { findMembership } from "../organizations/index.ts";
import { commitMetered } from "../plans/index.ts";
import { isWithin } from "../tokens/rules.ts";
import { problemsOf } from "./check.ts";
import { publisherOf } from "./engine/publisher.ts";
import { scheduleWrites } from "./engine/schedule.ts";
import { versionEntity } from "./entity.ts";
import { lookupsOf } from "./lookups.ts";
import { typedSteps } from "./rules.ts";
import {
  type Automation,
  type AutomationId,
  AutomationRef,
  CreateAutomationInput,
  type Definition,
  PublishInput,
  SwitchInput,
  UpdateAutomationInput,
} from "./schema.ts";
import { withSealedSecrets } from "./secrets.ts";
import { shownAutomation } from "./shown.ts";
import {
  automationChange,
  automationWrite,
  findAutomation,
  getAutomation,
  recordedValues,
  removalOf,
  type StoredAutomation,
  wasPublished,
} from "./store.ts";

/** Automations act on their author's behalf indefinitely, so only members of the organization itself may write them. Throws FORBIDDEN. */
export function personOf({ principal }: OrgContext): UserId {
  if (principal.through) throw new KartisError("FORBIDDEN", { messageKey: "errors.notForVisitors" });
  if (!principal.userId) throw new KartisError("FORBIDDEN");
  return principal.userId;
}

/** A published automation has all of its publisher's rights, so publishing by a token with fewer rights would escalate them. Throws FORBIDDEN. */
async function requireWholeRights({ actor, principal }: OrgContext): Promise<void> {
  if (actor.kind !== "token") return;
  const member = await findMembership(actor.userId, principal.orgId);
  if (!member || !isWithin(member.grants, principal.grants))
    throw new KartisError("FORBIDDEN", { messageKey: "automations.problem.token" });
}

/** Definitions are visible to everyone who can read automations, and recorded in the journal. Throws INVALID_INPUT if a step writes into a password field. */
async function requireNoSecrets(orgId: StoredAutomation["orgId"], definition: Definition, typeId: StoredAutomation["typeId"]) {
  const secretsOf = async (id: StoredAutomation["typeId"]) =>
    (await findCardType(orgId, id))?.fields.flatMap((field) => (field.type === "password" ? field.id : [])) ?? [];
  for (const { step, typeId: ofCard } of typedSteps(definition.steps, typeId)) {
    if (step.kind !== "action") continue;
    const { id, action } = step;
    const set =
      action.kind === "changeField" && action.how !== "clear"
        ? (await secretsOf(ofCard)).filter((fieldId) => fieldId === action.fieldId)
        : action.kind === "createCard" && Object.keys(action.fields).length > 0
          ? (await secretsOf(action.typeId)).filter((fieldId) => fieldId in action.fields)
          : [];
    if (set.length === 0) continue;
    const messageKey = "automations.problem.secret";
    throw new KartisError("INVALID_INPUT", { fields: { [`definition.steps.${id}`]: messageKey }, messageKey });
  }
}

/** New values of an automation, and further writes of the same transaction. */
interface Amendment {
  readonly values: Partial<StoredAutomation>;
  readonly writes?: readonly Write[];
}

/**
 * Changes an automation as the caller; does nothing if nothing differs. `decide` is called again on each retry of the commit. Throws NOT_FOUND, CONFLICT if it has
 * changed since `expectedVersion`, and whatever `decide` throws.
 */
async function amend(
  context: OrgContext,
  automationId: AutomationId,
  decide: (current: StoredAutomation, at: string, userId: UserId) => Amendment | Promise<Amendment>,
  expectedVersion?: number,
): Promise<Automation> {
  const userId = personOf(context);
  const { orgId } = context.principal;
  const { result } = await commitMetered(commitContextOf(context), async (at): Promise<ChangeSet<StoredAutomation>> => {
    const current = await getAutomation(orgId, automationId);
    if (expectedVersion !== undefined && expectedVersion !== current.version) throw new KartisError("CONFLICT");
    const { values, writes = [] } = await decide(current, at, userId);
    const next = { ...current, ...values, updatedBy: userId, updatedAt: at, version: current.version + 1 };
    const { before, after } = differenceBetween(recordedValues(current), recordedValues(next));
    if (Object.keys(after).length === 0) return { writes: [], records: [], result: current };
    const change = automationChange("automation.update", next, before, after);
    return { writes: [automationWrite(next), ...writes], records: [{ changes: [change] }], result: next };
  });
  return shownAutomation(result, context);
}

const create = procedure({
  name: "automations.create",
  kind: "mutation",
  input: CreateAutomationInput,
  can: ["AUTOMATION", "create"],
  plan: "automation",
  /**
   * Creates a draft that is switched off; nothing runs before it is published. Idempotent for the same id and person. Throws PAYMENT_REQUIRED at the
   * plan's limit.
   */
  async run({ automationId, cardTypeId, name, folder, definition }, context): Promise<Automation> {
    const userId = personOf(context);
    const { orgId } = context.principal;
    const { clock, once } = context;
    const id = automationId ?? once?.newId("aut") ?? newId("aut", clock.now());
    // Throws NOT_FOUND for another organization's type.
    await getCardType(orgId, cardTypeId);
    await requireNoSecrets(orgId, definition, cardTypeId);
    // Runs and versions of one that was deleted would be its own.
    if (automationId && (await wasPublished(orgId, automationId))) throw new KartisError("CONFLICT");
    const { result } = await commitMetered(commitContextOf(context), async (at) => {
      const earlier = automationId && (await findAutomation(orgId, automationId));
      if (earlier?.createdBy === userId && earlier.typeId === cardTypeId) return { writes: [], records: [], result: earlier };
      const made: StoredAutomation = {
        orgId,
        id,
        typeId: cardTypeId,
        name,
        folder,
        isOn: false,
        stopReason: null,
        draft: withSealedSecrets(definition, orgId),
        live: null,
        createdBy: userId,
        createdAt: at,
        updatedBy: userId,
        updatedAt: at,
        version: 1,
      };
      const change = automationChange("automation.create", made, null, recordedValues(made));
      return { writes: [automationWrite(made)], records: [{ changes: [change] }], result: made };
    });
    return shownAutomation(result, context);
  },
});

const update = procedure({
  name: "automations.update",
  kind: "mutation",
  input: UpdateAutomationInput,
  can: ["AUTOMATION", "update"],
  plan: "automation",
  /** Changes the name, the folder or the draft; the published version keeps running. Throws CONFLICT if it has changed since `expectedVersion`. */
  run: ({ automationId, expectedVersion, name, folder, definition }, context): Promise<Automation> =>
    amend(
      context,
      automationId,
      async ({ name: known, folder: present, draft, typeId, orgId }) => {
        if (definition) await requireNoSecrets(orgId, definition, typeId);
        const kept = { name: name ?? known, folder: folder === undefined ? present : folder };
        return { values: { ...kept, draft: definition ? withSealedSecrets(definition, orgId) : draft } };
      },
      expectedVersion,
    ),
});

const zoneOf = ({ principal }: OrgContext): string => principal.settings?.timeZone ?? "UTC";

/** Throws INVALID_INPUT listing the problems. @param publisher on whose behalf it runs, if they are still a member */
export async function requireSound(
  orgId: StoredAutomation["orgId"],
  definition: Definition,
  typeId: StoredAutomation["typeId"],
  publisher: Principal | undefined,
) {
  const problems = await problemsOf(definition, await getCardType(orgId, typeId), orgId, lookupsOf(orgId, publisher));
  if (problems.length === 0) return;
  const fields = Object.fromEntries(problems.map(({ path, message }) => [`definition.${path}`, message]));
  throw new KartisError("INVALID_INPUT", { fields, messageKey: "automations.problem.some" });
}

const publish = procedure({
  name: "automations.publish",
  kind: "mutation",
  input: PublishInput,
  can: ["AUTOMATION", "update"],
  plan: "automation",
  whileImpersonating: false,
  /**
   * Publishes the draft, to run on the caller's behalf and with their rights, and switches the automation on unless the caller asks otherwise. Open runs keep the version they started with. Throws
   * INVALID_INPUT listing the draft's problems.
   */
  async run({ automationId, expectedVersion, isOn }, context): Promise<Automation> {
    await requireWholeRights(context);
    const { orgId } = context.principal;
    const decide = async (
      { draft, typeId, live: before, isOn: wasOn, onSince }: StoredAutomation,
      at: string,
      userId: UserId,
    ) => {
      await requireSound(orgId, draft, typeId, context.principal);
      const live = { definition: draft, number: (before?.number ?? 0) + 1, publishedBy: userId };
      const { number, definition, publishedBy } = live;
      const version = versionEntity().create({ orgId, automationId, number, definition, publishedBy, publishedAt: at });
      const was = wasOn ? before?.definition : undefined;
      const schedule = isOn ? await scheduleWrites(orgId, automationId, draft, at, zoneOf(context), was) : [];
      const values = { live, isOn, onSince: isOn && !wasOn ? at : onSince, stopReason: null };
      return { values, writes: [put(version.params(), "stale"), ...schedule] };
    };
    return amend(context, automationId, decide, expectedVersion);
  },
});

const setOn = procedure({
  name: "automations.switch",
  kind: "mutation",
  input: SwitchInput,
  can: ["AUTOMATION", "update"],
  plan: "automation",
  /** Switches a published automation on or off. Open runs continue. Throws CONFLICT if it has never been published. */
  run: ({ automationId, isOn }, context): Promise<Automation> =>
    amend(context, automationId, async ({ id, live, typeId, isOn: wasOn, onSince }, at) => {
      if (!live) throw new KartisError("CONFLICT", { messageKey: "automations.problem.unpublished" });
      const { orgId } = context.principal;
      if (isOn) {
        const publisher = await publisherOf({ orgId, id }, live.publishedBy, context.clock);
        await requireSound(orgId, live.definition, typeId, "actor" in publisher ? principalOf(publisher.actor) : undefined);
      }
      const writes = isOn ? await scheduleWrites(orgId, automationId, live.definition, at, zoneOf(context)) : [];
      return { values: { isOn, onSince: isOn && !wasOn ? at : onSince, stopReason: null }, writes };
    }),
});

const remove = procedure({
  name: "automations.remove",
  kind: "mutation",
  input: AutomationRef,
  can: ["AUTOMATION", "delete"],
  plan: "any",
  /** Waiting runs are canceled when they become due. Undoing the record brings the automation back. */
  async run({ automationId }, context): Promise<{ ok: true; recordId: RecordId | null }> {
    const { orgId } = context.principal;
    const { records } = await commitMetered(commitContextOf(context), async () => ({
      ...removalOf(await getAutomation(orgId, automationId)),
      result: undefined,
    }));
    return { ok: true, recordId: records[0]?.id ?? null };
  },
});

export const changeProcedures = [create, update, publish, setOn, remove] as const;
