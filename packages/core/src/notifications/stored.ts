import { attributesOf } from "../data/entity.ts";
import { getTogether } from "../data/get-together.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { notificationEntity, readEntity } from "./entity.ts";
import { notificationKindNames, type NotificationKind } from "./schema.ts";

/** A stored notification; its records have no names yet. */
export interface Stored {
  readonly notificationId: string;
  readonly kind: NotificationKind;
  readonly at: string;
  readonly actorId?: string | undefined;
  readonly subjectIds: readonly string[];
  readonly count: number;
  readonly details?: Readonly<Record<string, string | number>> | undefined;
  readonly isMailOnly: boolean;
  readonly isRead: boolean;
}

/** Number that are read at a time. */
export const newest = 100;

type Item = Omit<Stored, "kind" | "isRead" | "isMailOnly"> & {
  readonly kind: string;
  readonly isRead?: boolean | undefined;
  readonly isMailOnly?: boolean | undefined;
};

function storedOf({ kind: name, isRead, isMailOnly = false, ...item }: Item, until: string): Stored[] {
  const kind = notificationKindNames.find((known) => known === name);
  return kind ? [{ ...item, kind, isMailOnly, isRead: isRead ?? item.notificationId <= until }] : [];
}

/** The person's newest notifications, before one of them. */
export async function storedFor(orgId: OrgId, userId: UserId, before: string | undefined, until: string): Promise<Stored[]> {
  const query = notificationEntity().query.main({ orgId, userId });
  const { data } = await (before === undefined ? query : query.lt({ notificationId: before })).go({
    order: "desc",
    limit: newest,
    consistent: true,
  });
  return data.flatMap((item) => storedOf(item, until));
}

/** Unread notifications of the person with these ids, newest first. */
export async function unreadOf(orgId: OrgId, userId: UserId, ids: readonly string[]): Promise<Stored[]> {
  const until = await readUntil(orgId, userId);
  const gets = [...new Set(ids)].map((notificationId) => notificationEntity().get({ orgId, userId, notificationId }).params());
  return (await getTogether(gets))
    .flatMap((item) => {
      const stored = item && attributesOf(notificationEntity(), item);
      return stored ? storedOf(stored, stored.isMailOnly ? "" : until) : [];
    })
    .filter(({ isRead }) => !isRead)
    .toSorted((a, b) => b.notificationId.localeCompare(a.notificationId));
}

/** Position up to which the person has read. */
export async function readUntil(orgId: OrgId, userId: UserId): Promise<string> {
  const { data } = await readEntity().get({ orgId, userId }).go({ consistent: true });
  return data?.until ?? "";
}
