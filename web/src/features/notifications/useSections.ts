import { dayOf } from "@kartis/core/kernel/zoned-time.ts";
import type { NotificationList } from "@kartis/core/notifications/schema.ts";
import { byCard, groupsOf, type NotificationGroup } from "@kartis/core/notifications/wording/groups.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const dayAt = (at: string | number): string => dayOf(typeof at === "number" ? at : Date.parse(at), zone);

/** Rows that stand together: those of a day, or of a card with their number. */
export interface Section {
  readonly key: string;
  readonly name: string;
  readonly count: number | null;
  readonly groups: readonly NotificationGroup[];
}

/** The notifications by day, or by card. `openedAt` says which day is today. */
export function useSections(list: NotificationList | undefined, isByCard: boolean, openedAt: number): readonly Section[] {
  const t = useT();
  const format = useFormat();
  const entries = list?.rows ?? [];

  function dayName(day: string): string {
    if (day === dayAt(openedAt)) return t("notifications.today");
    if (day === dayAt(openedAt - 86_400_000)) return t("notifications.yesterday");
    return format.day(day);
  }

  if (isByCard)
    return byCard(entries).map(({ cardId, entries: own }) => ({
      key: cardId ?? "",
      name: (cardId ? list?.cards[cardId]?.name : undefined) ?? t("notifications.noCard"),
      count: own.length,
      groups: groupsOf(own),
    }));
  const days = Map.groupBy(groupsOf(entries), (group) => dayAt(group.entries[0]?.at ?? 0));
  return [...days].map(([day, groups]) => ({ key: day, name: dayName(day), count: null, groups }));
}
