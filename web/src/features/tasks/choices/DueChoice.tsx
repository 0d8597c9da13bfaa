import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import { parseDate } from "@internationalized/date";
import { useEffect, useRef, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Calendar } from "../../../ui/inputs/Calendar.tsx";
import { TimeField } from "../../../ui/inputs/DateField.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { readTypedInstant } from "../../fields/typed-dates.ts";
import { useRegion } from "../../../lib/organization.ts";
import { dueOf, isSkippedHere, nowHere, wallOfDue } from "../../dates/days.ts";
import { useDueWords } from "../../dates/useDueWords.ts";
import styles from "./choices.module.css";

const loadSpoken = () => import("../../dates/spoken.ts");
type Spoken = Awaited<ReturnType<typeof loadSpoken>>;

interface DueChoiceProps {
  anchor: Element;
  /** Current value; undefined for several that differ. */
  value: string | undefined;
  onChoose: (due: string) => void;
  onClose: () => void;
}

/** A day, with a time or without, typed as people write it (“tomorrow 10:00”) or picked. Enter takes what is typed; what cannot be read stays, with the reason. */
export function DueChoice({ anchor, value, onChoose, onClose }: DueChoiceProps) {
  const t = useT();
  const words = useDueWords();
  const triggerRef = useRef(anchor);
  const region = useRegion();
  const before = value === undefined ? undefined : wallOfDue(value);
  const [text, setText] = useState("");
  const [time, setTime] = useState<string | null>(before?.time ?? null);
  const [error, setError] = useState<string>();
  const { language } = t;
  const [spoken, setSpoken] = useState<Spoken>();
  useEffect(() => void loadSpoken().then(setSpoken, reportFailure), []);
  const read = (by: Spoken | undefined) =>
    readTypedInstant(text, { today: words.today, locale: words.locale, region }) ??
    by?.readSpoken(text, { language, today: words.today, now: nowHere(), locale: words.locale, region });
  const typed = read(spoken);
  const day = typed?.day ?? before?.day ?? words.today;

  function take(chosenDay: string, chosenTime: string | null | undefined) {
    if (isSkippedHere(chosenDay, chosenTime)) return setError(t("tasks.due.skipped"));
    onChoose(dueOf(chosenDay, chosenTime ?? undefined));
    return onClose();
  }

  function changeTime(next: string | null) {
    setTime(next);
    setError(undefined);
  }

  async function submit() {
    if (text.trim() === "") return take(day, time);
    // Typed faster than the words have come.
    const found = typed ?? read(await loadSpoken());
    if (!found) return setError(t("tasks.due.unreadable"));
    return take(found.day, found.time ?? time);
  }

  return (
    <Popover isOpen triggerRef={triggerRef} placement="bottom end" onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog aria-label={t("tasks.due")} className={styles.due ?? ""}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit().catch(reportFailure);
          }}
        >
          <div className={styles.fields}>
            <TextField
              aria-label={t("tasks.due")}
              placeholder={t("tasks.due.placeholder")}
              size={28}
              autoFocus
              value={text}
              onChange={(next) => {
                setText(next);
                setError(undefined);
              }}
              errorMessage={error}
            />
            <div className={styles.time}>
              <TimeField aria-label={t("tasks.due.time")} size={28} value={typed?.time ?? time} onChange={changeTime} />
              {time && <IconButton icon={dismiss} label={t("tasks.due.allDay")} onPress={() => changeTime(null)} />}
              <Button variant="primary" type="submit">
                {t("common.save")}
              </Button>
            </div>
          </div>
        </form>
        {/* Opened anew for another day, it shows that day's month. */}
        <Calendar
          key={day}
          value={parseDate(day)}
          onPick={(picked) => (picked ? take(picked.toString(), typed?.time ?? time) : setError(t("tasks.due.required")))}
        />
      </Dialog>
    </Popover>
  );
}
