import { getCardType } from "../cards/index.ts";
import { type ChangeSet, commitContextOf, put, remove as removal, type Write } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import { newId, type UserId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { findMembership } from "../organizations/index.ts";
import { commitMetered } from "../plans/index.ts";
import { isWithin } from "../tokens/rules.ts";
import { problemsOf } from "./check.ts";
import { scheduleWrites } from "./engine/schedule.ts";
import { automationEntity, versionEntity } from "./entity.ts";
import {
  type Automation,
  AutomationRef,
  CreateAutomationInput,
  type Definition,
  PublishInput,
  SwitchInput,
  UpdateAutomationInput,
} from "./schema.ts";
import { shownAutomation } from "./shown.ts";
import { automationChange, automationWrite, difference, getAutomation, recordedValues, type StoredAutomation } from "./store.ts";

/** Automations act for a long time in somebody's name: only a person of the organization's own makes them. Throws FORBIDDEN. */
function personOf({ principal }: OrgContext): UserId {
  if (principal.through) throw new KartisError("FORBIDDEN", { messageKey: "errors.notForVisitors" });
  if (!principal.userId) throw new KartisError("FORBIDDEN");
  return principal.userId;
}

/** What is published acts with all rights of its publisher: a token that may do less than its member would gain the rest. Throws FORBIDDEN. */
async function requireWholeRights({ actor, principal }: OrgContext, userId: UserId): Promise<void> {
  if (actor.kind !== "token") return;
  const member = await findMembership(userId, principal.orgId);
  if (!member || !isWithin(member.grants, principal.grants))
    throw new KartisError("FORBIDDEN", { messageKey: "automations.problem.token" });
}

/** The change of an automation; empty if nothing differs. */
function changeOf(current: StoredAutomation, next: StoredAutomation, more: readonly Write[] = []): ChangeSet<StoredAutomation> {
  const { before, after } = difference(recordedValues(current), recordedValues(next));
  if (Object.keys(after).length === 0) return { writes: [], records: [], result: current };
  const change = automationChange("automation.update", next, before, after);
  return { writes: [automationWrite(next), ...more], records: [{ changes: [change] }], result: next };
}

function requireVersion({ version }: StoredAutomation, expected: number | undefined): void {
  if (expected !== undefined && expected !== version) throw new KartisError("CONFLICT");
}

const create = procedure({
  name: "automations.create",
  kind: "mutation",
  input: CreateAutomationInput,
  can: ["AUTOMATION", "create"],
  plan: "automation",
  /** It is a draft, and off: nothing runs before it is published. Throws PAYMENT_REQUIRED at the plan's limit. */
  async run({ automationId, cardTypeId, name, definition }, context): Promise<Automation> {
    const userId = personOf(context);
    const { orgId } = context.principal;
    const { clock, once } = context;
    const id = automationId ?? once?.newId("aut") ?? newId("aut", clock.now());
    await getCardType(orgId, cardTypeId);
    const { result } = await commitMetered(commitContextOf(context), (at) => {
      const made: StoredAutomation = {
        orgId,
        id,
        typeId: cardTypeId,
        name,
        isOn: false,
        stopReason: null,
        draft: definition,
        live: null,
        createdBy: userId,
        createdAt: at,
        updatedBy: userId,
        updatedAt: at,
        version: 1,
      };
      const change = automationChange("automation.create", made, null, recordedValues(made));
      return Promise.resolve({ writes: [automationWrite(made)], records: [{ changes: [change] }], result: made });
    });
    return shownAutomation(result, clock);
  },
});

const update = procedure({
  name: "automations.update",
  kind: "mutation",
  input: UpdateAutomationInput,
  can: ["AUTOMATION", "update"],
  plan: "automation",
  /** Changes its name, or its draft: what runs is the published version. Throws CONFLICT if somebody else has changed it since `expectedVersion`. */
  async run({ automationId, expectedVersion, name, definition }, context): Promise<Automation> {
    const userId = personOf(context);
    const { orgId } = context.principal;
    const { result } = await commitMetered(commitContextOf(context), async (at) => {
      const current = await getAutomation(orgId, automationId);
      requireVersion(current, expectedVersion);
      return changeOf(current, {
        ...current,
        name: name ?? current.name,
        draft: definition ?? current.draft,
        updatedBy: userId,
        updatedAt: at,
        version: current.version + 1,
      });
    });
    return shownAutomation(result, context.clock);
  },
});

const zoneOf = ({ principal }: OrgContext): string => principal.settings?.timeZone ?? "UTC";

/** Throws INVALID_INPUT naming what the card type does not have. */
async function requireSound(orgId: StoredAutomation["orgId"], definition: Definition, typeId: StoredAutomation["typeId"]) {
  const problems = await problemsOf(definition, await getCardType(orgId, typeId));
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
   * Makes the draft the version that runs, in the caller's name and with their rights, and switches it on. Runs that have begun keep to theirs. Throws INVALID_INPUT
   * naming what is wrong with it.
   */
  async run({ automationId, expectedVersion }, context): Promise<Automation> {
    const userId = personOf(context);
    await requireWholeRights(context, userId);
    const { orgId } = context.principal;
    const { result } = await commitMetered(commitContextOf(context), async (at) => {
      const current = await getAutomation(orgId, automationId);
      requireVersion(current, expectedVersion);
      await requireSound(orgId, current.draft, current.typeId);
      const number = (current.live?.number ?? 0) + 1;
      const live = { definition: current.draft, number, publishedBy: userId };
      const next: StoredAutomation = {
        ...current,
        live,
        isOn: true,
        onSince: current.isOn ? current.onSince : at,
        stopReason: null,
        updatedBy: userId,
        updatedAt: at,
        version: current.version + 1,
      };
      const version = versionEntity().create({
        orgId,
        automationId,
        number,
        definition: live.definition,
        publishedBy: userId,
        publishedAt: at,
      });
      const clockwork = await scheduleWrites(orgId, automationId, live.definition, at, zoneOf(context));
      return changeOf(current, next, [put(version.params(), "stale"), ...clockwork]);
    });
    return shownAutomation(result, context.clock);
  },
});

