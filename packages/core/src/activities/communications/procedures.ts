import { fieldContext } from "../../cards/index.ts";
import { phone } from "../../cards/fields/types/phone.ts";
import { instant } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import { changeActivity, createActivity, moveActivity } from "../changes.ts";
import { requireReferences } from "../references.ts";
import { reportedValues } from "../types/call.ts";
import type { ActivityValues } from "../types/definition.ts";
import { communicationOf } from "./communication.ts";
import {
  type ChangedCommunication,
  type CommunicationPatch,
  CommunicationRef,
  type CommunicationType,
  communicationTypes,
  CreateCommunicationInput,
  UpdateCommunicationInput,
} from "./schema.ts";
import { dayMs } from "../../kernel/time-units.ts";

const changed = ({ activity, recordId }: Awaited<ReturnType<typeof createActivity>>): ChangedCommunication => ({
  ...communicationOf(activity),
  recordId,
});

const ofCalls = ["number", "seconds", "status"] as const;
const ofSocial = ["link"] as const;

/**
 * Accepts a patch, with a valid phone number in its international form. Throws INVALID_INPUT for a value that this type does not have, for
 * one that has not happened yet, for one that the telephony provider reports, and for a duration of a call that nobody answered.
 */
async function accept(
  type: CommunicationType,
  patch: CommunicationPatch,
  current: ActivityValues,
  { principal, clock }: Pick<OrgContext, "principal" | "clock">,
): Promise<ActivityValues> {
  const others: readonly (keyof CommunicationPatch)[] = type === "CALL" ? ofSocial : ofCalls;
  const foreign = others.filter((name) => (patch[name] ?? null) !== null);
  const { happenedAt, number, pinned, ...rest } = patch;
  const isAhead = happenedAt !== undefined && Date.parse(happenedAt) > clock.now() + dayMs;
  const after: ActivityValues = { ...current, ...patch };
  const isTooLong = type === "CALL" && Boolean(after["seconds"]) && (after["status"] ?? "answered") !== "answered";
  const reported = current["callId"]
    ? reportedValues.filter((name) => patch[name] !== undefined && patch[name] !== (current[name] ?? null))
    : [];
  const fields = {
    ...Object.fromEntries(reported.map((name) => [name, "validation.reportedByProvider"])),
    ...Object.fromEntries(foreign.map((name) => [name, "validation.unknownField"])),
    ...(isAhead ? { happenedAt: "validation.future" } : {}),
    ...(isTooLong ? { seconds: "validation.notAnswered" } : {}),
  };
  if (Object.keys(fields).length > 0) throw new KartisError("INVALID_INPUT", { fields });
  const own = Object.fromEntries(Object.entries(rest).filter(([name]) => !others.some((other) => other === name)));
  const read = number ? phone.accept(number, { options: [], ...(await fieldContext(principal)) }) : undefined;
  return {
    ...own,
    ...(happenedAt === undefined ? {} : { happenedAt }),
    ...(number === undefined || type !== "CALL" ? {} : { number: read?.ok ? read.value : number }),
    ...(pinned === undefined ? {} : { pinned: pinned || null }),
  };
}

const create = procedure({
  name: "communications.create",
  kind: "mutation",
  input: CreateCommunicationInput,
  can: ["COMMENTS", "create"],
  /** Logs what was said on another channel; now, unless it says when. A call was answered, unless it says otherwise. Throws CONFLICT if something else was logged under this id. */
  async run({ type, cardId, communicationId, ...written }, context): Promise<ChangedCommunication> {
    await requireReferences(context, {}, { cards: { cardId } });
    const given = {
      happenedAt: instant(context.clock),
      ...(type === "CALL" ? { status: "answered" as const } : {}),
      ...written,
    };
    const values = await accept(type, given, {}, context);
    const again = {
      names: ["cardId", ...Object.keys(values).filter((name) => name !== "happenedAt" || written.happenedAt !== undefined)],
      messageKey: "errors.loggedBefore",
    };
    return changed(await createActivity(type, communicationId, { ...values, cardId }, context, undefined, again));
  },
});

const update = procedure({
  name: "communications.update",
  kind: "mutation",
  input: UpdateCommunicationInput,
  can: ["COMMENTS", "update"],
  async run({ communicationId, expectedVersion, ...patch }, context): Promise<ChangedCommunication> {
    const rewrite = (current: Parameters<typeof communicationOf>[0]) =>
      accept(communicationOf(current).type, patch, current.values, context);
    return changed(await changeActivity(communicationId, communicationTypes, expectedVersion, rewrite, context));
  },
});

const remove = procedure({
  name: "communications.remove",
  kind: "mutation",
  input: CommunicationRef,
  can: ["COMMENTS", "delete"],
  /** Moves it to the trash, where it can be restored for 90 days. */
  run: async ({ communicationId }, context): Promise<ChangedCommunication> =>
    changed(await moveActivity(communicationId, communicationTypes, true, context)),
});

const restore = procedure({
  name: "communications.restore",
  kind: "mutation",
  input: CommunicationRef,
  can: ["COMMENTS", "delete"],
  run: async ({ communicationId }, context): Promise<ChangedCommunication> =>
    changed(await moveActivity(communicationId, communicationTypes, false, context)),
});

export const communicationProcedures = [create, update, remove, restore] as const;
