import { isText, type RichText } from "@kartis/core/activities/comments/rules.ts";
import type { Card } from "@kartis/core/cards/schema.ts";
import type { FileReference } from "@kartis/core/files/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { ActivityId, TemplateId } from "@kartis/core/kernel/id.ts";
import { longestCaption, longestText } from "@kartis/core/whatsapp/rules.ts";
import { type ReactNode, type Ref, useEffect, useEffectEvent, useRef, useState } from "react";
import { client } from "../../lib/api.ts";
import { keepDraft, readDraft } from "../../lib/device/drafts.ts";
import { useT } from "../../lib/i18n.tsx";
import { isMadeBefore } from "../../lib/made-before.ts";
import { newId } from "../../lib/new-id.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Kbd } from "../../ui/actions/Kbd.tsx";
import { TextArea } from "../../ui/inputs/TextArea.tsx";
import { AttachButton } from "../attachments/AttachButton.tsx";
import { Attached } from "../attachments/Attached.tsx";
import { useAttachments } from "../attachments/useAttachments.ts";
import { useSaving } from "../settings/useSaving.ts";
import { TemplateChoice } from "../message-templates/TemplateChoice.tsx";
import { endTyping, noteTyping } from "../presence/typing.ts";
import { noteFinal } from "../undo/undo.ts";
import { KeepsFocus } from "./KeepsFocus.tsx";
import { refreshMessages } from "./queries.ts";
import { attemptId, endAttempt } from "./template-attempt.ts";
import { type ChosenTemplate, TemplatePicker } from "./TemplatePicker.tsx";
import { useWindow } from "./window.ts";
import { WindowNotice } from "./WindowNotice.tsx";
import styles from "./whatsapp.module.css";

interface Draft {
  /** Id of the future message: repeating the call after a lost answer does not send a second one. */
  readonly whatsappId: ActivityId;
  readonly text: string;
  readonly files: readonly FileReference[];
  /** Those that an earlier message from this draft may have: they stay with it when they are taken off here. */
  readonly sentBefore?: readonly FileReference[];
  readonly templateId?: TemplateId;
}

interface MessageFormProps {
  card: Card;
  phone: string;
  /** Name of the recipient. */
  name: string;
  windowEndsAt: string | null;
  /** The message being answered. */
  answers?: ActivityId | undefined;
  /** Shown above the text. */
  head?: ReactNode;
  inputRef?: Ref<HTMLTextAreaElement>;
  isFocused?: boolean;
  /** Absent where there is nowhere to go back to. */
  onClose?: (() => void) | undefined;
  /** What Escape does where it does not close the form. */
  onEscape?: () => void;
  onSent: () => void;
}

const wordsOf = (body: RichText): string =>
  body.map(({ content }) => content.map((inline) => (isText(inline) ? inline.text : "")).join("")).join("\n");
const fresh = (): Draft => ({ whatsappId: newId("act"), text: "", files: [] });

