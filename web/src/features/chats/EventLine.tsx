import type { ChatEvent } from "@kartis/core/chats/schema.ts";
import { useT } from "../../lib/i18n.tsx";
import { useNameOf } from "../cards/members.tsx";
import { useWhen } from "../timeline/when.ts";
import styles from "./chats.module.css";

/** Who assigned or closed the conversation, at its place between the messages. */
export function EventLine({ event: { at, by, what, assignedTo } }: { event: ChatEvent }) {
  const t = useT();
  const when = useWhen();
  const nameOf = useNameOf();
  const name = by ? nameOf(by) : t("cards.actor.system");
  return (
    <p className={styles.event}>
      {t(`chats.event.${what}`, { name, assignee: assignedTo ? nameOf(assignedTo) : "" })}{" "}
      <time dateTime={at} title={when.full(at)}>
        {when.time(at)}
      </time>
    </p>
  );
}
