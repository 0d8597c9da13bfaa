import dismiss from "@fluentui/svg-icons/icons/dismiss_12_regular.svg?icon";
import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import { Button } from "react-aria-components/Button";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import styles from "./palette.module.css";

interface TokensProps {
  cards: readonly SearchResult[];
  /** Limits the box to one line, with the last tokens visible. */
  isOneLine?: boolean;
  onRemove: (cardId: string) => void;
}

/** The chosen cards before the text. */
export function Tokens({ cards, isOneLine = false, onRemove }: TokensProps) {
  const t = useT();
  if (cards.length === 0) return null;
  return (
    <ul className={styles.tokens} data-one-line={isOneLine || undefined} aria-label={t("palette.chosen")}>
      {cards.map((card) => (
        <li key={card.id} className={styles.token}>
          <bdi className={styles.tokenName}>{card.name}</bdi>
          <Button
            className={styles.remove ?? ""}
            aria-label={t("common.removeNamed", { name: card.name })}
            onPress={() => onRemove(card.id)}
          >
            <Icon of={dismiss} />
          </Button>
        </li>
      ))}
    </ul>
  );
}
