import history from "@fluentui/svg-icons/icons/history_20_regular.svg?icon";
import star from "@fluentui/svg-icons/icons/star_20_regular.svg?icon";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { useCrumbs } from "../../../lib/pages/crumbs.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { useTitle } from "../../../lib/pages/title.ts";
import { firstScreenStands } from "../../../lib/warm-up.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import type { IconShape } from "../../../ui/display/Icon.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import listStyles from "../list/CardList.module.css";
import { beginWithRow } from "../list/begin-with-row.ts";
import { listMemory, rememberList } from "../list/list-memory.ts";
import { PhoneList } from "../list/PhoneList.tsx";
import { iconOf } from "../../fields/screens.ts";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import { SettingsHeader } from "../../settings/SettingsHeader.tsx";
import { CardTable } from "../table/CardTable.tsx";
import { columnsOfAll, type Column } from "../table/columns.ts";
import { useSelection } from "../table/selection.ts";
import { useCardTypes } from "../../records/card-types.ts";
import { useLiveCards } from "../useLiveCards.ts";
import { favoritesOptions, recentOptions } from "./useFavorites.ts";

const Failure = later(async () => (await import("../../../ui/pages/Failure.tsx")).default);

/** `/favorites`: the person's starred cards, the newest star first. */
export function FavoritesPage() {
  const t = useT();
  const { data, error, refetch } = useQuery(favoritesOptions());
  return (
    <KeptCards
      name={t("palette.favorites")}
      href="/favorites"
      icon={star}
      empty={t("palette.favorites.empty")}
      hint={t("palette.favorites.hint")}
      cards={data}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

/** `/recent`: the cards the person visited, the latest first. */
export function RecentPage() {
  const t = useT();
  const { data, error, refetch } = useQuery(recentOptions());
  return (
    <KeptCards
      name={t("palette.recent")}
      href="/recent"
      icon={history}
      empty={t("palette.recent.empty")}
      hint={t("palette.recent.hint")}
      cards={data}
      error={error}
      onRetry={() => void refetch()}
    />
  );
}

interface KeptCardsProps {
  name: string;
  href: string;
  icon: IconShape;
  empty: string;
  hint: string;
  cards: readonly Card[] | undefined;
  error: unknown;
  onRetry: () => void;
}

function KeptCards({ name, href, icon, empty, hint, cards, error, onRetry }: KeptCardsProps) {
  const t = useT();
  const format = useFormat();
  const router = useRouter();
  const isPhone = useIsPhone();
  const { types } = useCardTypes();
  const columns = useMemo(() => keptColumns(types ?? [], t), [types, t]);
  const rowAt = (index: number) => cards?.[index];
  const selection = useSelection(href, cards?.length ?? 0, rowAt);
  const isLoaded = cards !== undefined && types !== undefined;
  useTitle(name);
  useCrumbs([{ label: name }]);
  useLiveCards();
  useEffect(() => rememberList(href), [href]);
  useEffect(() => {
    if (isLoaded) firstScreenStands();
  }, [isLoaded]);

  function open(card: Card) {
    const type = types?.find((other) => other.id === card.typeId);
    if (!type) return;
    beginWithRow(card);
    void router.navigate({ to: "/cards/$slug/$cardId", params: { slug: type.slug, cardId: card.id } });
  }

  const total = cards?.length ?? 0;
  return (
    <section className={listStyles.list} aria-label={name}>
      <SettingsHeader title={name} meta={cards && <Num>{format.number(total)}</Num>} />
      {!cards && error instanceof Error ? (
        <Failure error={error} onRetry={onRetry} />
      ) : !cards || !types ? (
        <SkeletonRows rows={12} />
      ) : total === 0 ? (
        <EmptyState icon={icon} title={empty}>
          {hint}
        </EmptyState>
      ) : isPhone ? (
        <PhoneList
          types={types}
          columns={columns}
          total={total}
          rowAt={rowAt}
          memory={listMemory(href)}
          onRange={() => undefined}
          onOpen={open}
        />
      ) : (
        <CardTable
          label={name}
          columns={columns}
          types={types}
          total={total}
          rowAt={rowAt}
          load={async (first, last) => (cards ?? []).slice(first, last + 1)}
          sort={[]}
          selection={selection}
          memory={listMemory(href)}
          hasFocusOnArrival={false}
          onRange={() => undefined}
          onSort={() => undefined}
          onOpen={open}
        />
      )}
    </section>
  );
}

/** Name, type, status, owner, e-mail and phone: what identifies a card of any type and how to reach it. */
function keptColumns(types: readonly CardType[], t: Translate): Column[] {
  const reach = (id: "email" | "phone", defaultWidth: number): Column => ({
    id,
    label: t(`fields.standard.${id}`),
    icon: iconOf(id, id),
    isNumeric: false,
    isSortable: false,
    fieldFor: (card) =>
      types.find((type) => type.id === card.typeId)?.fields.find((field) => field.type === id && !field.internal),
    defaultWidth,
  });
  return [
    ...columnsOfAll(types, t)
      .filter((column) => column.id !== "updatedAt" && !column.isExtra)
      .map((column) => ({ ...column, isSortable: false })),
    reach("email", 220),
    reach("phone", 160),
  ];
}
