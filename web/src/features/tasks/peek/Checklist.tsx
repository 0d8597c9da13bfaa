import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import { setChecklist } from "../changes/acts.ts";
import { DoneBox } from "../DoneBox.tsx";
import styles from "./TaskPeek.module.css";
import { TypedField } from "./TypedField.tsx";

const most = 100;

/** The steps of a task: ticked, renamed, added and removed in their place. */
export function Checklist({ task, isReadOnly }: { task: Task; isReadOnly: boolean }) {
  const t = useT();
  const [text, setText] = useState("");
  const { checklist } = task;
  const addStep = () => {
    const step = text.trim();
    if (step === "") return;
    setText("");
    if (!isReadOnly && checklist.length < most)
      setChecklist(task, [...checklist, { id: crypto.randomUUID(), text: step, done: false }]);
  };
  // The details may close without the field having been left: by a key, or by the Back of a phone.
  const leave = useEffectEvent(addStep);
  useEffect(() => () => leave(), []);
  const without = (id: string) => checklist.filter((item) => item.id !== id);
  return (
    <div className={styles.checklist}>
      {checklist.map((item) => (
        <div key={item.id} className={styles.item}>
          <DoneBox
            label={item.text}
            isDone={item.done}
            isDisabled={isReadOnly}
            onChange={() => {
              if (isReadOnly) return;
              setChecklist(
                task,
                checklist.map((other) => (other.id === item.id ? { ...other, done: !other.done } : other)),
              );
            }}
          />
          <TypedField
            task={task}
            name={`item:${item.id}`}
            label={t("tasks.checklist.item")}
            value={item.text}
            patchOf={(next, now) => ({
              checklist: now.checklist.map((other) => (other.id === item.id ? { ...other, text: next } : other)),
            })}
            look="item"
            message={t("tasks.checklistChanged")}
            isReadOnly={isReadOnly}
            isStruck={item.done}
            maxLength={500}
            onEmpty={() => setChecklist(task, without(item.id))}
          />
          {!isReadOnly && (
            <IconButton
              icon={dismiss}
              size={24}
              label={t("common.removeNamed", { name: item.text })}
              onPress={() => setChecklist(task, without(item.id))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && checklist.length < most && (
        <form
          className={styles.item}
          onSubmit={(event) => {
            event.preventDefault();
            addStep();
          }}
        >
          <Icon of={add} />
          <input
            className={styles.newItem}
            {...(text === "" ? {} : { dir: "auto" })}
            aria-label={t("tasks.checklist.add")}
            placeholder={t("tasks.checklist.add")}
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onBlur={addStep}
            onKeyDown={(event) => {
              if (event.key !== "Escape") return;
              event.stopPropagation();
              setText("");
            }}
          />
        </form>
      )}
    </div>
  );
}