/** Form for a WhatsApp message: free-form within 24 hours of the customer's last message, after that only approved templates. ⌘Enter sends it. */
export function MessageForm(props: MessageFormProps) {
  const { card, phone, name, windowEndsAt, answers, head, inputRef, isFocused = true, onClose, onEscape, onSent } = props;
  const t = useT();
  const draftKey = `whatsapp ${phone}`;
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(card.id, draftKey) ?? fresh());
  const isEmpty = draft.text.trim() === "" && draft.files.length === 0;
  useEffect(() => keepDraft(card.id, draftKey, isEmpty ? undefined : draft), [card.id, draft, draftKey, isEmpty]);
  const attachments = useAttachments({
    activityId: draft.whatsappId,
    files: draft.files,
    saved: draft.sentBefore,
    onChange: (next) => setDraft((now) => ({ ...now, files: next(now.files).slice(0, 1) })),
  });
  const state = useWindow(windowEndsAt);
  const [file] = draft.files;
  const isTooLong = draft.text.trim().length > (file ? longestCaption : longestText);
  const isWhole = !isEmpty && !isTooLong && !attachments.isBusy;
  const [template, setTemplate] = useState<ChosenTemplate>();
  const { isPending, fields, submit } = useSaving(async () => {
    const { whatsappId, text, templateId } = draft;
    const content = template
      ? { template, whatsappId: attemptId(card.id, { template, phone, answers: answers ?? null }) }
      : { text, whatsappId, ...(file ? { fileId: file.fileId } : {}), ...(templateId ? { templateId } : {}) };
    try {
      await client.whatsapp.send.mutate({ cardId: card.id, phone, ...content, ...(answers ? { answers } : {}) });
    } catch (failure) {
      if (isMadeBefore(failure)) {
        if (template) endAttempt(card.id, phone);
        else setDraft((now) => ({ ...now, whatsappId: newId("act"), sentBefore: now.files }));
        void refreshMessages();
      }
      throw failure;
    } finally {
      setTemplate(undefined);
    }
    if (template) endAttempt(card.id, phone);
    else {
      keepDraft(card.id, draftKey, undefined);
      setDraft(fresh());
    }
    noteFinal(t("whatsapp.onItsWay"));
    endTyping(card.id);
    void refreshMessages();
    onSent();
  });
  const sendTemplate = useEffectEvent(() => void submit());
  useEffect(() => {
    if (template) sendTemplate();
  }, [template]);
  const form = useRef<HTMLDivElement>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isSend = event.key === "Enter" && (event.metaKey || event.ctrlKey);
    if (isSend && state === "closed") form.current?.querySelector("form")?.requestSubmit();
    else if (isSend && isWhole) void submit();
    else if (event.key === "Escape" && !event.defaultPrevented) (onEscape ?? onClose)?.();
  });
  useEffect(() => {
    const { current } = form;
    const listener = (event: KeyboardEvent) => onKey(event);
    current?.addEventListener("keydown", listener);
    return () => current?.removeEventListener("keydown", listener);
  }, []);
  return (
    <div ref={form} className={styles.compose}>
      <WindowNotice state={state} endsAt={windowEndsAt} />
      <KeepsFocus key={state === "closed" ? "template" : "text"} within={form} />
      {state === "closed" ? (
        <TemplatePicker name={name} isPending={isPending} onClose={onClose} onSend={setTemplate} />
      ) : (
        <form
          className={styles.writing}
          aria-label={t("whatsapp.write")}
          onSubmit={(event) => {
            event.preventDefault();
            if (isWhole) void submit();
          }}
        >
          {head}
          <TextArea
            aria-label={t("whatsapp.write")}
            placeholder={t("whatsapp.placeholder")}
            rows={1}
            maxRows={8}
            autoFocus={isFocused}
            {...(inputRef ? { inputRef } : {})}
            isReadOnly={isPending}
            value={draft.text}
            errorMessage={fields["text"] ?? (isTooLong ? t("validation.length") : undefined)}
            onChange={(text) => {
              noteTyping(card.id);
              setDraft((now) => ({ ...now, text }));
            }}
          />
          <Attached of={attachments} />
          <div className={styles.bar}>
            {attachments.attach && !file && <AttachButton onFiles={attachments.attach} />}
            <TemplateChoice
              card={card}
              channel="sms"
              onFilled={({ body }, { id }) =>
                setDraft((now) => ({ ...now, text: wordsOf(body), ...(isId("tpl", id) ? { templateId: id } : {}) }))
              }
            />
            <span className={styles.end}>
              {onClose && (
                <Button size={28} variant="ghost" onPress={onClose}>
                  {t("common.close")}
                </Button>
              )}
              <Button size={28} variant="primary" type="submit" isPending={isPending} isDisabled={!isWhole}>
                {t("whatsapp.send")} <Kbd keys="Mod+Enter" />
              </Button>
            </span>
          </div>
        </form>
      )}
    </div>
  );
}
