import type { NotificationEntry } from "@kartis/core/notifications/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useEffect } from "react";
import { mark, useNotifications } from "./queries.ts";

const isAbout = ({ details, subjects }: NotificationEntry, cardId: CardId): boolean =>
  details["cardId"] === undefined
    ? subjects.length > 0 && subjects.every((subject) => subject.cardId === cardId)
    : details["cardId"] === cardId;

/** Marks notifications of the open card as read, including those that arrive while it is open (DESIGN.md section 16). */
export function useReadOnCard(cardId: CardId): void {
  const { data } = useNotifications("all", 50);
  const unread = (data?.rows ?? []).filter((entry) => !entry.isRead && isAbout(entry, cardId)).map(({ id }) => id);
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
