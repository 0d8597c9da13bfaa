import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import { useEffect } from "react";
import { Heading } from "react-aria-components/Heading";
import { useT } from "../../../lib/i18n.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { toHue } from "../../../ui/display/stored-hue.ts";
import { TypeSquare } from "../../../ui/display/Pill.tsx";
import { FieldRow } from "../../cards/card/fields/FieldRow.tsx";
import { preloadEditors } from "../../fields/screens.ts";
import { useWhyNot } from "../../records/rights.ts";
import type { CardEntry } from "../entries.ts";
import { Beside } from "./Beside.tsx";
import styles from "./MeetingPeek.module.css";

interface CardBesideProps {
  entry: CardEntry;
  isDocked: boolean;
  isCovered: boolean;
  onClose: () => void;
}

/** The date of a card that is open: the field as on the card's page, with its clashes, and the way there. */
export function CardBeside({ entry, isDocked, isCovered, onClose }: CardBesideProps) {
  const t = useT();
  const { card, type, field, title } = entry;
  const isFixed = useWhyNot()("update", card) !== undefined;
  useEffect(preloadEditors, []);
  return (
    <Beside entry={entry} label={type.name} isDocked={isDocked} isCovered={isCovered} onClose={onClose}>
      {(isTitled) => (
        <>
          <header className={styles.head}>
            <span className={`${styles.kind} ${styles.ofType}`}>
              <TypeSquare hue={toHue(type.hue)} />
              <bdi>{type.name}</bdi>
            </span>
            {isTitled && <IconButton icon={dismiss} label={t("common.close")} onPress={onClose} />}
          </header>
          <div className={styles.body}>
            {isTitled && (
              <Heading slot="title" level={2} className={styles.title ?? ""}>
                <bdi>{title}</bdi>
              </Heading>
            )}
            <dl className={styles.fields}>
              <FieldRow key={entry.key} card={card} field={field} isFixed={isFixed} />
            </dl>
          </div>
          <footer className={styles.footer}>
            <Link href={`/cards/${type.slug}/${card.id}`}>{t("tasks.openCard")}</Link>
          </footer>
        </>
      )}
    </Beside>
  );
}
