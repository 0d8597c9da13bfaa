import restoreIcon from "@fluentui/svg-icons/icons/arrow_undo_16_regular.svg?icon";
import trashIcon from "@fluentui/svg-icons/icons/delete_20_regular.svg?icon";
import type { CardId } from "@kartis/core/kernel/id.ts";
import type { TrashedCard } from "@kartis/core/cards/schema.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/crumbs.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { useLive } from "../../lib/live.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useTitle } from "../../lib/title.ts";
import { firstScreenStands } from "../../lib/warm-up.ts";
import { RecordAvatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/Checkbox.tsx";
import { EmptyState, ErrorState } from "../../ui/EmptyState.tsx";
import { Link } from "../../ui/Link.tsx";
import { SearchInput } from "../../ui/SearchInput.tsx";
import { SkeletonRows } from "../../ui/Skeleton.tsx";
import { useNameOf } from "../cards/members.tsx";
import { nameOf, useCardTypes } from "../cards/types.ts";
import { restoreCards } from "./restore.ts";
import styles from "./trash.module.css";

/** `/cards/trash`: what was deleted, when and by whom, and the way back. */
export function TrashPage() {
  const t = useT();
  const format = useFormat();
  const [search, setSearch] = useState("");
  const asked = useDeferredValue(search);
  const [chosen, setChosen] = useState<ReadonlySet<CardId>>(new Set());
  const [isPending, setPending] = useState(false);
  const query = useInfiniteQuery(
    trpc.cards.trash.infiniteQueryOptions(
      { search: asked },
      {
        getNextPageParam: (page) => page.nextCursor,
        placeholderData: keepPreviousData,
        staleTime: 0,
        meta: { quiet: true, private: true },
      },
    ),
  );
  const rows = query.data?.pages.flatMap((page) => page.rows);
  const total = query.data?.pages[0]?.total ?? 0;
  const selected = rows?.flatMap(({ id }) => (chosen.has(id) ? [id] : [])) ?? [];
  useTitle(t("shell.trash"));
  useCrumbs([{ label: t("shell.cards"), href: "/cards" }, { label: t("shell.trash") }]);
  useEffect(() => firstScreenStands(), []);
  useLive(() => void queryClient.invalidateQueries(trpc.cards.trash.pathFilter()));

  function restore(cardIds: readonly CardId[]) {
    setPending(true);
    void restoreCards(cardIds).finally(() => {
      setChosen(new Set());
      setPending(false);
    });
  }

  function toggle(cardId: CardId, isOn: boolean) {
    const next = new Set(chosen);
    if (isOn) next.add(cardId);
    else next.delete(cardId);
    setChosen(next);
  }

  return (
    <section className={styles.page} aria-label={t("shell.trash")}>
      <header className={styles.header}>
        <h1 className={styles.title}>
          {t("shell.trash")} <span className={styles.count}>{rows && format.number(total)}</span>
        </h1>
        <SearchInput
          label={t("changes.trash.search")}

          value={search}
          onChange={setSearch}
        />
        {selected.length > 0 && (
          <Button icon={restoreIcon} isPending={isPending} onPress={() => restore(selected)}>
            {t("changes.restoreCount", { count: selected.length })}
          </Button>
        )}
      </header>
      {query.error && !rows ? (
        <ErrorState level={2} actions={<Button onPress={() => void query.refetch()}>{t("common.tryAgain")}</Button>} />
      ) : !rows ? (
        <SkeletonRows rows={12} />
      ) : rows.length === 0 ? (
        <EmptyState icon={trashIcon} title={t(asked ? "changes.trash.notFound" : "changes.trash.empty")} level={2}>
          {t("changes.trash.hint")}
        </EmptyState>
      ) : (
        <ul className={styles.rows}>
          {rows.map((card) => (
            <Row
              key={card.id}
              card={card}
              isChosen={chosen.has(card.id)}
              onChoose={(isOn) => toggle(card.id, isOn)}
              onRestore={() => restore([card.id])}
            />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t("common.more")}
        </Button>
      )}
    </section>
  );
}

interface RowProps {
  card: TrashedCard;
  isChosen: boolean;
  onChoose: (isOn: boolean) => void;
  onRestore: () => void;
}

function Row({ card, isChosen, onChoose, onRestore }: RowProps) {
  const t = useT();
  const format = useFormat();
  const personOf = useNameOf();
  const { types } = useCardTypes();
  const type = types?.find(({ id }) => id === card.typeId);
  const name = nameOf(card);
  return (
    <li className={styles.row}>
      <Checkbox isSelected={isChosen} onChange={onChoose} aria-label={t("cards.select", { name })} />
      <RecordAvatar name={name} size={24} />
      <span className={styles.main}>
        <Link href={`/cards/${type?.slug ?? ""}/${card.id}`}>
          <bdi>{name}</bdi>
        </Link>
        <span className={styles.meta}>
          {type && <bdi>{type.name}</bdi>}
          {" · "}
          {t("changes.trash.deleted", {
            name: card.deletedBy ? personOf(card.deletedBy) : t("cards.actor.system"),
            date: format.dateTime(card.trashedAt ?? card.updatedAt),
          })}
        </span>
      </span>
      <Button icon={restoreIcon} aria-label={t("changes.restoreNamed", { name })} onPress={onRestore}>
        {t("changes.restore")}
      </Button>
    </li>
  );
}
