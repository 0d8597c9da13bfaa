import bell from "@fluentui/svg-icons/icons/alert_16_regular.svg?icon";
import calendar from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { entersAtOnce } from "../../../lib/keys/held-typing.ts";
import { useT } from "../../../lib/i18n.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import type { NewTask } from "../changes/create.ts";
import { reminderWords } from "../../reminders/words.ts";
import { DueChoice } from "../choices/DueChoice.tsx";
import { ReminderChoice } from "../choices/ReminderChoice.tsx";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import parts from "../parts.module.css";
import { wallOfDue } from "../../dates/days.ts";
import { useDueWords } from "../../dates/useDueWords.ts";
import { Highlighted } from "./Highlighted.tsx";
import { NotCreated } from "./NotCreated.tsx";
import { Sending } from "./Sending.tsx";
import styles from "./QuickAdd.module.css";
import { useDraft } from "./useDraft.ts";
import { usePersonList } from "./usePersonList.tsx";
import { useUnsaved } from "./useUnsaved.ts";
import { WillCreate } from "./WillCreate.tsx";

export type QuickAddHandle = Pick<HTMLInputElement, "focus" | "blur">;

interface QuickAddProps {
  ref: Ref<QuickAddHandle>;
  /** Values that a new task in this list gets. */
  given: Partial<NewTask>;
  /** Escape leaves it for the list. */
  onLeave: () => void;
}

/**
 * A line and Enter make a task: “call Dana tomorrow 10:00 #high @noa”. What is understood is marked while it is typed, Backspace behind it turns it back into
 * words, and the line is ready for the next task. What could not be created stays below it, with the reason.
 */
export function QuickAdd({ ref, given, onLeave }: QuickAddProps) {
  const t = useT();
  const words = useDueWords();
  const isPhone = useIsPhone();
  const draft = useDraft(given);
  const { unsaved, sending, create, take } = useUnsaved();
  const [choosing, setChoosing] = useState<{ what: "due" | "reminder"; anchor: Element }>();
  const [isTitleMissing, setTitleMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const mirror = useRef<HTMLDivElement>(null);
  const people = usePersonList({ draft, input, mirror });
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus(), blur: () => input.current?.blur() }));
  const { task } = draft;

  function submit() {
    if (draft.text.trim() === "") return;
    if (task.title === "") return setTitleMissing(true);
    // What is wrong is said below the line, which stays.
    if (draft.isDueSkipped) return;
    create(task);
    draft.clear();
  }

  function backToLine() {
    setChoosing(undefined);
    setTimeout(() => input.current?.focus());
  }

  return (
    <form
      className={styles.add}
      data-at-bottom
      {...{ [entersAtOnce]: true }}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className={styles.box}>
        <Icon of={add} />
        <div className={styles.line}>
          <Highlighted ref={mirror} text={draft.text} tokens={draft.tokens} scrolled={draft.scrolled} />
          <input
            ref={input}
            className={styles.input}
            {...(draft.text === "" ? {} : { dir: "auto" })}
            aria-label={t("tasks.add")}
            placeholder={t(isPhone ? "tasks.add" : "tasks.add.placeholder")}
            autoComplete="off"
            enterKeyHint="done"
            maxLength={500}
            value={draft.text}
            onChange={(event) => {
              setTitleMissing(false);
              draft.type(event.currentTarget);
            }}
            onSelect={(event) => draft.moveCaret(event.currentTarget)}
            onScroll={(event) => draft.scroll(event.currentTarget.scrollLeft)}
            {...people.attributes}
            onKeyDown={(event) => {
              if (people.onKeyDown(event)) event.stopPropagation();
              else if (event.key === "Backspace" && draft.tokenBehind) {
                event.preventDefault();
                draft.turnIntoWords(draft.tokenBehind);
              } else if (event.key === "Escape") {
                event.stopPropagation();
                if (draft.text === "") onLeave();
                else draft.clear();
              }
            }}
          />
          {people.list}
        </div>
        {isPhone && draft.text !== "" ? (
          // The line needs the room, and the date is said below it.
          <IconButton
            icon={calendar}
            size={24}
            label={t("tasks.add.due", { due: words.inFull(task.due) })}
            aria-haspopup="dialog"
            onPress={({ target }) => setChoosing({ what: "due", anchor: target })}
          />
        ) : (
          <AriaButton
            className={styles.due ?? ""}
            aria-label={t("tasks.add.due", { due: words.inFull(task.due) })}
            aria-haspopup="dialog"
            onPress={({ target }) => setChoosing({ what: "due", anchor: target })}
          >
            {/* Of a time that does not exist, the day alone is said. */}
            <span className={parts.due}>{words.inFull(draft.isDueSkipped ? wallOfDue(task.due).day : task.due)}</span>
          </AriaButton>
        )}
        {draft.text !== "" && (
          <IconButton
            icon={bell}
            size={24}
            label={t("reminders.chosen", { reminder: reminderWords(task.reminder ?? null, t) })}
            aria-haspopup="dialog"
            onPress={({ target }) => setChoosing({ what: "reminder", anchor: target })}
          />
        )}
        {draft.text !== "" && <Kbd keys="Enter" />}
      </div>
      {draft.isDueSkipped && (
        <p className={styles.missing} role="alert">
          {t("tasks.due.skipped")}
        </p>
      )}
      {draft.text.trim() !== "" && !isTitleMissing && !draft.isDueSkipped && (
        <WillCreate
          task={task}
          named={draft.named}
          onChooseCard={draft.chooseCard}
          isBehindToken={draft.tokenBehind !== undefined}
        />
      )}
      {isTitleMissing && (
        <p className={styles.missing} role="alert">
          {t("tasks.add.noTitle")}
        </p>
      )}
      {sending.map((one) => (
        <Sending key={one.id} title={one.task.title} />
      ))}
      {unsaved.map((one) => (
        <NotCreated
          key={one.id}
          unsaved={one}
          onRetry={() => create(one.task, one.id)}
          onEdit={() => {
            take(one.id);
            draft.resume(one.task);
            input.current?.focus();
          }}
        />
      ))}
      {choosing?.what === "due" && (
        <DueChoice anchor={choosing.anchor} value={task.due} onChoose={draft.setDue} onClose={backToLine} />
      )}
      {choosing?.what === "reminder" && (
        <ReminderChoice
          anchor={choosing.anchor}
          value={task.reminder ?? null}
          onChoose={draft.setReminder}
          onClose={backToLine}
        />
      )}
    </form>
  );
}
