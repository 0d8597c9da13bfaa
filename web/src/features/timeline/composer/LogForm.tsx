import {
  type CallStatus,
  callStatuses,
  type Communication,
  type CommunicationType,
  communicationTypes,
  type Direction,
} from "@kartis/core/activities/communications/schema.ts";
import type { Card } from "@kartis/core/cards/schema.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { dayOf, instantOf, timeIn } from "@kartis/core/kernel/zoned-time.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { DatePicker, TimeField } from "../../../ui/inputs/DateField.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextArea } from "../../../ui/inputs/TextArea.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { nowHere, todayHere, zone } from "../../dates/days.ts";
import type { DraftId } from "../changes/save.ts";
import type { Logged } from "../changes/logged.ts";
import { keepDraft, readDraft } from "../../../lib/device/drafts.ts";
import { CallNumber } from "./CallNumber.tsx";
import styles from "./composer.module.css";
import { useReach } from "./reach.ts";
import { useHeldInput } from "./useHeldInput.ts";
import { sayNotSaved } from "../changes/save.ts";

interface Draft {
  /** Id of the future entry: saving it again after a lost answer does not log it twice. */
  readonly communicationId?: ActivityId;
  readonly type: CommunicationType;
  readonly direction: Direction;
  readonly status: CallStatus;
  readonly number: string;
  /** `6:42`, or minutes alone. */
  readonly length: string;
  readonly link: string;
  readonly note: string;
  /** Absent for now. */
  readonly day?: string;
  /** Which instant "now" was when it was first saved, so that another try is about the same. */
  readonly sentAt?: string | undefined;
  readonly time?: string;
}

interface LogFormProps {
  type: CommunicationType;
  /** Card that it is logged on; absent when an entry is edited. */
  card?: Card;
  draftKey?: string;
  value?: Communication;
  sendLabel?: string;
  /** Answers why it was not saved. */
  onSend: (type: CommunicationType, logged: Logged, draft: DraftId) => Promise<string | undefined>;
  onClose: () => void;
}

const lengthOf = (seconds: number | null): string =>
  seconds === null ? "" : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** Minutes, or minutes and seconds; undefined for anything else. */
function secondsOf(length: string): number | null | undefined {
  const text = length.trim();
  if (text === "") return null;
  const match = /^(\d{1,4})(?::([0-5]?\d))?$/.exec(text);
  if (!match) return undefined;
  const seconds = Number(match[1]) * 60 + Number(match[2] ?? 0);
  return seconds <= 86_400 ? seconds : undefined;
}

const whenOf = (instant: string) => ({ day: dayOf(Date.parse(instant), zone), time: timeIn(Date.parse(instant), zone) });

const draftOf = (type: CommunicationType, value: Communication | undefined, number = ""): Draft => ({
  type,
  direction: value?.direction ?? "OUT",
  status: value?.status ?? "answered",
  number: value ? (value.number ?? "") : number,
  length: lengthOf(value?.seconds ?? null),
  link: value?.link ?? "",
  note: value?.note ?? "",
  ...(value ? whenOf(value.happenedAt) : {}),
});

