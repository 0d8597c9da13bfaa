import restoreIcon from "@fluentui/svg-icons/icons/arrow_undo_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import trashIcon from "@fluentui/svg-icons/icons/delete_20_regular.svg?icon";
import { daysLeft, trashDays } from "@kartis/core/cards/trash/rules.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import type { TrashedCard } from "@kartis/core/cards/trash/schema.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useFormatHere, useT } from "../../lib/i18n.tsx";
import { pacedByPeople, useLive } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Checkbox } from "../../ui/inputs/Checkbox.tsx";
import { DeniedState, EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Menu, MenuItem } from "../../ui/overlays/Menu.tsx";
import { SearchInput } from "../../ui/inputs/SearchInput.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { TypedDeleteDialog } from "../cards/bulk/TypedDeleteDialog.tsx";
import { useNameOf } from "../people/people.ts";
import { useWhyNot } from "../records/rights.ts";
import { nameOf, useCardTypes } from "../records/card-types.ts";
import { RecordName } from "../records/RecordName.tsx";
import { cardHref } from "../records/card-href.ts";
import { OtherTrashes } from "./OtherTrashes.tsx";
import { purgeCards } from "./purge.ts";
import { restoreCards } from "./restore.ts";
import styles from "./trash.module.css";

const refreshTrash = pacedByPeople(() => void queryClient.invalidateQueries(trpc.cards.trash.pathFilter()));

/** `/cards/trash`: what was deleted, when and by whom, and the way back. */
export function TrashPage() {
  const t = useT();
  useTitle(t("shell.trash"));
  useCrumbs([{ label: t("shell.cards"), href: "/cards" }, { label: t("shell.trash") }]);
  return useWhyNot()("delete") ? <DeniedState level={1} /> : <Trash />;
}

function Trash() {
  const t = useT();
  const format = useFormatHere();
  const [search, setSearch] = useState("");
  const asked = useDeferredValue(search);
  const [chosen, setChosen] = useState<ReadonlySet<CardId>>(new Set());
  const [isPending, setPending] = useState(false);
  const [nowMs] = useState(Date.now);
  const [toPurge, setToPurge] = useState<readonly TrashedCard[]>([]);
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
  useLive(refreshTrash);

  function run(work: (cardIds: readonly CardId[]) => Promise<unknown>, cardIds: readonly CardId[]) {
    setPending(true);
    void work(cardIds).finally(() => {
      // What has been chosen meanwhile stays chosen.
      setChosen((now) => new Set([...now].filter((id) => !cardIds.includes(id))));
      setToPurge([]);
      setPending(false);
    });
  }
  const restore = (cardIds: readonly CardId[]) => run(restoreCards, cardIds);

  function toggle(cardId: CardId, isOn: boolean) {
    setChosen((now) => new Set([...[...now].filter((id) => id !== cardId), ...(isOn ? [cardId] : [])]));
  }

  return (
    <section className={styles.page} aria-label={t("shell.trash")}>
      <header className={styles.header}>
        <h1 className={styles.title}>
          {t("shell.trash")} <span className={styles.count}>{rows && format.number(total)}</span>
        </h1>
        {selected.length > 0 && (
          <>
            <Button icon={restoreIcon} isPending={isPending} onPress={() => restore(selected)}>
              {t("changes.restoreCount", { count: selected.length })}
            </Button>
            <Button icon={deleteIcon} variant="danger" onPress={() => setToPurge(rows?.filter(({ id }) => chosen.has(id)) ?? [])}>
              {t("changes.purge.count", { count: selected.length })}
            </Button>
          </>
        )}
        <span className={styles.search}>
          <SearchInput label={t("changes.trash.search")} value={search} onChange={setSearch} />
        </span>
      </header>
      {query.error && !rows ? (
        <ErrorState
          error={query.error}
          level={2}
          actions={<Button onPress={() => void query.refetch()}>{t("common.tryAgain")}</Button>}
        />
      ) : !rows ? (
        <SkeletonRows rows={12} />
      ) : rows.length === 0 ? (
        <EmptyState icon={trashIcon} title={t(asked ? "changes.trash.notFound" : "changes.trash.empty")} level={2}>
          {t("changes.trash.hint")}
        </EmptyState>
      ) : (
        <>
          <p className={styles.note}>{t("changes.trash.kept", { count: trashDays })}</p>
          <ul className={styles.rows}>
            {rows.map((card) => (
              <Row
                key={card.id}
                card={card}
                nowMs={nowMs}
                isChosen={chosen.has(card.id)}
                onChoose={(isOn) => toggle(card.id, isOn)}
                onRestore={() => restore([card.id])}
                onPurge={() => setToPurge([card])}
              />
            ))}
          </ul>
        </>
      )}
      {query.hasNextPage && (
        <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t("common.more")}
        </Button>
      )}
      <OtherTrashes />
      {toPurge[0] && (
        <TypedDeleteDialog
          title={
            toPurge.length === 1
              ? t("changes.purge.named", { name: nameOf(toPurge[0]) })
              : t("changes.purge.count", { count: toPurge.length })
          }
          message={t(toPurge.length === 1 ? "changes.purge.messageOne" : "changes.purge.message")}
          isPending={isPending}
          onClose={() => setToPurge([])}
          onDelete={() =>
            run(
              purgeCards,
              toPurge.map(({ id }) => id),
            )
          }
        />
      )}
    </section>
  );
}

interface RowProps {
  card: TrashedCard;
  nowMs: number;
  isChosen: boolean;
  onChoose: (isOn: boolean) => void;
  onRestore: () => void;
  onPurge: () => void;
}

function Row({ card, nowMs, isChosen, onChoose, onRestore, onPurge }: RowProps) {
  const t = useT();
  const format = useFormatHere();
  const personOf = useNameOf();
  const { types } = useCardTypes();
  const type = types?.find(({ id }) => id === card.typeId);
  const name = nameOf(card);
  const left = daysLeft(card.trashedAt ?? card.updatedAt, nowMs);
  return (
    <li className={styles.row}>
      <Checkbox isSelected={isChosen} onChange={onChoose} aria-label={t("cards.select", { name })} />
      <span className={styles.main} data-pictured>
        <RecordName name={name} size={24} href={type && cardHref(type, card.id)} isWhole />
        <span className={styles.meta}>
          {type && <bdi>{type.name}</bdi>}
          {" · "}
          {t("changes.trash.deleted", {
            name: card.deletedBy ? personOf(card.deletedBy) : t("cards.actor.system"),
            date: format.dateTime(card.trashedAt ?? card.updatedAt),
          })}
          {" · "}
          <span data-soon={left <= 7 || undefined} className={styles.left}>
            {t("changes.trash.daysLeft", { count: left })}
          </span>
        </span>
      </span>
      <Button icon={restoreIcon} aria-label={t("changes.restoreNamed", { name })} onPress={onRestore}>
        <span className={styles.restore}>{t("changes.restore")}</span>
      </Button>
      <Menu placement="bottom end" aria-label={t("common.more")} trigger={<IconButton icon={more} label={t("common.more")} />}>
        <MenuItem icon={deleteIcon} tone="danger" onAction={onPurge}>
          {t("changes.purge")}
        </MenuItem>
      </Menu>
    </li>
  );
}
