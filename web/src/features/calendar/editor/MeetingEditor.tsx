import repeatIcon from "@fluentui/svg-icons/icons/arrow_repeat_all_16_regular.svg?icon";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import type { Rule } from "@kartis/core/activities/recurrence/schema.ts";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import type { AppError } from "../../../lib/errors.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { DatePicker, TimeField } from "../../../ui/inputs/DateField.tsx";
import { NumberField } from "../../../ui/inputs/NumberField.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextArea } from "../../../ui/inputs/TextArea.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { TokenComboBox } from "../../../ui/inputs/TokenComboBox.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { AttachmentsField } from "../../attachments/AttachmentsField.tsx";
import { useAttachments } from "../../attachments/useAttachments.ts";
import { useAssignable, useMembers } from "../../cards/members.tsx";
import { reasonOf } from "../../tasks/changes/change.ts";
import { CustomRepeat } from "../../repeat/later.ts";
import { RepeatChoice } from "../../repeat/RepeatChoice.tsx";
import { useRepeatWords } from "../../repeat/useRepeatWords.ts";
import { reminderWords } from "../../reminders/words.ts";
import { useMinutesWords } from "../useMeetingWords.ts";
import { type Draft, type DraftErrors, errorsOf } from "./draft.ts";
import { GuestsField } from "./GuestsField.tsx";
import styles from "./MeetingEditor.module.css";
import { Times } from "./Times.tsx";

interface MeetingEditorProps {
  initial: Draft;
  /** What was typed before and not saved. */
  begun?: Draft | undefined;
  isNew: boolean;
  /** Under which a new one will be made. */
  meetingId: ActivityId;
  /** What the cards of guests are called. */
  nameOf: (cardId: string) => string | undefined;
  /** Answers why it was not saved; or that one has thought better of it. Says when saving begins: something may be asked before. */
  onSave: (draft: Draft, begin: () => void) => Promise<AppError | "canceled" | undefined>;
  /** With each change; undefined once there is nothing to keep. */
  onKeep: (draft: Draft | undefined) => void;
  /** Throws away what was typed before. */
  onStartOver: () => void;
  onClose: () => void;
  /** Called when Cancel throws away what was typed, with what that was, if it was anything. Without it Cancel keeps it, as Escape does. */
  onDiscard?: (draft: Draft | undefined) => void;
  children?: ReactNode;
}

/** SPEC section 9; any other is typed. The schema has them too, and would bring its library along. */
const offeredMinutes = [15, 30, 45, 60, 75, 90, 105, 120];
const reminders = [null, 5, 10, 15, 30, 45, 60, 1440] as const;
const own = "own";

