import trashIcon from "@fluentui/svg-icons/icons/delete_20_regular.svg?icon";
import restoreIcon from "@fluentui/svg-icons/icons/arrow_undo_16_regular.svg?icon";
import { tasksAtOnce } from "@kartis/core/activities/tasks/rules.ts";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { daysLeft, trashDays } from "@kartis/core/cards/trash/rules.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useCrumbs } from "../../../lib/crumbs.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useFormat, useT, withWords } from "../../../lib/i18n.tsx";
import { useTitle } from "../../../lib/title.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { DeniedState, EmptyState, ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { SearchInput } from "../../../ui/inputs/SearchInput.tsx";
import { RecordName } from "../../records/RecordName.tsx";
import styles from "../../trash/trash.module.css";
import { restoreTasks } from "../changes/restore.ts";
import { useSelection } from "../list/useSelection.ts";
import { useLiveTasks } from "../live.ts";
import { useWhyNotTask } from "../rights.ts";
import { taskListHref } from "../search.ts";

/** `/tasks/trash`: tasks that were deleted, and the way back. */
export function TaskTrashPage() {
  const t = useT();
  useTitle(t("shell.trash"));
  useCrumbs([{ label: t("tasks.title"), href: taskListHref({}) }, { label: t("shell.trash") }]);
  return useWhyNotTask()("delete") ? <DeniedState level={1} /> : <TaskTrash />;
}

function TaskTrash() {
  const t = useT();
  const format = useFormat();
  const [search, setSearch] = useState("");
  const asked = useDeferredValue(search);
  const [isPending, setPending] = useState(false);
  const query = useInfiniteQuery(
    trpc.tasks.trash.infiniteQueryOptions(
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
  const selection = useSelection(asked, rows ?? [], { total, has: () => true });
  const selected = rows?.filter(({ id }) => selection.ids.has(id)) ?? [];
  useLiveTasks();

  async function restore(tasks: readonly Task[]) {
    setPending(true);
    await restoreTasks(tasks);
    selection.clear();
    setPending(false);
  }
  /** More than one call takes, or more than is here, by an operation. */
  async function restoreSelected() {
    const { allBut, count } = selection;
    if (count <= tasksAtOnce && count === selected.length) return restore(selected);
    setPending(true);
    const { changeManyTasks } = await withWords(["changes"], import("../many/change-many.ts"));
    selection.clear();
    setPending(false);
    const chosen = allBut ? { trash: { search: asked }, exceptIds: [...allBut] } : { taskIds: selected.map(({ id }) => id) };
    await changeManyTasks(chosen, { kind: "restore" }, count);
  }
  return (
    <section className={styles.page} aria-label={t("shell.trash")}>
      <header className={styles.header}>
        <h1 className={styles.title}>
          {t("shell.trash")} <span className={styles.count}>{rows && format.number(total)}</span>
        </h1>
        {selection.count > 0 && (
          <Button icon={restoreIcon} isPending={isPending} onPress={() => void restoreSelected().catch(reportFailure)}>
            {t("tasks.trash.restoreCount", { count: selection.count })}
          </Button>
        )}
        {selection.count > 0 && selection.count < total && (
          <Button variant="ghost" onPress={selection.selectAll}>
            {t("cards.selectAllOf", { count: total })}
          </Button>
        )}
        <span className={styles.search}>
          <SearchInput label={t("changes.trash.search")} value={search} onChange={setSearch} />
        </span>
      </header>
      {query.error && !rows ? (
        <ErrorState level={2} actions={<Button onPress={() => void query.refetch()}>{t("common.tryAgain")}</Button>} />
      ) : !rows ? (
        <SkeletonRows rows={12} />
      ) : rows.length === 0 ? (
        <EmptyState icon={trashIcon} title={t(asked ? "changes.trash.notFound" : "changes.trash.empty")} level={2}>
          {t("tasks.trash.hint")}
        </EmptyState>
      ) : (
        <>
          <p className={styles.note}>{t("tasks.trash.kept", { count: trashDays })}</p>
          <ul className={styles.rows}>
            {rows.map((task) => (
              <Row
                key={task.id}
                task={task}
                isChosen={selection.ids.has(task.id)}
                onToggle={() => selection.toggle(task.id)}
                onRestore={() => void restore([task])}
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
    </section>
  );
}

interface RowProps {
  task: Task;
  isChosen: boolean;
  onToggle: () => void;
  onRestore: () => void;
}

function Row({ task, isChosen, onToggle, onRestore }: RowProps) {
  const t = useT();
  const format = useFormat();
  const [nowMs] = useState(Date.now);
  const { title } = task;
  const trashedAt = task.trashedAt ?? task.updatedAt;
  const left = daysLeft(trashedAt, nowMs);
  return (
    <li className={styles.row}>
      <Checkbox isSelected={isChosen} onChange={onToggle} aria-label={t("tasks.trash.select", { name: title })} />
      <span className={styles.main}>
        <RecordName name={title} kind="task" isWhole />
        <span className={styles.meta}>
          {t("tasks.trash.deletedOn", { date: format.dateTime(trashedAt) })}
          {" · "}
          <span data-soon={left <= 7 || undefined} className={styles.left}>
            {t("tasks.trash.daysLeft", { count: left })}
          </span>
        </span>
      </span>
      <Button icon={restoreIcon} aria-label={t("changes.restoreNamed", { name: title })} onPress={onRestore}>
        <span className={styles.restore}>{t("changes.restore")}</span>
      </Button>
    </li>
  );
}
