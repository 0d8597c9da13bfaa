import editIcon from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import viewIcon from "@fluentui/svg-icons/icons/table_16_regular.svg?icon";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useRouter } from "@tanstack/react-router";
import { trpc } from "../../lib/api.ts";
import { useCommands, type Command } from "../../lib/keys/commands.ts";
import { useT } from "../../lib/i18n.tsx";
import { openEditor } from "../cards/card/fields/open-editor.ts";
import { groupsOf } from "../cards/card/fields/groups.ts";
import { useLayout } from "../cards/card/useLayout.ts";
import { useWhyNot } from "../records/rights.ts";
import { useIsPhone } from "../../lib/device/useIsPhone.ts";
import { useViews } from "../cards/views/useViews.ts";

const isCardId = (id: string | undefined): id is CardId => id?.startsWith("crd_") ?? false;

/** The type whose list or card is open, and the card. */
function usePlace(types: readonly CardType[]): { type: CardType | undefined; cardId: CardId | undefined; isList: boolean } {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [, area, slug, rest] = pathname.split("/");
  const type = area === "cards" ? types.find((other) => other.slug === slug) : undefined;
  return {
    type,
    cardId: isCardId(rest) ? rest : undefined,
    isList: rest === undefined && (type !== undefined || pathname === "/cards"),
  };
}

/** Editing each field of the card that is open. On a phone the fields stand behind a tab, where a press is nearer. */
export function OpenCardCommands({ types }: { types: readonly CardType[] }) {
  const isPhone = useIsPhone();
  const { type, cardId } = usePlace(types);
  const { data: card } = useQuery(trpc.cards.get.queryOptions({ id: cardId ?? "crd_" }, { enabled: false }));
  return card && type && !isPhone ? <EditCommands key={card.id} card={card} type={type} /> : null;
}

function EditCommands({ card, type }: { card: Card; type: CardType }) {
  const t = useT();
  const { layout, settings } = useLayout(card, type);
  const isDenied = useWhyNot()("update", card) !== undefined;
  const fields = isDenied ? [] : groupsOf(type, layout, settings.importantFirst).flatMap((group) => group.fields);
  useCommands(
    fields.map((field): Command => ({
      id: `card.edit.${field.id}`,
      label: t("cards.edit", { label: field.label }),
      group: "card",
      icon: editIcon,
      run: () => openEditor(field.id),
    })),
  );
  return null;
}

/** The saved views of the list that is open. */
export function ViewCommands({ types }: { types: readonly CardType[] }) {
  const t = useT();
  const router = useRouter();
  const { type, isList } = usePlace(types);
  const { views } = useViews(type?.id);
  useCommands(
    (isList ? views : []).map((view): Command => ({
      id: `view.${view.id}`,
      label: t("palette.openView", { name: view.name }),
      group: "list",
      icon: viewIcon,
      run: () => void router.navigate({ to: type ? `/cards/${type.slug}` : "/cards", search: { view: view.slug } }),
    })),
  );
  return null;
}
