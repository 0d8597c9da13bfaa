import addIcon from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import type { Card } from "@kartis/core/cards/schema.ts";
import { useRef, useState } from "react";
import { useCommands } from "../../../lib/keys/commands.ts";
import { focusSoon } from "../../../lib/keys/held-typing.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import { Group } from "../../cards/card/fields/Group.tsx";
import { useOpenGroups } from "../../cards/card/fields/open-groups.ts";
import { QuickAdd, type QuickAddHandle } from "../add/QuickAdd.tsx";
import { shownTask, useShownState } from "../changes/pending.ts";
import { useLiveTasks } from "../live.ts";
import { useTaskPages } from "../queries.ts";
import { denialText, useWhyNotTask } from "../rights.ts";
import { CardTaskRow } from "./CardTaskRow.tsx";
import styles from "./CardTasks.module.css";

/** Open tasks of a card, and the line that adds one: by its button, or with T. */
export function CardTasks({ card }: { card: Card }) {
  const t = useT();
  const groups = useOpenGroups(card.typeId);
  const pages = useTaskPages({ cardId: card.id });
  const denial = useWhyNotTask()("create");
  const [isAdding, setAdding] = useState(false);
  const line = useRef<QuickAddHandle>(null);
  useShownState();
  useLiveTasks();

  const rows = (pages.rows ?? []).map((row) => ({ row, task: shownTask(row) }));
  const isHere = ({ task }: { task: Task }) => task.trashedAt === null && task.cardId === card.id;
  // Tasks completed here stay until the list is refetched, so that they can be reopened.
  const shown = rows.filter(isHere).map(({ task }) => task);
  const total = pages.total - (rows.length - shown.filter(({ done }) => !done).length);

  const hasFailed = Boolean(pages.error);

  function add() {
    groups.set("tasks", true);
    setAdding(true);
    focusSoon(
      () => line.current,
      () => setAdding(false),
    );
  }
  const label = t("tasks.card.newTask");
  useCommands([!denial && { id: "card.task", label, group: "create", icon: addIcon, shortcut: "T", opensField: true, run: add }]);
  const button = (
    <IconButton
      icon={addIcon}
      size={24}
      label={label}
      tooltip={
        <>
          {label} <Kbd keys="T" />
        </>
      }
      onPress={add}
    />
  );

  return (
    <Group
      title={t("tasks.title")}
      count={total}
      isOpen={groups.isOpen("tasks", true)}
      onOpenChange={(isOpen) => groups.set("tasks", isOpen)}
      action={
        denial ? (
          <Denied label={label} reason={denialText(t, denial)}>
            {button}
          </Denied>
        ) : (
          button
        )
      }
    >
      {isAdding && <QuickAdd ref={line} given={{ cardId: card.id }} onLeave={() => setAdding(false)} />}
      {hasFailed && (
        <p className={styles.failed} role="alert">
          {t("tasks.card.notLoaded")}{" "}
          <Button size={24} variant="ghost" onPress={pages.retry}>
            {t("common.retry")}
          </Button>
        </p>
      )}
      {shown.length > 0 && (
        <ul className={styles.list} aria-label={t("tasks.title")}>
          {shown.map((task) => (
            <CardTaskRow key={task.id} task={task} />
          ))}
        </ul>
      )}
      {pages.canHaveMore && (
        <div className={styles.more}>
          <Button variant="ghost" onPress={() => void pages.more()}>
            {t("common.more")}
          </Button>
        </div>
      )}
    </Group>
  );
}
