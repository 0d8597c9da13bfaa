import type { FileReference } from "@kartis/core/files/schema.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { type AppError, mayHaveArrived } from "../../../lib/errors.ts";
import { Link } from "../../../ui/actions/Link.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextArea } from "../../../ui/inputs/TextArea.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { TokenComboBox } from "../../../ui/inputs/TokenComboBox.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { AttachmentsField } from "../../attachments/AttachmentsField.tsx";
import { useAttachments } from "../../attachments/useAttachments.ts";
import { useAssignable, useMembers } from "../../people/people.ts";
import { reasonOf } from "../../tasks/changes/change.ts";
import { reminderWords } from "../../reminders/words.ts";
import { Contested } from "./Contested.tsx";
import { type Draft, type DraftErrors, errorsOf } from "./draft.ts";
import { GuestNotice } from "./GuestNotice.tsx";
import { GuestsField } from "./GuestsField.tsx";
import styles from "./MeetingEditor.module.css";
import { SmsNotices } from "./SmsNotices.tsx";
import type { DraftPart, TakenOver } from "./take-over.ts";
import { Times } from "./Times.tsx";
import { WhenFields } from "./WhenFields.tsx";

/** What came of saving, if it was not saved: the reason, one's own change of mind, or what one has written over what others have saved meanwhile. */
export type SaveAnswer = AppError | TakenOver | "canceled" | undefined;

interface MeetingEditorProps {
  initial: Draft;
  /** What was typed before and not saved. */
  begun?: Draft | undefined;
  isNew: boolean;
  /** Under which a new one will be made. */
  meetingId: ActivityId;
  /** Files that belong to a meeting already, and stay with it when they are taken off here. */
  savedFiles?: readonly FileReference[] | undefined;
  /** What the cards of guests are called. */
  nameOf: (cardId: string) => string | undefined;
  /** Answers why it was not saved; or that one has thought better of it. Says when saving begins: something may be asked before. */
  onSave: (draft: Draft, begin: () => void) => Promise<SaveAnswer>;
  /** With each change; undefined once there is nothing to keep. */
  onKeep: (draft: Draft | undefined) => void;
  /** Throws away what was typed before. */
  onStartOver: () => void;
  onClose: () => void;
  /** Called when Cancel throws away what was typed, with what that was, if it was anything. Without it Cancel keeps it, as Escape does. */
  onDiscard?: (draft: Draft | undefined) => void;
  children?: ReactNode;
}

const reminders = [null, 5, 10, 15, 30, 45, 60, 1440] as const;

/** A meeting with everything that is written of it. */
export function MeetingEditor(props: MeetingEditorProps) {
  const { initial, begun, isNew, meetingId, savedFiles, nameOf, onSave, onKeep, onStartOver, onClose, onDiscard, children } =
    props;
  const t = useT();
  const members = useMembers();
  const assignable = useAssignable();
  const [draft, setDraft] = useState(begun ?? initial);
  const [shown, setShown] = useState<DraftErrors>({});
  const [refusal, setRefusal] = useState<AppError>();
  const [contested, setContested] = useState<readonly DraftPart[]>();
  const [isPending, setPending] = useState(false);
  const [isPerhapsSaved, setPerhapsSaved] = useState(false);
  const [guestRest, setGuestRest] = useState("");
  // Those that a call whose answer was lost may have saved with it are kept too.
  const ownFiles = isPerhapsSaved ? draft.attachments : initial.attachments;
  const files = useAttachments({
    activityId: meetingId,
    files: draft.attachments,
    saved: isPerhapsSaved ? ownFiles : (savedFiles ?? initial.attachments),
    lost: begun?.lostFiles,
    onChange: (next) => {
      setDraft((before) => ({ ...before, attachments: next(before.attachments) }));
      setRefusal(undefined);
    },
  });
  const isDirty = files.isBusy || JSON.stringify(draft) !== JSON.stringify(initial);
  // Of files only the names are kept: what is closed without being saved takes those along that were uploaded for it.
  const { lostFiles: _, ...written } = draft;
  const added = draft.attachments.filter(({ fileId }) => ownFiles.every((file) => file.fileId !== fileId));
  const lostFiles = [...added.map(({ name }) => name), ...files.unfinished];
  const kept = { ...written, attachments: ownFiles, ...(lostFiles.length > 0 ? { lostFiles } : {}) };
  const keep = useEffectEvent(() => onKeep(JSON.stringify(kept) === JSON.stringify(initial) ? undefined : kept));
  const unfinished = files.unfinished.join("\n");
  useEffect(() => keep(), [draft, initial, unfinished]);
  const say = (key: string | undefined) => (key === undefined ? undefined : (t.find(key) ?? key));
  const fieldError = (name: string) => say(refusal?.fields?.[name]);

  const whenErrors = {
    day: say(shown.day) ?? fieldError("start"),
    time: say(shown.time),
    minutes: say(shown.minutes) ?? fieldError("minutes"),
    lastDay: say(shown.lastDay),
  };

  function set(change: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...change }));
    setShown({});
    setRefusal(undefined);
  }
  async function submit() {
    const errors = errorsOf(draft);
    setShown(errors);
    if (Object.keys(errors).length > 0 || guestRest !== "" || isPending || files.isBusy) return;
    setRefusal(undefined);
    const answer = await onSave(draft, () => setPending(true));
    setPending(false);
    if (answer === undefined) {
      onKeep(undefined);
      onClose();
    } else if (answer !== "canceled" && "contested" in answer) {
      setDraft(answer.draft);
      setContested(answer.contested);
    } else if (answer !== "canceled") {
      setRefusal(answer);
      setPerhapsSaved((before) => before || mayHaveArrived(answer));
    }
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
      <WhenFields draft={draft} errors={whenErrors} onChange={set} />
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
          <GuestNotice of="invite" draft={draft} onChange={set} />
          <GuestNotice of="changes" draft={draft} onChange={set} />
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
      {draft.guests.length > 0 && draft.reminder !== null && <GuestNotice of="remind" draft={draft} onChange={set} />}
      {draft.guests.some(({ cardId }) => cardId !== null) && (
        <SmsNotices draft={draft} isNew={isNew} nameOf={nameOf} onChange={set} />
      )}
      <TextArea
        label={t("tasks.description")}
        rows={2}
        value={draft.description}
        onChange={(description) => set({ description })}
        maxLength={20_000}
      />
      <AttachmentsField of={files} errorMessage={fieldError("attachments")} />
      {children}
      {contested && <Contested parts={contested} theirs={initial} nameOf={nameOf} />}
      {general && (
        <p role="alert" className={styles.refusal}>
          {general}
          {refusal?.targetRoute && (
            <>
              {" "}
              <Link href={refusal.targetRoute} onPress={onClose}>
                {t("common.open")}
              </Link>
            </>
          )}
        </p>
      )}
    </FormDialog>
  );
}

const zones = (chosen: string) =>
  [...new Set([chosen, "UTC", ...Intl.supportedValuesOf("timeZone")])].map((id) => ({ id, label: id.replaceAll("_", " ") }));
