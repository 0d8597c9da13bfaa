import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import { type FormEvent, type Ref, useImperativeHandle, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { DueChoice } from "../choices/DueChoice.tsx";
import { createTask, type NewTask } from "../changes/create.ts";
import parts from "../parts.module.css";
import { useDueWords } from "../useDueWords.ts";
import { NotCreated, type Unsaved } from "./NotCreated.tsx";
import styles from "./QuickAdd.module.css";

export type QuickAddHandle = Pick<HTMLInputElement, "focus" | "blur">;

interface QuickAddProps {
  ref: Ref<QuickAddHandle>;
  /** What a new task of this list has besides. */
  given: Partial<NewTask>;
  /** Escape leaves it for the list. */
  onLeave: () => void;
}

/** A title and Enter make a task, and the line is ready for the next. What could not be created stays below it, with the reason. */
export function QuickAdd({ ref, given, onLeave }: QuickAddProps) {
  const t = useT();
  const words = useDueWords();
  const [title, setTitle] = useState("");
  const [due, setDue] = useState<string>();
  const [anchor, setAnchor] = useState<Element>();
  const [unsaved, setUnsaved] = useState<readonly Unsaved[]>([]);
  const input = useRef<HTMLInputElement>(null);
  const shownDue = due ?? words.today;

  useImperativeHandle(ref, () => ({
    focus: () => input.current?.focus(),
    blur: () => input.current?.blur(),
  }));

  async function create(task: NewTask, id: string = crypto.randomUUID()) {
    setUnsaved((all) => all.map((one) => (one.id === id ? { ...one, isPending: true } : one)));
    const reason = await createTask(task);
    setUnsaved((all) => {
      const others = all.filter((one) => one.id !== id);
      return reason === undefined ? others : [...others, { id, task, reason, isPending: false }];
    });
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    if (title.trim() === "") return;
    create({ ...given, title: title.trim(), due: shownDue }).catch(reportFailure);
    setTitle("");
    setDue(undefined);
  }

  return (
    <form className={styles.add} onSubmit={onSubmit}>
      <div className={styles.box}>
        <Icon of={add} />
        <input
          ref={input}
          className={styles.input}
          {...(title === "" ? {} : { dir: "auto" })}
          aria-label={t("tasks.add")}
          placeholder={t("tasks.add")}
          autoComplete="off"
          enterKeyHint="done"
          maxLength={500}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            event.stopPropagation();
            if (title === "") onLeave();
            else setTitle("");
          }}
        />
        <AriaButton
          className={styles.due ?? ""}
          aria-label={t("tasks.add.due", { due: words.inFull(shownDue) })}
          aria-haspopup="dialog"
          onPress={({ target }) => setAnchor(target)}
        >
          <span className={parts.due}>{words.inFull(shownDue)}</span>
        </AriaButton>
        {title !== "" && <Kbd keys="Enter" />}
      </div>
      {unsaved.map((one) => (
        <NotCreated
          key={one.id}
          unsaved={one}
          onRetry={() => void create(one.task, one.id).catch(reportFailure)}
          onEdit={() => {
            setUnsaved((all) => all.filter(({ id }) => id !== one.id));
            setTitle(one.task.title);
            setDue(one.task.due);
            input.current?.focus();
          }}
        />
      ))}
      {anchor && (
        <DueChoice
          anchor={anchor}
          value={shownDue}
          onChoose={setDue}
          onClose={() => {
            setAnchor(undefined);
            setTimeout(() => input.current?.focus());
          }}
        />
      )}
    </form>
  );
}