const setOn = procedure({
  name: "automations.switch",
  kind: "mutation",
  input: SwitchInput,
  can: ["AUTOMATION", "update"],
  plan: "automation",
  /** Switches a published one on or off. Runs that wait go on. Throws CONFLICT before it is published. */
  async run({ automationId, isOn }, context): Promise<Automation> {
    const userId = personOf(context);
    const { orgId } = context.principal;
    const { result } = await commitMetered(commitContextOf(context), async (at) => {
      const current = await getAutomation(orgId, automationId);
      if (!current.live) throw new KartisError("CONFLICT", { messageKey: "automations.problem.unpublished" });
      if (isOn) await requireSound(orgId, current.live.definition, current.typeId);
      const version = current.version + 1;
      const clockwork = isOn ? await scheduleWrites(orgId, automationId, current.live.definition, at, zoneOf(context)) : [];
      const onSince = isOn && !current.isOn ? at : current.onSince;
      const next = { ...current, isOn, onSince, stopReason: null, updatedBy: userId, updatedAt: at, version };
      return changeOf(current, next, clockwork);
    });
    return shownAutomation(result, context.clock);
  },
});

const remove = procedure({
  name: "automations.remove",
  kind: "mutation",
  input: AutomationRef,
  can: ["AUTOMATION", "delete"],
  plan: "any",
  /** Runs that wait are canceled when they are due. */
  async run({ automationId }, context): Promise<{ ok: true }> {
    const { orgId } = context.principal;
    await commitMetered(commitContextOf(context), async () => {
      const current = await getAutomation(orgId, automationId);
      const { version } = current;
      const key = automationEntity().delete({ orgId, automationId });
      const gone = { ...current, version: version + 1 };
      return {
        writes: [removal(key.where((attribute, { eq }) => eq(attribute.version, version)).params(), "stale")],
        records: [{ changes: [automationChange("automation.delete", gone, recordedValues(current), null)] }],
        result: undefined,
      };
    });
    return { ok: true };
  },
});

export const changeProcedures = [create, update, publish, setOn, remove] as const;
