import { commit, put } from "../data/commit.ts";
import type { JournalRecord } from "../data/journal.ts";
import type { Clock } from "../kernel/clock.ts";
import { isId, type OrgId, type UserId } from "../kernel/id.ts";
import { type Intent, intentions } from "../outbound/index.ts";
import { notificationEntity } from "./entity.ts";
import { contextOf, waitingWrite } from "./mail/waiting.ts";
import type { NotificationKind } from "./schema.ts";
import type { Pushes } from "../push/index.ts";
import { pushIntents } from "./push/intents.ts";
import { readUntil } from "./stored.ts";
import { findWanting } from "./wants.ts";
import { epochSeconds } from "../kernel/clock.ts";

/** Something that happened to a person. */
export interface Notice {
  readonly userId: UserId;
  readonly kind: NotificationKind;
  /** Id of the subject. */
  readonly subjectId: string;
  readonly details?: Readonly<Record<string, string | number>>;
}

const keptSeconds = 90 * 86_400;
/** Number of subjects that are named; the others are only counted. */
const namedSubjects = 20;

/** The cause of a notification: a record, or a finished long operation, with its author and time. */
export type Cause = Pick<JournalRecord, "id" | "orgId" | "at" | "batchId"> & { readonly actorId: string | null };

/**
 * Keeps what happened to people, as their settings say; several of a kind by one cause are one. Nobody hears of what they did themselves, nor twice: the same
 * cause again changes nothing, even after it was read.
 * @param pushes where their browsers are that show it while no page is open
 * @returns who has something new.
 */
export async function keepNotices(
  { id, orgId, at, actorId, batchId }: Cause,
  notices: readonly Notice[],
  pushes: Pick<Pushes, "pushesOf">,
  clock: Clock,
): Promise<ReadonlySet<UserId>> {
  const notified = new Set<UserId>();
  const others = notices.filter(({ userId }) => userId !== actorId);
  for (const [userId, own] of Map.groupBy(others, (notice) => notice.userId)) {
    const wanting = await findWanting(orgId, userId);
    if (!wanting) continue;
    for (const [kind, some] of Map.groupBy(own, (notice) => notice.kind)) {
      const [isInApp, isMailed] = [wanting.inApp(kind), wanting.byMail(kind)];
      if (!isInApp && !isMailed) continue;
      const subjectIds = [...new Set(some.map(({ subjectId }) => subjectId))];
      const details = some[0]?.details;
      const item = {
        orgId,
        userId,
        // A long operation is one event, though it runs in parts.
        notificationId: `${isId("opn", batchId) ? batchId.slice(4) : id}.${kind}`,
        ...(batchId === undefined ? {} : { parts: [id] }),
        kind,
        at,
        ...(actorId === null ? {} : { actorId }),
        subjectIds: subjectIds.slice(0, namedSubjects),
        count: subjectIds.length,
        ...(details ? { details } : {}),
        ...(isInApp ? {} : { isMailOnly: true }),
        expiresAt: epochSeconds(clock.now()) + keptSeconds,
      };
      const intents = isInApp ? await pushIntents(pushes, userId, item.notificationId, clock) : [];
      if ((await keep(orgId, userId, item, isMailed, intents, clock)) && isInApp) notified.add(userId);
    }
  }
  return notified;
}

type Item = Parameters<ReturnType<typeof notificationEntity>["create"]>[0];

/** Whether it concerns a record of the same operation that has not been added yet. */
const isPartOf = ({ parts }: Item, { parts: [part] = [] }: Item): boolean =>
  part !== undefined && parts?.includes(part) === false;

/** Both as one. A card is changed once by an operation, so their numbers add up. */
const merged = (known: Item, part: Item): Item => ({
  ...known,
  subjectIds: [...new Set([...known.subjectIds, ...part.subjectIds])].slice(0, namedSubjects),
  count: known.count + part.count,
  parts: [...(known.parts ?? []), ...(part.parts ?? [])],
});

/** Keeps it, with its place in the person's next mail and what their browsers are to show. @returns false where it is there already. */
async function keep(
  orgId: OrgId,
  userId: UserId,
  item: Item,
  isMailed: boolean,
  intents: readonly Intent[],
  clock: Clock,
): Promise<boolean> {
  const { notificationId } = item;
  const { result } = await commit(contextOf(orgId, clock), async () => {
    const { data: known } = await notificationEntity().get({ orgId, userId, notificationId }).go({ consistent: true });
    if (known) {
      const added = isPartOf(known, item)
        ? notificationEntity()
            .put(merged(known, item))
            // Another part may be added at the same time.
            .where((attribute, { eq }) => eq(attribute.count, known.count))
            .params()
        : undefined;
      return { writes: added ? [put(added, "stale")] : [], records: [], result: added !== undefined };
    }
    // Its id can be older than what the person has read: that of a long operation is from when it began.
    const isLate = notificationId <= (await readUntil(orgId, userId));
    const created = isLate && !item.isMailOnly ? { ...item, isRead: false } : item;
    const mail = isMailed ? [await waitingWrite(orgId, userId, notificationId, clock)] : [];
    const { writes, records } = intentions(orgId, intents, clock);
    return { writes: [put(notificationEntity().create(created).params(), "stale"), ...mail, ...writes], records, result: true };
  });
  return result;
}
