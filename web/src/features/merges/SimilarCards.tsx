import warning from "@fluentui/svg-icons/icons/warning_16_regular.svg?icon";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import { useState } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Ltr } from "../../ui/display/Num.tsx";
import { PhoneNumber } from "../fields/display/PhoneNumber.tsx";
import { DeniedAction, useWhyNot } from "../records/rights.ts";
import { RecordName } from "../records/RecordName.tsx";
import { cardHref } from "../records/card-href.ts";
import { MergeWith } from "./MergeWith.tsx";
import { keepDistinct } from "./distinct.ts";
import styles from "./SimilarCards.module.css";
import { useSimilarCards } from "./useSimilarCards.ts";
import { whyNotMergeWith } from "./why-not-merge.ts";

/** Shown above a card: possible duplicates, to merge with it or to dismiss for good in this browser. */
export function SimilarCards({ card, type }: { card: Card; type: CardType }) {
  const t = useT();
  const [, setDismissed] = useState(0);
  const [chosen, setChosen] = useState<SearchResult>();
  const notMerged = whyNotMergeWith(useWhyNot(), card);
  const similar = useSimilarCards(card, type);
  if (similar.length === 0) return null;
  return (
    <section className={styles.note} aria-label={t("card.similar.page", { count: similar.length })}>
      <p className={styles.title}>
        <Icon of={warning} />
        {t("card.similar.page", { count: similar.length })}
      </p>
      <ul className={styles.cards}>
        {similar.slice(0, shown).map((other) => (
          <li key={other.id} className={styles.card}>
            <RecordName name={other.name} href={cardHref(type, other.id)} isWhole />
            <span className={styles.reach}>
              {other.email && <Ltr>{other.email}</Ltr>}
              {other.phone && <PhoneNumber value={other.phone} />}
            </span>
            {notMerged ? (
              <DeniedAction denial={notMerged} label={t("card.similar.mergeNamed", { name: other.name })}>
                <Button size={24}>{t("card.similar.merge")}</Button>
              </DeniedAction>
            ) : (
              <Button size={24} aria-label={t("card.similar.mergeNamed", { name: other.name })} onPress={() => setChosen(other)}>
                {t("card.similar.merge")}
              </Button>
            )}
            <Button
              size={24}
              variant="ghost"
              onPress={() => {
                keepDistinct(card.id, other.id);
                setDismissed((before) => before + 1);
              }}
            >
              {t("card.similar.not")}
            </Button>
          </li>
        ))}
      </ul>
      {chosen && <MergeWith card={card} type={type} otherId={chosen.id} onClose={() => setChosen(undefined)} />}
    </section>
  );
}

const shown = 3;
