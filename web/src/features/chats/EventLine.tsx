import type { ChatEvent } from "@kartis/core/chats/schema.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCardNames } from "../records/card-names.ts";
import { useNameOf } from "../people/people.ts";
import { useWhen } from "../dates/when.ts";
import styles from "./chats.module.css";

/** Who assigned, moved or closed the conversation, at its place between the messages. */
export function EventLine({ event: { at, by, what, assignedTo, cardId } }: { event: ChatEvent }) {
  const t = useT();
  const when = useWhen();
  const nameOf = useNameOf();
  const cardName = useCardNames();
  const card = cardId ? cardName(cardId)?.name : undefined;
  const words = what === "moved" && card === undefined ? "movedAway" : what;
  const name = by ? nameOf(by) : t("cards.actor.system");
  return (
    <p className={styles.event}>
      {t(`chats.event.${words}`, { name, assignee: assignedTo ? nameOf(assignedTo) : "", card: card ?? "" })}{" "}
      <time dateTime={at} title={when.full(at)}>
        {when.time(at)}
      </time>
    </p>
  );
}
