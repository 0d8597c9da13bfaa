import type { CardId } from "@kartis/core/kernel/id.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useNameOf } from "../../people/people.ts";
import { useTyping } from "../../presence/typing.ts";
import styles from "./composer.module.css";

/** Other people who are writing a comment right now. */
export function Typing({ cardId }: { cardId: CardId }) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const people = useTyping(cardId);
  return (
    <p className={styles.typing} role="status">
      {people.length > 0 && t("timeline.typing", { count: people.length, names: format.list(people.map(nameOf)) })}
    </p>
  );
}
