import { scopeOf } from "../cards/index.ts";
import { isSame } from "../cards/rules.ts";
import { commitContextOf, type RecordDraft, type Write } from "../data/commit.ts";
import type { JournalRecord } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import { type ActivityId, newId, type OrgId } from "../kernel/id.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import { type Intent, intentions } from "../outbound/index.ts";
import { commitMetered } from "../plans/index.ts";
import type { StoredActivity } from "./activity.ts";
import { authorOf } from "./author.ts";
import { findActivities, requireReached } from "./store.ts";
import type { ActivityValues } from "./types/definition.ts";
import { type ActivityType, definitionOf } from "./types/list.ts";
import { changeSetOf, creation, edit, trashing } from "./writes.ts";

/*
 * Making, changing and trashing one activity as a procedure does, for the types that have no consequences beyond themselves.
 */

interface Changed {
  readonly activity: StoredActivity;
  /** Null when nothing changed. */
  readonly recordId: JournalRecord["id"] | null;
}

/** What is written together with a new activity. */
interface Following {
  /** Effects outside that follow from it. */
  readonly intents?: readonly Intent[];
  readonly writes?: readonly Write[];
  /** What is recorded of those writes, apart from the activity. */
  readonly records?: readonly RecordDraft[];
  /** Values that only follow from those writes. */
  readonly values?: ActivityValues;
}

/** How a repeated call is recognized as the same. */
export interface Again {
  /** The values that people have given, which it has to repeat. */
  readonly names: readonly string[];
  /** What is said to whoever gives others: a key of the catalogues. */
  readonly messageKey: string;
}

/** What was sent cannot be corrected: whoever repeats the call with another text or recipient means another message. */
export const asSent = (...names: readonly string[]): Again => ({ names, messageKey: "errors.sentBefore" });

/**
 * Makes an activity under the caller's id, or one of its own, with what follows from it, which is asked each time the change is prepared. Repeated under the same
 * id by the same person, it is made once. Throws CONFLICT if it was made with other values than `again` requires, so that nobody takes the earlier one for theirs.
 */
export async function createActivity(
  type: ActivityType,
  given: ActivityId | undefined,
  values: ActivityValues,
  context: OrgContext,
  following: (id: ActivityId, at: string) => Following | Promise<Following> = () => ({}),
  again?: Again,
): Promise<Changed> {
  const { principal, clock, once } = context;
  const { orgId } = principal;
  const id = given ?? once?.newId("act") ?? newId("act", clock.now());
  const by = authorOf(context);
  try {
    const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
      const more = await following(id, at);
      const made = creation(orgId, type, id, { ...values, ...more.values }, by, at);
      const { writes, records, result } = changeSetOf(made, made.activity);
      const effects = intentions(orgId, more.intents ?? [], clock);
      return {
        writes: [...writes, ...(more.writes ?? []), ...effects.writes],
        records: [...records, ...(more.records ?? []), ...effects.records],
        result,
      };
    });
    return { activity: result, recordId: records[0]?.id ?? null };
  } catch (error) {
    const meant = again && {
      values: Object.fromEntries(again.names.map((name) => [name, values[name]])),
      messageKey: again.messageKey,
    };
    const earlier = await madeBefore(orgId, given, error, { by: by.createdBy, type, meant });
    return { activity: earlier, recordId: null };
  }
}

/** Values that a repeated call gives, and what is said to whoever gives others than before. */
interface Meant {
  readonly values: ActivityValues;
  readonly messageKey: string;
}

/**
 * The activity that an earlier call of the same person made under this id, whose answer was lost. Throws the error itself if there is none, and CONFLICT if it is
 * not what the call means: somebody corrected it meanwhile, and would otherwise believe that the correction was saved.
 */
export async function madeBefore(
  orgId: OrgId,
  given: ActivityId | undefined,
  error: unknown,
  { by, type, meant }: { by: string; type: ActivityType; meant: Meant | undefined },
): Promise<StoredActivity> {
  const isTaken = given && error instanceof KartisError && error.code === "CONFLICT";
  const found = isTaken ? (await findActivities(orgId, [given])).get(given) : undefined;
  if (found?.createdBy !== by) throw error;
  const isMeant =
    !meant || Object.entries(meant.values).every(([name, value]) => isSame(value ?? null, found.values[name] ?? null));
  if (found.type === type && isMeant) return found;
  throw meant ? new KartisError("CONFLICT", { messageKey: meant.messageKey }) : error;
}

/** The activity if it is of one of these types and within reach of the call's permission. Throws NOT_FOUND, NO_PERMISSION. */
export async function reached(
  id: ActivityId,
  types: readonly ActivityType[],
  context: Pick<OrgContext, "principal" | "level">,
): Promise<StoredActivity> {
  const [type] = types;
  const scope = await scopeOf(context, type && definitionOf(type).permission);
  const found = (await findActivities(context.principal.orgId, [id])).get(id);
  return requireReached(scope, found && types.includes(found.type) ? found : undefined);
}

/** Changes an activity: `patch` computes the change from its current values. Throws NOT_FOUND for one in the trash; CONFLICT naming the values others have changed since. */
export async function changeActivity(
  id: ActivityId,
  types: readonly ActivityType[],
  expectedVersion: number | undefined,
  patch: (current: StoredActivity, at: string) => ActivityValues | Promise<ActivityValues>,
  context: OrgContext,
): Promise<Changed> {
  const { orgId } = context.principal;
  const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
    const current = await reached(id, types, context);
    if (current.trashedAt) throw new KartisError("NOT_FOUND");
    return changeSetOf(edit(orgId, current, await patch(current, at), expectedVersion, at), current);
  });
  return { activity: result, recordId: records[0]?.id ?? null };
}

/** Moves an activity to the trash, or back out of it. */
export async function moveActivity(
  id: ActivityId,
  types: readonly ActivityType[],
  trashed: boolean,
  context: OrgContext,
): Promise<Changed> {
  const { orgId } = context.principal;
  const { result, records } = await commitMetered(commitContextOf(context), async (at) => {
    const current = await reached(id, types, context);
    return changeSetOf(trashing(orgId, current, trashed, at), current);
  });
  return { activity: result, recordId: records[0]?.id ?? null };
}
