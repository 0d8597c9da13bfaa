import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import chevronUp from "@fluentui/svg-icons/icons/chevron_up_16_regular.svg?icon";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useRouter } from "@tanstack/react-router";
import { useCommands } from "../../../lib/keys/commands.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import styles from "./card.module.css";
import { useNeighbours } from "./useNeighbours.ts";

interface CardWalkProps {
  card: Card;
  type: CardType;
  listHref: string;
}

/** Links to the previous and next card of the list that it was opened from. */
export function CardWalk({ card, type, listHref }: CardWalkProps) {
  const t = useT();
  const format = useFormat();
  const router = useRouter();
  // Come here over a link from a card of another type, one walks the list of this type.
  const [listPath] = listHref.split("?");
  const isListed = listPath === "/cards" || listPath === `/cards/${type.slug}`;
  const neighbours = useNeighbours(card, isListed ? listHref : `/cards/${type.slug}`);

  // Neighbors take each other's place in the history, so that Back leads to the list.
  const goTo = (cardId: CardId) =>
    void router.navigate({
      to: "/cards/$slug/$cardId",
      params: { slug: router.state.location.pathname.split("/")[2] ?? type.slug, cardId },
      replace: true,
    });
  const { previousId, nextId } = neighbours ?? {};
  const previous = previousId ? () => goTo(previousId) : undefined;
  const next = nextId ? () => goTo(nextId) : undefined;
  useCommands([
    next && { id: "card.next", label: t("card.next"), group: "card", shortcut: "J", onlyKey: true, run: next },
    previous && { id: "card.previous", label: t("card.previous"), group: "card", shortcut: "K", onlyKey: true, run: previous },
  ]);

  return (
    <nav className={styles.nav} aria-label={t("card.neighbours")}>
      <IconButton
        icon={chevronUp}
        size={24}
        label={t("card.previous")}
        tooltip={
          <>
            {t("card.previous")} <Kbd keys="K" />
          </>
        }
        isDisabled={!previous}
        onPress={() => previous?.()}
      />
      <IconButton
        icon={chevronDown}
        size={24}
        label={t("card.next")}
        tooltip={
          <>
            {t("card.next")} <Kbd keys="J" />
          </>
        }
        isDisabled={!next}
        onPress={() => next?.()}
      />
      {neighbours && neighbours.position !== null && (
        <span className={styles.position}>
          {t("card.position", { position: format.number(neighbours.position), total: format.number(neighbours.total) })}
        </span>
      )}
    </nav>
  );
}
