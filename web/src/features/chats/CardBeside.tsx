import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { useEffect } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import { Kbd } from "../../ui/actions/Kbd.tsx";
import { RecordAvatar } from "../../ui/display/Avatar.tsx";
import { FieldColumn } from "../cards/card/fields/FieldColumn.tsx";
import { useLayout } from "../cards/card/useLayout.ts";
import { preloadEditors } from "../fields/screens.ts";
import { nameOf, useCardTypes } from "../records/card-types.ts";
import { cardHref } from "../records/card-href.ts";
import styles from "./chats.module.css";

/** The conversation's card, shown beside it and editable. */
export function CardBeside({ card }: { card: Card }) {
  const { types } = useCardTypes();
  const type = types?.find(({ id }) => id === card.typeId);
  return type ? <Beside card={card} type={type} /> : null;
}

function Beside({ card, type }: { card: Card; type: CardType }) {
  const t = useT();
  const layout = useLayout(card, type);
  useEffect(preloadEditors, []);
  return (
    <aside className={styles.beside} aria-label={t("chats.card")}>
      <header className={styles.besideHead}>
        <RecordAvatar name={nameOf(card)} size={24} />
        <h2 className={styles.name}>
          <bdi>{nameOf(card)}</bdi>
        </h2>
        <Link href={cardHref(type, card.id)}>
          {t("chats.openCard")} <Kbd keys="O" />
        </Link>
      </header>
      <div className={styles.scroll}>
        <FieldColumn card={card} type={type} layout={layout} />
      </div>
    </aside>
  );
}
