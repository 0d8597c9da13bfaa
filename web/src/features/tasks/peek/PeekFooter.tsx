import checkmark from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import snoozeIcon from "@fluentui/svg-icons/icons/snooze_16_regular.svg?icon";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import type { ReactNode } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import type { IconShape } from "../../../ui/display/Icon.tsx";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import { toggleDone } from "../changes/acts.ts";
import type { ChoiceKind } from "../choices/choice.ts";
import { denialText, type TaskDenial } from "../rights.ts";

interface PeekFooterProps {
  task: Task;
  isPhone: boolean;
  denial: TaskDenial | undefined;
  onChoose: (kind: ChoiceKind, anchor: Element) => void;
}

/** The most frequent actions on a task; the others are in its menu. */
export function PeekFooter({ task, isPhone, denial, onChoose }: PeekFooterProps) {
  const t = useT();
  const size = isPhone ? 40 : 28;
  const icon = (shape: IconShape) => (isPhone ? {} : { icon: shape });
  const key = (keys: string) => !isPhone && <Kbd keys={keys} />;
  const allowed = (label: string, button: ReactNode) =>
    denial ? (
      <Denied label={label} reason={denialText(t, denial)} placement="top">
        {button}
      </Denied>
    ) : (
      button
    );
  const done = task.done ? t("tasks.reopen") : t("tasks.done");
  return (
    <>
      {allowed(
        done,
        <Button variant={task.done ? "secondary" : "primary"} size={size} {...icon(checkmark)} onPress={() => toggleDone([task])}>
          {done} {key("E")}
        </Button>,
      )}
      {allowed(
        t("tasks.snooze"),
        <Button size={size} {...icon(snoozeIcon)} aria-haspopup="menu" onPress={({ target }) => onChoose("snooze", target)}>
          {t("tasks.snooze")} {key("S")}
        </Button>,
      )}
      {allowed(
        t("tasks.assign"),
        <Button size={size} aria-haspopup="menu" onPress={({ target }) => onChoose("assign", target)}>
          {t("tasks.assign")} {key("A")}
        </Button>,
      )}
      <span data-end>
        <IconButton
          icon={more}
          size={size}
          label={t("common.more")}
          aria-haspopup="menu"
          onPress={({ target }) => onChoose("menu", target)}
        />
      </span>
    </>
  );
}
