import restoreIcon from "@fluentui/svg-icons/icons/arrow_undo_16_regular.svg?icon";
import { tasksAtOnce } from "@kartis/core/activities/tasks/rules.ts";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { trashDays } from "@kartis/core/cards/trash/rules.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useCrumbs } from "../../../lib/pages/crumbs.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { useTitle } from "../../../lib/pages/title.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { DeniedState } from "../../../ui/feedback/EmptyState.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { RecordName } from "../../records/RecordName.tsx";
import { ActivityTrash, TrashedRow } from "../../trash/ActivityTrash.tsx";
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
    <ActivityTrash
      pages={query}
      rows={rows}
      total={total}
      search={search}
      onSearch={setSearch}
      hint={t("tasks.trash.hint")}
      kept={t("tasks.trash.kept", { count: trashDays })}
      actions={
        selection.count > 0 && (
          <>
            <Button icon={restoreIcon} isPending={isPending} onPress={() => void restoreSelected().catch(reportFailure)}>
              {t("tasks.trash.restoreCount", { count: selection.count })}
            </Button>
            {selection.count < total && (
              <Button variant="ghost" onPress={selection.selectAll}>
                {t("cards.selectAllOf", { count: total })}
              </Button>
            )}
          </>
        )
      }
    >
      {(task) => (
        <TrashedRow
          key={task.id}
          name={task.title}
          trashedAt={task.trashedAt ?? task.updatedAt}
          selecting={
            <Checkbox
              isSelected={selection.ids.has(task.id)}
              onChange={() => selection.toggle(task.id)}
              aria-label={t("tasks.trash.select", { name: task.title })}
            />
          }
          onRestore={() => void restore([task])}
        >
          <RecordName name={task.title} kind="task" isWhole />
        </TrashedRow>
      )}
    </ActivityTrash>
  );
}
