import { kindsOfFilter, type NotificationFilter } from "@kartis/core/notifications/rules.ts";
import type { NotificationList } from "@kartis/core/notifications/schema.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { announceOwn, useOwn } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";

const filter = () => trpc.notifications.list.queryFilter();
const refresh = () => queryClient.invalidateQueries(filter());

export const useNotifications = (of: NotificationFilter, limit: number, isAsked = true) =>
  useQuery(
    trpc.notifications.list.queryOptions(
      { filter: of, limit },
      { enabled: isAsked, placeholderData: keepPreviousData, meta: { quiet: true } },
    ),
  );

/** Keeps the list true while others do something, and while one reads on another device. */
export function useLiveNotifications(): void {
  useOwn((what) => {
    if (what === "notifications") void refresh();
  });
}

/** Marks them as read or not: here at once, elsewhere as soon as it hears of it. */
export async function mark(ids: readonly string[], isRead: boolean): Promise<void> {
  const some = new Set(ids);
  await save(
    (row) => (some.has(row.id) ? isRead : row.isRead),
    () => client.notifications.read.mutate({ ids: [...ids].slice(0, 50), isRead }),
  );
}

/** Marks everything up to the newest as read that the filter shows, also on pages that are not loaded. */
export async function markAll(until: string, of: NotificationFilter): Promise<void> {
  const kinds = kindsOfFilter[of];
  await save(
    (row) => row.isRead || (row.id <= until && (kinds?.includes(row.kind) ?? true)),
    () => client.notifications.read.mutate({ until, filter: of }),
  );
}

async function save(isRead: (row: NotificationList["rows"][number]) => boolean, send: () => Promise<unknown>): Promise<void> {
  await queryClient.cancelQueries(filter());
  queryClient.setQueriesData(
    filter(),
    (list: NotificationList | undefined) => list && { ...list, rows: list.rows.map((row) => ({ ...row, isRead: isRead(row) })) },
  );
  try {
    await send();
    announceOwn("notifications");
  } catch (error) {
    reportFailure(error);
  }
  await refresh();
}
