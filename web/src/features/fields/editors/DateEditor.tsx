import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { parseDate } from "@internationalized/date";
import { useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Calendar } from "../../../ui/inputs/Calendar.tsx";
import { useRegion, useTimeZone } from "../../../lib/organization.ts";
import { sameValue, type PlacedEditorProps, type Then } from "./editing.ts";
import { EditorPopover, editorKey } from "./EditorPopover.tsx";
import styles from "./Editor.module.css";
import { instantOf, wallOf } from "../instants.ts";
import { readTypedDay, readTypedInstant, readTypedTime } from "../typed-dates.ts";
import { typedMessage } from "../typed-moments.ts";
import { asText, isEmpty } from "../values.ts";

const InvalidReason = later(async () => (await import("./InvalidReason.tsx")).InvalidReason);

/** A day that was chosen without an hour begins with the working day. */
const defaultTime = "09:00";

/**
 * A day, a time or both, typed as people write them (“tomorrow”, “3.1.27 14:30”) or picked from the calendar below: Enter, Tab and leaving commit, Escape
 * restores. What cannot be read stays, with the reason.
 */
export function DateEditor({ field, value, initialText, place, onCommit, onCancel, onInvalid }: PlacedEditorProps) {
  const t = useT();
  const format = useFormat();
  const timeZone = useTimeZone();
  const [{ day: today, time: now }] = useState(() => wallOf(new Date().toISOString(), timeZone));
  const typist = { today, locale: format.locale, region: useRegion() };
  const { moment } = fieldTraits[field.type];
  const before = isEmpty(value) ? "" : printed();
  const [text, setText] = useState(initialText ?? before);
  const [error, setError] = useState<string>();
  const frame = useRef<HTMLSpanElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLDivElement>(null);
  const isOver = useRef(false);
  const wall = wallTyped();

  function printed(): string {
    if (moment === "day") return format.day(asText(value));
    return moment === "instant" ? format.dateTime(asText(value)) : format.timeOfDay(asText(value));
  }

  /** Parses the text; undefined if it cannot be read. An untouched text keeps its value, since the display may omit seconds. */
  function wallTyped(): { day?: string | undefined; time?: string | undefined } | undefined {
    if (text === before && !isEmpty(value)) {
      if (moment === "instant") return wallOf(asText(value), timeZone);
      return moment === "day" ? { day: asText(value) } : { time: asText(value) };
    }
    if (moment === "time") {
      const time = readTypedTime(text);
      return time ? { time } : undefined;
    }
    const day = moment === "day" ? readTypedDay(text, typist) : undefined;
    if (moment === "day") return day ? { day } : undefined;
    return readTypedInstant(text, typist);
  }

  function finish(next: string | null, then: Then) {
    isOver.current = true;
    if (sameValue(next, value) && then === "stay") onCancel();
    else onCommit(next, then);
  }

  /** Reads phrases that only the quick-add line understands; its vocabulary is loaded on demand. */
  async function spoken() {
    const { readSpoken } = await import("../../dates/spoken.ts");
    const read = moment === "time" ? undefined : readSpoken(text, { ...typist, language: t.language, now });
    return moment === "day" && read?.time !== undefined ? undefined : read;
  }

  async function commit(then: Then, isLeft = false) {
    if (isOver.current) return;
    if (text === before) return finish(isEmpty(value) ? null : asText(value), then);
    if (text.trim() === "") return field.required ? setError(t("validation.required")) : finish(null, then);
    isOver.current = true;
    const { day, time } = wallTyped() ?? (await spoken().catch(reportFailure)) ?? {};
    if (moment === "time" && time) return finish(time, then);
    if (moment === "day" && day) return finish(day, then);
    if (moment === "instant" && day) return finish(instantOf(day, time ?? defaultTime, timeZone), then);
    const wrong = moment === "time" ? "validation.time" : moment === "day" ? "validation.date" : "validation.datetime";
    isOver.current = false;
    const reason = typedMessage(t, wrong, typist.region);
    setError(reason);
    onInvalid?.(text, reason);
    // Whoever has gone on to another field writes there.
    if (!isLeft) input.current?.focus();
  }

  function cancel() {
    isOver.current = true;
    onCancel();
  }

  const onTab = (isBack: boolean) => void commit(isBack ? "previous" : "next");

  function onKeyDown(event: KeyboardEvent) {
    event.stopPropagation();
    if (event.nativeEvent.isComposing || editorKey(event.nativeEvent, onTab, cancel)) return;
    if (event.key === "Enter") void commit(event.shiftKey && place === "cell" ? "above" : "stay");
    else if (event.key === "ArrowDown") {
      event.preventDefault();
      calendar.current?.querySelector<HTMLElement>("[role=button][tabindex='0']")?.focus();
    }
  }

  function pick(day: string | null) {
    if (day === null) return field.required ? setError(t("validation.required")) : finish(null, "stay");
    if (moment === "day") return finish(day, "stay");
    // The hour comes next.
    setText(format.dateTime(instantOf(day, wall?.time ?? defaultTime, timeZone)));
    setError(undefined);
    input.current?.focus();
  }

  return (
    <>
      <span ref={frame} className={styles.frame} data-place={place} data-invalid={error !== undefined || undefined}>
        <input
          ref={input}
          className={styles.input}
          aria-label={field.label}
          aria-invalid={error !== undefined}
          dir="auto"
          value={text}
          placeholder={moment === "time" ? "" : t("cards.date.placeholder")}
          // The editor exists because the user asked to edit.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onFocus={(event: FocusEvent<HTMLInputElement>) => initialText === undefined && event.currentTarget.select()}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(undefined);
          }}
          onBlur={({ relatedTarget }) => calendar.current?.contains(relatedTarget) || void commit("stay", true)}
          onKeyDown={onKeyDown}
        />
        {error && <InvalidReason place={frame} reason={error} />}
      </span>
      {moment !== "time" && !error && (
        <EditorPopover
          frame={frame}
          label={t("common.openCalendar")}
          onLeave={() => void commit("stay", true)}
          onTab={onTab}
          onEscape={cancel}
        >
          <div ref={calendar}>
            {/* Opened anew for another day, it shows that day's month. */}
            <Calendar
              key={wall?.day ?? ""}
              value={wall?.day ? parseDate(wall.day) : null}
              onPick={(day) => pick(day?.toString() ?? null)}
            />
          </div>
        </EditorPopover>
      )}
    </>
  );
}
