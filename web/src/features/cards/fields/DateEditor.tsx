import { useRef, useState, type KeyboardEvent } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { useT } from "../../../lib/i18n.tsx";
import { DatePicker, TimeField } from "../../../ui/DateField.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import { useTimeZone } from "../members.tsx";
import { Display } from "./Display.tsx";
import { sameValue, type EditorProps } from "./editing.ts";
import styles from "./Editor.module.css";
import { instantOf, wallOf } from "./instants.ts";
import { fieldTraits } from "./traits.ts";
import { asText, isEmpty } from "./values.ts";

/** A day, a time or both, below the place of the value: Enter and leaving commit, Escape restores. */
export function DateEditor({ field, value, place, onCommit, onCancel }: EditorProps & { place: "cell" | "card" }) {
  const t = useT();
  const timeZone = useTimeZone();
  const frame = useRef<HTMLSpanElement>(null);
  const isOver = useRef(false);
  const { control } = fieldTraits[field.type];
  const [wall, setWall] = useState(() => {
    if (isEmpty(value)) return { day: null, time: null };
    if (control === "datetime") return wallOf(asText(value), timeZone);
    return control === "date" ? { day: asText(value), time: null } : { day: null, time: asText(value) };
  });

  function current(): string | null {
    if (control === "time") return wall.time;
    if (control === "date") return wall.day;
    return wall.day ? instantOf(wall.day, wall.time ?? "09:00", timeZone) : null;
  }

  function commit() {
    if (isOver.current) return;
    isOver.current = true;
    const next = current();
    if (sameValue(next, value) || (next === null && field.required)) onCancel();
    else onCommit(next, "stay");
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && event.target instanceof HTMLElement && event.target.role === "spinbutton") {
      event.preventDefault();
      commit();
    } else if (event.key === "Escape") {
      isOver.current = true;
      onCancel();
    }
  }

  return (
    <>
      <span ref={frame} className={styles.frame} data-place={place}>
        {!isEmpty(value) && <Display field={field} value={value} place="cell" />}
      </span>
      <Popover isOpen triggerRef={frame} placement="bottom start" offset={3} onOpenChange={(isOpen) => !isOpen && commit()}>
        <Dialog aria-label={field.label} className={styles.dates ?? ""}>
          {/* Keys bubble from the segments; the box itself takes no focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
          <div className={styles.fields} onKeyDown={onKeyDown}>
            {control !== "time" && (
              <DatePicker
                label={t("fields.type.date")}
                value={wall.day}
                onChange={(day) => setWall({ ...wall, day })}
                autoFocus
              />
            )}
            {control !== "date" && (
              <TimeField
                label={t("fields.type.time")}
                value={wall.time}
                onChange={(time) => setWall({ ...wall, time })}
                autoFocus={control === "time"}
              />
            )}
          </div>
        </Dialog>
      </Popover>
    </>
  );
}
