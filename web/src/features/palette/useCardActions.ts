import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import linkIcon from "@fluentui/svg-icons/icons/link_16_regular.svg?icon";
import mergeIcon from "@fluentui/svg-icons/icons/merge_16_regular.svg?icon";
import openIcon from "@fluentui/svg-icons/icons/open_16_regular.svg?icon";
import personIcon from "@fluentui/svg-icons/icons/person_16_regular.svg?icon";
import star from "@fluentui/svg-icons/icons/star_16_regular.svg?icon";
import tag from "@fluentui/svg-icons/icons/tag_16_regular.svg?icon";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import { useRouter } from "@tanstack/react-router";
import { client } from "../../lib/api.ts";
import type { Command } from "../../lib/keys/commands.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { showToast } from "../../lib/toasts/toasts.ts";
import { moveToTrash } from "../cards/bulk/useBulkChange.ts";
import { addFavorites } from "../cards/favorites/useFavorites.ts";
import { useAssignable } from "../people/people.ts";
import { fieldOf, useCardTypes } from "../records/card-types.ts";
import { deny, whyNot } from "../records/rights.ts";
import { updateCard } from "../cards/update-card.ts";
import { openMerge } from "./merging.ts";
import { useCardHref } from "../records/card-href.ts";

/** Actions for the selected cards; status changes only if they are all of one type. */
export function useCardActions(cards: readonly SearchResult[]): readonly Command[] {
  const t = useT();
  const router = useRouter();
  const members = useAssignable();
  const { types } = useCardTypes();
  const can = useCan();
  const [mayUpdate, mayDelete] = [can(["CARDS", "update"]), can(["CARDS", "delete"])];
  const hrefOf = useCardHref();
  const typeOf = (card: SearchResult): CardType | undefined => types?.find((type) => type.id === card.cardTypeId);
  const hrefs = cards.flatMap(({ id, cardTypeId }) => hrefOf(id, cardTypeId) ?? []);
  const [first] = hrefs;
  const [firstCard] = cards;
  const type = firstCard && cards.every((card) => card.cardTypeId === firstCard.cardTypeId) ? typeOf(firstCard) : undefined;
  const status = type && fieldOf(type, "status");

  async function copyLinks() {
    await navigator.clipboard.writeText(hrefs.map((href) => `${location.origin}${href}`).join("\n"));
    showToast({ tone: "success", title: t("palette.linksCopied", { count: cards.length }) });
  }

  async function set(fieldOfCard: (type: CardType) => Field | undefined, value: unknown) {
    for (const found of cards) {
      const card = await client.cards.get.query({ id: found.id });
      const denial = whyNot("update", card);
      if (denial) {
        deny(denial);
        continue;
      }
      const cardType = types?.find((other) => other.id === card.typeId);
      const field = cardType && fieldOfCard(cardType);
      if (field) updateCard(card, field, value);
    }
  }
  const failing = (work: () => Promise<unknown>) => () => void work().catch(reportFailure);

  const open: Command[] = first
    ? [
        {
          id: "chosen.open",
          label: t("common.open"),
          group: "card",
          icon: openIcon,
          run: () => void router.navigate({ href: first }),
        },
      ]
    : [];
  const actions: (Command | false | undefined)[] = [
    ...(cards.length === 1 ? open : []),
    {
      id: "chosen.copyLinks",
      label: t("palette.copyLinks", { count: cards.length }),
      group: "card",
      icon: linkIcon,
      run: failing(copyLinks),
    },
    {
      id: "chosen.favorite",
      label: t("palette.addFavorite"),
      group: "card",
      icon: star,
      run: failing(() => addFavorites(cards.map((card) => card.id))),
    },
    ...(mayUpdate ? (status?.options ?? []) : []).map((option): Command => ({
      id: `chosen.status.${option.id}`,
      label: t("palette.setStatus", { name: option.label }),
      group: "card",
      icon: tag,
      ...(status ? { keywords: status.label } : {}),
      run: failing(() => set((other) => fieldOf(other, "status"), option.id)),
    })),
    ...(mayUpdate ? members : []).map((member): Command => ({
      id: `chosen.assign.${member.userId}`,
      label: t("palette.assignTo", { name: member.name }),
      group: "card",
      icon: personIcon,
      run: failing(() => set((other) => fieldOf(other, "owner"), member.userId)),
    })),
    mayUpdate &&
      mayDelete &&
      type &&
      cards.length > 1 &&
      cards.length <= 5 && {
        id: "chosen.merge",
        label: t("changes.merge"),
        group: "card" as const,
        icon: mergeIcon,
        run: () => openMerge({ type, cardIds: cards.map((card) => card.id) }),
      },
    mayDelete && {
      id: "chosen.delete",
      label: t("palette.trash", { count: cards.length }),
      group: "card" as const,
      icon: deleteIcon,
      run: failing(() => moveToTrash(cards.map((card) => card.id))),
    },
  ];
  return actions.filter((action) => action !== undefined && action !== false);
}
