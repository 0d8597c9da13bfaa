import type { PendingReminder } from "@kartis/core/activities/reminders/schema.ts";
import { snoozeOf } from "@kartis/core/activities/reminders/rules.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { client, trpc } from "../../lib/api.ts";
import { announceOwn, pacedByPeople, useLive, useOwn } from "../../lib/live/live.ts";
import { currentTranslate } from "../../lib/i18n.tsx";
import { currentViewer, queryClient } from "../../lib/query-client.ts";
import { noteFinal } from "../undo/undo.ts";
import { reportFailure } from "../../lib/failures.ts";

/** SPEC section 9. */
const cachedMs = 2 * 3_600_000;

/** Storage key of the time since which a reminder is open in this browser: the tab that takes over, or the next visit, shows it again. */
const openKey = () => `kartis-reminder-open:${currentViewer()}`;
const openSince = (): string | undefined => localStorage.getItem(openKey()) ?? undefined;

/** Remembers which reminders are open; they are asked for until they are answered. */
export function keepOpen(open: readonly Pick<PendingReminder, "showAt">[]): void {
  const [first] = open;
  if (first) localStorage.setItem(openKey(), first.showAt);
  else localStorage.removeItem(openKey());
}

interface Asked {
  readonly rows: readonly PendingReminder[];
  readonly cards: Readonly<Record<string, { readonly name: string; readonly typeId: string }>>;
  /** Difference between the server's clock and this one's. */
  readonly aheadMs: number;
}

const filter = () => trpc.reminders.pending.queryFilter();
const { queryKey } = trpc.reminders.pending.queryOptions({});
const refresh = () => queryClient.invalidateQueries(filter());
const refreshPaced = pacedByPeople(() => void refresh());

/** The server's time until which due reminders have been shown here: after a sleep, those that became due in it are asked for. */
let shownUntil: string | undefined;
export const noteShown = (atMs: number): void => {
  shownUntil = new Date(atMs).toISOString();
};

/** The earliest time from which reminders may still have to be shown. */
const earliestOf = (...times: readonly (string | undefined)[]): string | undefined =>
  times.filter((time) => time !== undefined).toSorted()[0];

async function ask(): Promise<Asked> {
  const from = earliestOf(openSince(), shownUntil);
  const { rows, cards, now } = await client.reminders.pending.query(from === undefined ? {} : { from });
  shownUntil = now;
  return { rows, cards, aheadMs: Date.parse(now) - Date.now() };
}

/** Reminders from now to some hours ahead, kept up to date with changes by others and on other devices. */
export function usePendingReminders(isAsked: boolean): Asked | undefined {
  const { data } = useQuery({
    queryKey,
    queryFn: async () => ask() as never, // the key is the procedure's; what is kept has the clocks' difference besides
    enabled: isAsked,
    staleTime: cachedMs,
    refetchInterval: cachedMs,
    refetchIntervalInBackground: true,
    meta: { quiet: true },
  });
  // Another tab led until now, and may have received messages that this one did not.
  useEffect(() => {
    if (isAsked) void refresh();
  }, [isAsked]);
  useLive((message) => {
    if (message.kind === "batch" || message.subject.kind === "activity") refreshPaced();
  }, "alsoHidden");
  useOwn((what) => {
    if (what === "reminders") void refresh();
  });
  return isAsked ? data : undefined;
}

export const askAgain = async (): Promise<void> => {
  await queryClient.refetchQueries(filter());
};

/** Answers a reminder: it is gone here at once, and everywhere else as soon as they hear of it. */
export async function answer(reminder: PendingReminder, how: "dismiss" | "snooze", nowMs: number): Promise<void> {
  const { id, day, remindAt } = reminder;
  const again = how === "snooze" ? snoozeOf(reminder, nowMs)?.until : undefined;
  await queryClient.cancelQueries(filter());
  queryClient.setQueriesData(
    filter(),
    (asked: Asked | undefined) =>
      asked && {
        ...asked,
        rows: asked.rows.flatMap((row) =>
          row.id === id && row.day === day ? (again === undefined ? [] : [{ ...row, showAt: again }]) : [row],
        ),
      },
  );
  try {
    await client.reminders.answer.mutate({ activityId: id, day, remindAt, answer: how });
    noteFinal(currentTranslate()("reminders.chosen", { reminder: reminder.title }));
    announceOwn("reminders");
  } catch (error) {
    reportFailure(error);
    // It is open as before, and was taken off what is asked for.
    keepOpen([{ showAt: earliestOf(reminder.showAt, openSince()) ?? reminder.showAt }]);
    await refresh();
  }
}