/** A call, or a conversation elsewhere, written down by hand. ⌘Enter saves it. */
export function LogForm({ type, card, draftKey, value, sendLabel, onSend, onClose }: LogFormProps) {
  const t = useT();
  const numbers = useReach(card, "phone");
  const [draft, setDraft] = useState<Draft>(
    () => (card && draftKey ? readDraft<Draft>(card.id, draftKey) : undefined) ?? draftOf(type, value, numbers[0]),
  );
  /** Also for what is written while an answer is awaited. */
  const latest = useRef(draft);
  const [isSending, setSending] = useState(false);
  const [reason, setReason] = useState<string>();
  const isCall = draft.type === "CALL";
  const seconds = secondsOf(draft.length);
  const sent = draft.sentAt ? whenOf(draft.sentAt) : undefined;
  const keep = (next: Draft | undefined) => {
    if (card && draftKey) keepDraft(card.id, draftKey, next);
  };
  function change(part: Partial<Draft>) {
    const next = { ...latest.current, ...part };
    latest.current = next;
    setDraft(next);
    keep(next);
  }

  async function send() {
    if (isSending || seconds === undefined) return;
    setSending(true);
    setReason(undefined);
    const { communicationId = newId("act"), sentAt = new Date().toISOString() } = draft;
    change({ communicationId, sentAt });
    const { direction, status, number, link, note, day, time } = draft;
    const logged = {
      direction,
      happenedAt: day ? instantOf(day, time ?? "12:00", zone) : sentAt,
      note: note.trim() || null,
      number: isCall ? number.trim() || null : null,
      seconds: isCall && status === "answered" ? seconds : null,
      status: isCall ? status : null,
      link: isCall ? null : link.trim() || null,
    };
    const onMadeBefore = () => change({ communicationId: newId("act"), sentAt: undefined });
    const failure = await onSend(draft.type, logged, { id: communicationId, onMadeBefore });
    setSending(false);
    if (failure !== undefined) return form.current ? setReason(failure) : sayNotSaved(failure);
    keep(undefined);
    onClose();
  }

  const form = useRef<HTMLFormElement>(null);
  useHeldInput(form, isSending);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void send();
    else if (event.key === "Escape" && !event.defaultPrevented) onClose();
  });
  useEffect(() => {
    const { current } = form;
    const listener = (event: KeyboardEvent) => onKey(event);
    current?.addEventListener("keydown", listener);
    return () => current?.removeEventListener("keydown", listener);
  }, []);

  return (
    <form
      ref={form}
      className={styles.logForm}
      aria-label={t(isCall ? "timeline.logCall" : "timeline.logSocial")}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {!value?.callId && (
        <>
          <div className={styles.fields}>
            <SegmentedControl
              label={t("timeline.direction")}
              options={(["OUT", "IN"] as const).map((id) => ({ id, label: t(`timeline.direction.${id}`) }))}
              value={draft.direction}
              onChange={(direction) => change({ direction })}
            />
            {isCall ? (
              <SegmentedControl
                label={t("timeline.status")}
                options={callStatuses.map((id) => ({ id, label: t(`timeline.status.${id}`) }))}
                value={draft.status}
                onChange={(status) => change({ status })}
              />
            ) : (
              !value && (
                <Select
                  aria-label={t("timeline.channelOf")}
                  size={28}
                  options={communicationTypes
                    .filter((id) => id !== "CALL")
                    .map((id) => ({ id, label: t(`timeline.type.${id}`) }))}
                  value={draft.type}
                  onChange={(id) => change({ type: communicationTypes.find((known) => known === id) ?? draft.type })}
                />
              )
            )}
          </div>
          <div className={styles.fields}>
            {isCall ? (
              <>
                <CallNumber
                  value={draft.number}
                  numbers={numbers}
                  autoFocus={!value && draft.number === ""}
                  onChange={(number) => change({ number })}
                />
                {draft.status === "answered" && (
                  <TextField
                    label={t("timeline.length")}
                    placeholder="6:42"
                    textDirection="ltr"
                    value={draft.length}
                    errorMessage={seconds === undefined ? t("timeline.lengthInvalid") : undefined}
                    onChange={(length) => change({ length })}
                  />
                )}
              </>
            ) : (
              <TextField
                label={t("timeline.link")}
                type="url"
                autoFocus={!value}
                value={draft.link}
                onChange={(link) => change({ link })}
              />
            )}
            <DatePicker
              label={t("timeline.day")}
              value={draft.day ?? sent?.day ?? todayHere()}
              max={todayHere()}
              onChange={(day) => change(day ? { day, time: draft.time ?? sent?.time ?? nowHere() } : {})}
            />
            <TimeField
              label={t("timeline.time")}
              value={draft.time ?? sent?.time ?? nowHere()}
              onChange={(time) => change(time ? { time, day: draft.day ?? sent?.day ?? todayHere() } : {})}
            />
          </div>
        </>
      )}
      <TextArea
        label={t("timeline.note")}
        rows={2}
        // Whom the call was with stands there already.
        autoFocus={value ? Boolean(value.callId) : isCall && draft.number !== ""}
        value={draft.note}
        onChange={(note) => change({ note })}
      />
      {reason !== undefined && (
        <p className={styles.reason} role="alert">
          {reason}
        </p>
      )}
      <div className={styles.bar}>
        <span className={styles.send}>
          <Button size={28} variant="ghost" onPress={onClose}>
            {t(value ? "common.cancel" : "common.close")}
          </Button>
          <Button size={28} variant="primary" type="submit" isPending={isSending} isDisabled={seconds === undefined}>
            {sendLabel ?? t("timeline.log")} <Kbd keys="Mod+Enter" />
          </Button>
        </span>
      </div>
    </form>
  );
}
