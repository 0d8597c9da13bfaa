import type { CardId } from "@kartis/core/kernel/id.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { useNameOf } from "../people/people.ts";
import { useTyping } from "../presence/typing.ts";
import styles from "./chats.module.css";

/** Colleagues who are currently writing on the card, in the inbox or on the card's page. */
export function Writing({ cardId }: { cardId: CardId }) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const people = useTyping(cardId);
  return (
    <p className={styles.writing} role="status">
      {people.length > 0 && t("chats.writing", { names: format.list(people.map(nameOf)) })}
    </p>
  );
}
