import type { NotificationEntry } from "@kartis/core/notifications/schema.ts";
import type { ActivityId, CardId } from "@kartis/core/kernel/id.ts";
import { useEffect } from "react";
import { mark, useNotifications } from "./queries.ts";

const isOnCard =
  (cardId: CardId) =>
  ({ details, subjects }: NotificationEntry): boolean =>
    details["cardId"] === undefined
      ? subjects.length > 0 && subjects.every((subject) => subject.cardId === cardId)
      : details["cardId"] === cardId;

const isOnTask =
  (taskId: ActivityId) =>
  ({ details, subjects }: NotificationEntry): boolean =>
    details["taskId"] === undefined
      ? subjects.length > 0 && subjects.every((subject) => subject.id === taskId)
      : details["taskId"] === taskId;

/** Marks notifications of the open card as read, including those that arrive while it is open (DESIGN.md section 16). */
export const useReadOnCard = (cardId: CardId): void => useRead(isOnCard(cardId));

/** The same for the open task. */
export const useReadOnTask = (taskId: ActivityId): void => useRead(isOnTask(taskId));

function useRead(isAbout: (entry: NotificationEntry) => boolean): void {
  const { data } = useNotifications("all", 50);
  const unread = (data?.rows ?? []).filter((entry) => !entry.isRead && isAbout(entry)).map(({ id }) => id);
  const ids = unread.join();
  useEffect(() => {
    const read = () => {
      if (ids !== "" && document.visibilityState === "visible") void mark(ids.split(","), true);
    };
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [ids]);
}