/** A meeting with everything that is written of it. */
export function MeetingEditor(props: MeetingEditorProps) {
  const { initial, begun, isNew, meetingId, nameOf, onSave, onKeep, onStartOver, onClose, onDiscard, children } = props;
  const t = useT();
  const members = useMembers();
  const assignable = useAssignable();
  const minutesWords = useMinutesWords();
  const [draft, setDraft] = useState(begun ?? initial);
  const [shown, setShown] = useState<DraftErrors>({});
  const [refusal, setRefusal] = useState<AppError>();
  const [isPending, setPending] = useState(false);
  const [isOwnLength, setOwnLength] = useState(!offeredMinutes.some((minutes) => minutes === draft.minutes));
  const [guestRest, setGuestRest] = useState("");
  const files = useAttachments({
    activityId: meetingId,
    files: draft.attachments,
    saved: initial.attachments,
    lost: begun?.lostFiles,
    onChange: (next) => {
      setDraft((before) => ({ ...before, attachments: next(before.attachments) }));
      setRefusal(undefined);
    },
  });
  const isDirty = files.isBusy || JSON.stringify(draft) !== JSON.stringify(initial);
  // Of files only the names are kept: what is closed without being saved takes those along that were uploaded for it.
  const { lostFiles: _, ...written } = draft;
  const added = draft.attachments.filter(({ fileId }) => initial.attachments.every((file) => file.fileId !== fileId));
  const lostFiles = [...added.map(({ name }) => name), ...files.unfinished];
  const kept = { ...written, attachments: initial.attachments, ...(lostFiles.length > 0 ? { lostFiles } : {}) };
  const keep = useEffectEvent(() => onKeep(JSON.stringify(kept) === JSON.stringify(initial) ? undefined : kept));
  const unfinished = files.unfinished.join("\n");
  useEffect(() => keep(), [draft, unfinished]);
  const say = (key: string | undefined) => (key === undefined ? undefined : (t.find(key) ?? key));
  const fieldError = (name: string) => say(refusal?.fields?.[name]);

  function set(change: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...change }));
    setShown({});
    setRefusal(undefined);
  }
  function setDay(day: string | null) {
    // What took three days takes three days.
    const { day: before, lastDay } = draft;
    const shift = day && before && lastDay ? Date.parse(day) - Date.parse(before) : 0;
    set({ day, lastDay: day && lastDay ? new Date(Date.parse(lastDay) + shift).toISOString().slice(0, 10) : day });
  }
  async function submit() {
    const errors = errorsOf(draft);
    setShown(errors);
    if (Object.keys(errors).length > 0 || guestRest !== "" || isPending || files.isBusy) return;
    setRefusal(undefined);
    const error = await onSave(draft, () => setPending(true));
    setPending(false);
    if (error === undefined) {
      onKeep(undefined);
      onClose();
    } else if (error !== "canceled") setRefusal(error);
  }

  const people = [
    ...assignable,
    ...members.filter(({ userId, isAssignable }) => !isAssignable && draft.participants.includes(userId)),
  ];
  const general =
    refusal &&
    Object.keys(refusal.fields ?? {}).every((name) => !["title", "guests", "start", "minutes", "attachments"].includes(name))
      ? reasonOf(refusal)
      : undefined;
  return (
    <FormDialog
      title={t(isNew ? "calendar.new" : "calendar.edit")}
      action={t(isNew ? "calendar.create" : "common.save")}
      size={560}
      isDirty={isDirty}
      isPending={isPending}
      pendingLabel={t("common.saving")}
      onSubmit={() => void submit()}
      onClose={() => {
        files.discard();
        onClose();
      }}
      onCancel={
        onDiscard &&
        (() => {
          files.discard();
          onDiscard(isDirty ? kept : undefined);
        })
      }
    >
      {begun && (
        <p className={styles.begun} role="status">
          {t("calendar.draft")}
          <Button size={24} variant="ghost" onPress={onStartOver}>
            {t("calendar.startOver")}
          </Button>
        </p>
      )}
      <TextField
        label={t("calendar.title")}
        isRequired
        autoFocus
        value={draft.title}
        onChange={(title) => set({ title })}
        maxLength={500}
        errorMessage={say(shown.title) ?? fieldError("title")}
      />
      <div className={styles.when}>
        <DatePicker
          label={t("calendar.day")}
          isRequired
          value={draft.day}
          onChange={setDay}
          errorMessage={say(shown.day) ?? fieldError("start")}
        />
        {draft.isAllDay ? (
          <DatePicker
            label={t("calendar.lastDay")}
            value={draft.lastDay}
            onChange={(lastDay) => set({ lastDay })}
            errorMessage={say(shown.lastDay)}
          />
        ) : (
          <>
            <TimeField
              label={t("tasks.due.time")}
              isRequired
              value={draft.time}
              onChange={(time) => set({ time })}
              errorMessage={say(shown.time)}
            />
            {isOwnLength ? (
              <NumberField
                label={t("calendar.minutes")}
                minValue={1}
                maxValue={10_080}
                value={draft.minutes}
                onChange={(minutes) => set({ minutes })}
                errorMessage={say(shown.minutes) ?? fieldError("minutes")}
              />
            ) : (
              <Select
                label={t("calendar.duration")}
                options={[
                  ...offeredMinutes.map((minutes) => ({ id: String(minutes), label: minutesWords(minutes) })),
                  { id: own, label: t("calendar.duration.own") },
                ]}
                value={String(draft.minutes)}
                onChange={(id) => (id === own ? setOwnLength(true) : set({ minutes: Number(id) }))}
              />
            )}
          </>
        )}
      </div>
      <div className={styles.pair}>
        <Checkbox isSelected={draft.isAllDay} onChange={(isAllDay) => set({ isAllDay })}>
          {t("calendar.allDay")}
        </Checkbox>
        <Repeat draft={draft} onChange={(repeat) => set({ repeat })} />
      </div>
      <TextField
        label={t("tasks.location")}
        placeholder={t("calendar.location.placeholder")}
        value={draft.location}
        onChange={(location) => set({ location })}
        maxLength={500}
      />
      <TokenComboBox
        label={t("calendar.participants")}
        options={people.map(({ userId, name }) => ({ id: userId, label: name }))}
        value={draft.participants}
        onChange={(participants) => set({ participants })}
        errorMessage={fieldError("participants")}
      />
      <Times draft={draft} except={isNew ? undefined : meetingId} onChoose={set} />
      <GuestsField
        guests={draft.guests}
        nameOf={nameOf}
        onChange={(guests) => set({ guests })}
        onRest={setGuestRest}
        errorMessage={fieldError("guests")}
      />
      {draft.guests.length > 0 && (
        <div className={styles.notify} role="group" aria-label={t("calendar.notify")}>
          <Notice of="invite" draft={draft} onChange={set} />
          <Notice of="changes" draft={draft} onChange={set} />
        </div>
      )}
      <div className={styles.pair}>
        <Select
          label={t("calendar.reminder")}
          options={reminders.map((minutes) => ({ id: String(minutes), label: reminderWords(minutes, t) }))}
          value={String(draft.reminder)}
          onChange={(id) => set({ reminder: reminders.find((minutes) => String(minutes) === id) ?? null })}
        />
        <Select
          label={t("calendar.timeZone")}
          options={zones(draft.timeZone)}
          value={draft.timeZone}
          onChange={(timeZone) => set({ timeZone })}
        />
      </div>
      {draft.guests.length > 0 && draft.reminder !== null && <Notice of="remind" draft={draft} onChange={set} />}
      <TextArea
        label={t("tasks.description")}
        rows={2}
        value={draft.description}
        onChange={(description) => set({ description })}
        maxLength={20_000}
      />
      <AttachmentsField of={files} errorMessage={fieldError("attachments")} />
      {children}
      {general && (
        <p role="alert" className={styles.refusal}>
          {general}
        </p>
      )}
    </FormDialog>
  );
}

