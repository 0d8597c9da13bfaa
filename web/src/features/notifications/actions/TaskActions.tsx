import checkmark from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import snoozeIcon from "@fluentui/svg-icons/icons/snooze_16_regular.svg?icon";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import { setDue, snooze, toggleDone } from "../../tasks/changes/acts.ts";
import { shownTask, useShownState } from "../../tasks/changes/pending.ts";
import { DueChoice } from "../../tasks/choices/DueChoice.tsx";
import { SnoozeChoice } from "../../tasks/choices/SnoozeChoice.tsx";
import { useLiveTasks } from "../../tasks/live.ts";
import { taskOptions } from "../../tasks/queries.ts";
import { denialText, useWhyNotTask } from "../../tasks/rights.ts";

/** Finishes or postpones the task that a row is about. */
export function TaskActions({ taskId, onActed }: { taskId: ActivityId; onActed: () => void }) {
  const t = useT();
  useLiveTasks();
  useShownState();
  const whyNot = useWhyNotTask();
  const { locale } = useFormat();
  const [choosing, setChoosing] = useState<{ readonly what: "snooze" | "due"; readonly anchor: Element }>();
  const { data } = useQuery(taskOptions(taskId));
  const task = data && shownTask(data);
  if (!task || task.trashedAt) return null;
  const denial = whyNot("update", task);
  const allowed = (label: string, button: ReactNode) =>
    denial ? (
      <Denied label={label} reason={denialText(t, denial)}>
        {button}
      </Denied>
    ) : (
      button
    );
  const done = task.done ? t("tasks.reopen") : t("tasks.done");
  const close = () => setChoosing(undefined);
  return (
    <>
      {allowed(
        done,
        <Button
          size={28}
          {...(task.done ? {} : { icon: checkmark })}
          onPress={() => {
            toggleDone([task]);
            onActed();
          }}
        >
          {done}
        </Button>,
      )}
      {!task.done &&
        allowed(
          t("tasks.snooze"),
          <Button
            size={28}
            variant="ghost"
            icon={snoozeIcon}
            aria-haspopup="menu"
            onPress={({ target }) => setChoosing({ what: "snooze", anchor: target })}
          >
            {t("tasks.snooze")}
          </Button>,
        )}
      {choosing?.what === "snooze" && (
        <SnoozeChoice
          anchor={choosing.anchor}
          onChoose={(until) => {
            snooze([task], until, locale);
            onActed();
          }}
          onPick={() => setChoosing({ ...choosing, what: "due" })}
          onClose={close}
        />
      )}
      {choosing?.what === "due" && (
        <DueChoice
          anchor={choosing.anchor}
          value={task.due}
          onChoose={(due) => {
            setDue([task], due);
            onActed();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
