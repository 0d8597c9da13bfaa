import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { useEffect, useEffectEvent, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import type { Choice, ChoiceKind } from "../../tasks/choices/choice.ts";
import { Choices } from "../../tasks/choices/Choices.tsx";
import { useOpenTask } from "../../tasks/list/useOpenTask.ts";
import { TaskPeek } from "../../tasks/peek/TaskPeek.tsx";
import { permitted } from "../../tasks/rights.ts";

interface TaskBesideProps {
  /** Task named in the address. */
  taskId: ActivityId;
  cards: Readonly<Record<string, { readonly name: string; readonly typeId: string }>>;
  onClose: () => void;
}

/** A task beside the calendar, to be changed in its place. */
export function TaskBeside({ taskId, cards, onClose }: TaskBesideProps) {
  const t = useT();
  const { open, isGone, cardOf } = useOpenTask(taskId, { sections: undefined, cards });
  const [choice, setChoice] = useState<Choice>();
  const leave = useEffectEvent(() => {
    showToast({ tone: "info", code: "tasks.gone", givesWay: true, title: t("tasks.gone") });
    onClose();
  });
  useEffect(() => {
    if (isGone) leave();
  }, [isGone]);

  function choose(kind: ChoiceKind, tasks: Choice["tasks"], anchor: Element | undefined) {
    const may = kind === "menu" ? tasks : permitted("update", tasks);
    if (anchor && may.length > 0) setChoice({ kind, tasks: may, anchor });
  }
  if (!open) return null;
  const [chosen] = choice?.tasks ?? [];
  return (
    <>
      <TaskPeek
        task={open}
        card={cardOf(open)}
        onPrevious={undefined}
        onNext={undefined}
        onChoose={(kind, task, anchor) => choose(kind, [task], anchor)}
        onClose={onClose}
      />
      {choice && chosen && (
        <Choices
          choice={choice}
          cardHref={cardOf(chosen)?.href}
          selection={undefined}
          onChoice={choose}
          onClose={() => setChoice(undefined)}
        />
      )}
    </>
  );
}