interface NoticeProps {
  of: keyof Draft["notify"];
  draft: Draft;
  onChange: (changed: Pick<Draft, "notify">) => void;
}

/** Which mails guests get. */
function Notice({ of, draft: { notify }, onChange }: NoticeProps) {
  const t = useT();
  return (
    <Checkbox isSelected={notify[of]} onChange={(isSent) => onChange({ notify: { ...notify, [of]: isSent } })}>
      {t(`calendar.notify.${of}`)}
    </Checkbox>
  );
}

const zones = (chosen: string) =>
  [...new Set([chosen, "UTC", ...Intl.supportedValuesOf("timeZone")])].map((id) => ({ id, label: id.replaceAll("_", " ") }));

function Repeat({ draft, onChange }: { draft: Draft; onChange: (rule: Rule | null) => void }) {
  const t = useT();
  const words = useRepeatWords();
  const [anchor, setAnchor] = useState<Element>();
  const [choice, setChoice] = useState<"offers" | "own">();
  const value = draft.repeat ? words(draft.repeat) : t("tasks.repeat.none");
  const shared = {
    due: draft.day ?? "2026-01-01",
    value: draft.repeat,
    onChoose: onChange,
    onClose: () => setChoice((now) => (now === "offers" ? undefined : now)),
  };
  return (
    <>
      <Button
        icon={repeatIcon}
        variant="ghost"
        aria-label={t("tasks.factNamed", { label: t("tasks.repeat"), value })}
        aria-haspopup="menu"
        isDisabled={draft.day === null}
        onPress={({ target }) => {
          setAnchor(target);
          setChoice("offers");
        }}
      >
        {value}
      </Button>
      {choice === "offers" && anchor && <RepeatChoice {...shared} anchor={anchor} onCustom={() => setChoice("own")} />}
      {choice === "own" && <CustomRepeat {...shared} onClose={() => setChoice(undefined)} />}
    </>
  );
}
