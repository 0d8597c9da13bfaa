import attach from "@fluentui/svg-icons/icons/attach_16_regular.svg?icon";
import bold from "@fluentui/svg-icons/icons/text_bold_16_regular.svg?icon";
import bullets from "@fluentui/svg-icons/icons/text_bullet_list_ltr_16_regular.svg?icon";
import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import italic from "@fluentui/svg-icons/icons/text_italic_16_regular.svg?icon";
import mentionIcon from "@fluentui/svg-icons/icons/mention_16_regular.svg?icon";
import numbers from "@fluentui/svg-icons/icons/text_number_list_ltr_16_regular.svg?icon";
import quote from "@fluentui/svg-icons/icons/text_quote_16_regular.svg?icon";
import { isText, type RichText } from "@kartis/core/activities/comments/rules.ts";
import type { FileReference } from "@kartis/core/files/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useEffect, useRef, useState } from "react";
import { FileTrigger } from "react-aria-components/FileTrigger";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import type { IconShape } from "../../../ui/display/Icon.tsx";
import { useCardNames } from "../../cards/card-names.ts";
import { useNameOf } from "../../cards/members.tsx";
import { useUploads } from "../../files/useUploads.ts";
import { keepDraft, readDraft } from "../drafts.ts";
import { Editor, type EditorHandle, type Format } from "../editor/Editor.tsx";
import { endTyping, noteTyping } from "../typing.ts";
import styles from "./composer.module.css";

interface Written {
  readonly body: RichText;
  readonly attachments: readonly FileReference[];
}

interface CommentFormProps {
  cardId: CardId;
  /** Under which what was begun is kept; a change of something sent is not. */
  draftKey?: string;
  label: string;
  value?: Written;
  sendLabel?: string;
  isFocused?: boolean;
  /** Answers why it was not saved. */
  onSend: (written: Written) => Promise<string | undefined>;
  onClose: () => void;
}

const formats: readonly (readonly [Format, IconShape])[] = [
  ["bold", bold],
  ["italic", italic],
  ["bullet", bullets],
  ["number", numbers],
  ["quote", quote],
];

const isBlank = (body: RichText): boolean =>
  body.every(({ content }) => content.every((one) => isText(one) && one.text.trim() === ""));

/** Where a comment is written: text, lists, mentions and files. ⌘Enter sends it. */
export function CommentForm({ cardId, draftKey, label, value, sendLabel, isFocused = true, onSend, onClose }: CommentFormProps) {
  const t = useT();
  const personOf = useNameOf();
  const cardOf = useCardNames();
  const mayAttach = useCan()(["STORAGE", "create"]);
  const [begun] = useState<Written>(
    () => value ?? (draftKey ? readDraft<Written>(cardId, draftKey) : undefined) ?? { body: [], attachments: [] },
  );
  const [written, setWritten] = useState(begun);
  const [active, setActive] = useState<ReadonlySet<Format>>(new Set());
  const [isSending, setSending] = useState(false);
  const [reason, setReason] = useState<string>();
  /** How often something came back: the editor begins anew with it. */
  const [restored, setRestored] = useState(0);
  const editor = useRef<EditorHandle>(null);
  const { uploads, isBusy, add, retry, cancel } = useUploads({ purpose: "card", cardId }, (file) =>
    setWritten((now) => ({ ...now, attachments: [...now.attachments, file] })),
  );
  const change = (part: Partial<Written>) => setWritten((now) => ({ ...now, ...part }));
  const isEmpty = isBlank(written.body) && written.attachments.length === 0;
  useEffect(() => {
    if (draftKey) keepDraft(cardId, draftKey, isEmpty ? undefined : written);
  }, [cardId, draftKey, isEmpty, written]);
  useEffect(() => () => endTyping(cardId), [cardId]);

  async function send() {
    if (isEmpty || isBusy || isSending) return;
    const sent = written;
    setSending(true);
    setReason(undefined);
    endTyping(cardId);
    // Cleared at once, like what is shown: it comes back where it could not be saved.
    if (!value) {
      editor.current?.clear();
      change({ body: [], attachments: [] });
    }
    const failure = await onSend(sent);
    setSending(false);
    if (failure === undefined) {
      if (value || draftKey?.startsWith("reply:")) onClose();
      return;
    }
    setReason(failure);
    if (value) return;
    // What has been begun since stands below it.
    setWritten((now) => ({
      body: isBlank(now.body) ? sent.body : [...sent.body, ...now.body],
      attachments: [...sent.attachments, ...now.attachments],
    }));
    setRestored((n) => n + 1);
  }

  return (
    <div className={styles.form}>
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
          if (!isBlank(body)) noteTyping(cardId);
        }}
        onSubmit={() => void send()}
        onEscape={onClose}
        onFiles={mayAttach ? add : undefined}
      />
      {(written.attachments.length > 0 || uploads.length > 0) && (
        <ul className={styles.attached} aria-label={t("timeline.attachments")}>
          {written.attachments.map((file) => (
            <li key={file.fileId}>
              <bdi>{file.name}</bdi>
              <IconButton
                icon={dismiss}
                size={24}
                label={t("timeline.detach", { name: file.name })}
                onPress={() => change({ attachments: written.attachments.filter(({ fileId }) => fileId !== file.fileId) })}
              />
            </li>
          ))}
          {uploads.map((upload) => (
            <li key={upload.id} data-failed={upload.error ? true : undefined}>
              <bdi>{upload.file.name}</bdi>
              {upload.error ? (
                <>
                  <span role="alert">{upload.error}</span>
                  {!upload.isFinal && (
                    <Button size={24} variant="ghost" onPress={() => retry(upload)}>
                      {t("common.retry")}
                    </Button>
                  )}
                </>
              ) : (
                <progress max={1} value={upload.ratio} aria-label={upload.file.name} />
              )}
              <IconButton
                icon={dismiss}
                size={24}
                label={t("timeline.detach", { name: upload.file.name })}
                onPress={() => cancel(upload.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {reason !== undefined && (
        <p className={styles.reason} role="alert">
          {reason}
        </p>
      )}
      <div className={styles.bar}>
        <span className={styles.tools} role="toolbar" aria-label={t("timeline.format")}>
          {formats.map(([format, icon]) => (
            <IconButton
              key={format}
              icon={icon}
              flipIcon={format === "bullet" || format === "number" || format === "quote"}
              label={t(`timeline.format.${format}`)}
              isSelected={active.has(format)}
              onPress={() => editor.current?.toggle(format)}
            />
          ))}
          <IconButton icon={mentionIcon} label={t("timeline.mention")} onPress={() => editor.current?.mention()} />
          {mayAttach && (
            <FileTrigger allowsMultiple onSelect={(files) => files && add([...files])}>
              <IconButton icon={attach} label={t("timeline.attach")} />
            </FileTrigger>
          )}
        </span>
        <span className={styles.send}>
          <Button size={28} variant="ghost" onPress={onClose}>
            {t(value ? "common.cancel" : "common.close")}
          </Button>
          <Button size={28} variant="primary" isDisabled={isEmpty || isBusy} isPending={isSending} onPress={() => void send()}>
            {sendLabel ?? t("timeline.send")} <Kbd keys="Mod+Enter" />
          </Button>
        </span>
      </div>
    </div>
  );
}
