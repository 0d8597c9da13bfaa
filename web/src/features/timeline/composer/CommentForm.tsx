import type { Comment } from "@kartis/core/activities/comments/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { ActivityId, CardId } from "@kartis/core/kernel/id.ts";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { newId } from "../../../lib/new-id.ts";
import { Attached } from "../../attachments/Attached.tsx";
import { useAttachments } from "../../attachments/useAttachments.ts";
import { useFileDrop } from "../../attachments/useFileDrop.ts";
import { useCardNames } from "../../records/card-names.ts";
import { useNameOf } from "../../people/people.ts";
import { keepDraft, readDraft } from "../../../lib/device/drafts.ts";
import { isBlank } from "../editor/blank.ts";
import type { Format } from "../../editor/formats.ts";
import { Editor, type EditorHandle } from "../editor/Editor.tsx";
import type { Attempt } from "../changes/comments.ts";
import { endTyping, noteTyping } from "../../presence/typing.ts";
import styles from "./composer.module.css";
import { FormatBar } from "./FormatBar.tsx";
import { dropSent, type Written } from "./sent.ts";
import { useSending } from "./useSending.ts";

/** The stored draft. */
interface Draft extends Written {
  /** Names of files that were on their way. */
  readonly unfinished?: readonly string[];
}

interface CommentFormProps {
  /** What it is written on: a card or a task. */
  on: CardId | ActivityId;
  /** Under which what was begun is kept; a change of something sent is not. */
  draftKey?: string;
  label: string;
  value?: Comment;
  sendLabel?: string;
  isFocused?: boolean;
  /** Answers why it was not saved. */
  onSend: (written: Written & { readonly attempt: Attempt }) => Promise<string | undefined>;
  onClose: () => void;
}

const blank = (): Written => ({ commentId: newId("act"), body: [], attachments: [] });

/** Comment form: text, lists, mentions and files. ⌘Enter sends it. */
export function CommentForm({ on, draftKey, label, value, sendLabel, isFocused = true, onSend, onClose }: CommentFormProps) {
  const t = useT();
  const personOf = useNameOf();
  const cardOf = useCardNames();
  const [begun] = useState<Draft>(() => {
    if (value) return { commentId: value.id, body: value.body, attachments: value.attachments };
    return (draftKey ? readDraft<Draft>(on, draftKey) : undefined) ?? blank();
  });
  const [written, setWritten] = useState<Written>({
    commentId: begun.commentId,
    body: begun.body,
    attachments: begun.attachments,
  });
  const [active, setActive] = useState<ReadonlySet<Format>>(new Set());
  /** Number of restores: each recreates the editor with the restored text. */
  const [restored, setRestored] = useState(0);
  const editor = useRef<EditorHandle>(null);
  const { isSending, reason, send } = useSending({
    on,
    draftKey,
    onSend,
    onSaved: () => {
      if (value || draftKey?.startsWith("reply:")) onClose();
    },
    onBack: (sent) => {
      if (value) return;
      // What has been begun since stands below it.
      setWritten((now) => ({
        commentId: sent.commentId,
        body: isBlank(now.body) ? sent.body : [...sent.body, ...now.body],
        attachments: sent.attachments,
      }));
      setRestored((n) => n + 1);
    },
  });
  const files = useAttachments({
    activityId: written.commentId,
    files: written.attachments,
    saved: value?.attachments,
    lost: begun.unfinished,
    onChange: (next) => setWritten((now) => ({ ...now, attachments: next(now.attachments) })),
  });
  const { isBusy } = files;
  // What is chosen while it is being sent would be uploaded for a comment that is not written yet.
  const attach = isSending ? undefined : files.attach;
  const form = useRef<HTMLFormElement>(null);
  const isOver = useFileDrop(form, attach);
  // The focus alone shows only the line that it is on.
  useEffect(() => {
    if (isFocused) form.current?.scrollIntoView({ block: "nearest" });
  }, [isFocused]);
  const change = (part: Partial<Written>) => setWritten((now) => ({ ...now, ...part }));
  const isEmpty = isBlank(written.body) && written.attachments.length === 0;
  const unfinished = files.unfinished.join("\n");
  useEffect(() => {
    if (!draftKey) return;
    const isBegun = !isEmpty || unfinished !== "";
    const kept: Draft = { ...written, ...(unfinished ? { unfinished: unfinished.split("\n") } : {}) };
    keepDraft(on, draftKey, isBegun ? kept : undefined);
    // What came back is kept as a draft from now on.
    if (isBegun) dropSent(on, draftKey, written);
  }, [on, draftKey, isEmpty, written, unfinished]);
  // Who is writing on a card is shown there.
  const cardId = isId("crd", on) ? on : undefined;
  useEffect(() => (cardId ? () => endTyping(cardId) : undefined), [cardId]);

  function submit() {
    const sent = { ...written, body: editor.current?.read() ?? written.body };
    if ((isBlank(sent.body) && sent.attachments.length === 0) || isBusy || isSending) return;
    if (cardId) endTyping(cardId);
    // Cleared at once, like what is shown: it comes back where it could not be saved.
    if (!value) {
      editor.current?.clear();
      setWritten(blank());
    }
    void send(sent);
  }

  return (
    <form
      ref={form}
      className={styles.form}
      data-over={isOver || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Editor
        key={restored}
        ref={editor}
        label={label}
        placeholder={t("timeline.placeholder")}
        value={restored > 0 ? written.body : begun.body}
        nameOf={(id) => (id.startsWith("usr_") ? personOf(id) : (cardOf(id)?.name ?? t("timeline.hiddenCard")))}
        isFocused={isFocused}
        onChange={(body, marks, isEdit) => {
          setActive(marks);
          if (!isEdit) return;
          change({ body });
          if (cardId && !isBlank(body)) noteTyping(cardId);
        }}
        onSubmit={submit}
        onEscape={onClose}
        onFiles={attach}
      />
      <div className={styles.attached}>
        <Attached of={files} />
      </div>
      {reason !== undefined && (
        <p className={styles.reason} role="alert">
          {reason}
        </p>
      )}
      <div className={styles.bar}>
        <FormatBar editor={editor} active={active} onFiles={attach} mentions />
        <span className={styles.send}>
          <Button size={28} variant="ghost" onPress={onClose}>
            {t(value ? "common.cancel" : "common.close")}
          </Button>
          <Button size={28} variant="primary" isDisabled={isEmpty || isBusy} isPending={isSending} onPress={submit}>
            {sendLabel ?? t("timeline.send")} <Kbd keys="Mod+Enter" />
          </Button>
        </span>
      </div>
    </form>
  );
}
