import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import chevronUp from "@fluentui/svg-icons/icons/chevron_up_16_regular.svg?icon";
import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { useEffect, useRef } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { useReadOnTask } from "../../unread/useRead.ts";
import type { ChoiceKind } from "../choices/choice.ts";
import { useWhyNotTask } from "../rights.ts";
import { CreatedWords } from "./CreatedWords.tsx";
import { PeekBody } from "./PeekBody.tsx";
import { PeekFooter } from "./PeekFooter.tsx";
import styles from "./TaskPeek.module.css";

interface TaskPeekProps {
  task: Task;
  card: { readonly name: string; readonly href: string | undefined } | undefined;
  /** Opens the neighboring task; absent at the ends. */
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
  onChoose: (kind: ChoiceKind, task: Task, anchor: Element) => void;
  onClose: () => void;
}

/** One task beside the list, on a phone over it: everything about it, to be changed in its place. */
export function TaskPeek({ task, card, onPrevious, onNext, onChoose, onClose }: TaskPeekProps) {
  const t = useT();
  const isPhone = useIsPhone();
  useReadOnTask(task.id);
  const denial = useWhyNotTask()("update", task);
  const created = <CreatedWords task={task} />;
  const choose = (kind: ChoiceKind, anchor: Element) => onChoose(kind, task, anchor);
  const body = <PeekBody key={task.id} task={task} card={card} denial={denial} onChoose={choose} />;
  const panel = useRef<HTMLElement>(null);
  // Whoever comes to the task by a link, from its card or an email, has no row with the focus beside it.
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.focus();
  }, []);
  const footer = <PeekFooter task={task} isPhone={isPhone} denial={denial} onChoose={choose} />;
  if (isPhone)
    return (
      <Dialog isOpen title={t("tasks.one")} onClose={onClose} footer={footer}>
        <p className={styles.created}>{created}</p>
        {body}
      </Dialog>
    );
  return (
    <aside ref={panel} className={styles.peek} aria-label={t("tasks.one")} tabIndex={-1} data-peek>
      <header className={styles.head}>
        <span className={styles.created}>{created}</span>
        <IconButton
          icon={chevronUp}
          size={24}
          label={t("tasks.key.previous")}
          tooltip={
            <>
              {t("tasks.key.previous")} <Kbd keys="K" />
            </>
          }
          isDisabled={!onPrevious}
          onPress={() => onPrevious?.()}
        />
        <IconButton
          icon={chevronDown}
          size={24}
          label={t("tasks.key.next")}
          tooltip={
            <>
              {t("tasks.key.next")} <Kbd keys="J" />
            </>
          }
          isDisabled={!onNext}
          onPress={() => onNext?.()}
        />
        <IconButton icon={dismiss} size={24} label={t("common.close")} onPress={onClose} />
      </header>
      <div className={styles.scroll}>{body}</div>
      <footer className={styles.footer}>{footer}</footer>
    </aside>
  );
}
