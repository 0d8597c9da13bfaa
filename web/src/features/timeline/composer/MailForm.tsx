import type { Mail } from "@kartis/core/activities/mails/schema.ts";
import type { RichText } from "@kartis/core/activities/comments/rules.ts";
import type { Card } from "@kartis/core/cards/schema.ts";
import type { FileReference } from "@kartis/core/files/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { ActivityId, TemplateId } from "@kartis/core/kernel/id.ts";
import { sameValue } from "@kartis/core/kernel/same-value.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { Attached } from "../../attachments/Attached.tsx";
import { useAttachments } from "../../attachments/useAttachments.ts";
import { useFileDrop } from "../../attachments/useFileDrop.ts";
import { sendMail } from "../changes/mails.ts";
import { sayNotSaved } from "../changes/save.ts";
import { keepDraft, readDraft } from "../../../lib/device/drafts.ts";
import { isBlank } from "../editor/blank.ts";
import type { Format } from "../../editor/formats.ts";
import { Editor, type EditorHandle } from "../editor/Editor.tsx";
import { AddressField } from "./AddressField.tsx";
import { FormatBar } from "./FormatBar.tsx";
import { useReach } from "./reach.ts";
import composer from "./composer.module.css";
import styles from "./mail.module.css";
import { SenderChoice, useOwnGmail } from "./SenderChoice.tsx";
import { TemplateChoice } from "../../message-templates/TemplateChoice.tsx";
import { useTemplateText } from "./useTemplateText.ts";
import { useHeldInput } from "./useHeldInput.ts";

interface Draft {
  /** Id of the future email: sending it again after a lost answer does not create a second one. */
  readonly mailId: ActivityId;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly body: RichText;
  readonly attachments: readonly FileReference[];
  /** The template that its text was begun with. */
  readonly templateId?: TemplateId;
  /** Files that came with templates: they stay with those when they are taken off here. */
  readonly ofTemplates?: readonly FileReference[];
  /** Those that an earlier mail from this draft may have: they stay with it when they are taken off here. */
  readonly sentBefore?: readonly FileReference[];
  /** Chosen in place of the sender's own Gmail. */
  readonly isFromKartis?: boolean;
  /** Names of files that were on their way when it was left. */
  readonly unfinished?: readonly string[];
}

interface MailFormProps {
  card: Card;
  /** Under which what was begun is kept. */
  draftKey: string;
  /** The mail that it answers. */
  answered?: Mail;
  /** Fills the dock, which has its own close button. */
  isDocked?: boolean;
  isFocused?: boolean;
  onClose: () => void;
}

/** Recipients of a reply: the sender, or those we wrote to. */
const correspondents = ({ direction, from, to }: Mail): string[] =>
  direction === "IN" ? [from.email] : to.map(({ email }) => email);
const answering = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`);

/** What was attached otherwise, and the files of the template in the place of another's. */
function withFilesOf({ attachments, ofTemplates = [] }: Draft, added: readonly FileReference[]): readonly FileReference[] {
  const isOne = (of: readonly FileReference[], { fileId }: FileReference) => of.some((file) => file.fileId === fileId);
  return [...attachments.filter((file) => !isOne(ofTemplates, file) && !isOne(added, file)), ...added];
}

/** Form for an email to the card's people. ⌘Enter sends it. */
export function MailForm({ card, draftKey, answered, isDocked, isFocused = true, onClose }: MailFormProps) {
  const t = useT();
  const id = useId();
  const offered = useReach(card, "email");
  const { data: profile } = useQuery(trpc.profile.get.queryOptions({}, { meta: { quiet: true } }));
  const blank = (): Draft => ({
    mailId: newId("act"),
    to: answered ? correspondents(answered) : offered.slice(0, 1),
    cc: [],
    bcc: [],
    subject: answered ? answering(answered.subject) : "",
    body: [],
    attachments: [],
  });
  const own = useOwnGmail();
  const [draft, setDraft] = useState(() => readDraft<Draft>(card.id, draftKey) ?? blank());
  const [copies, setCopies] = useState(draft.cc.length + draft.bcc.length > 0 ? "kept" : "none");
  const [active, setActive] = useState<ReadonlySet<Format>>(new Set());
  const [isSending, setSending] = useState(false);
  const [reason, setReason] = useState<string>();
  const editor = useRef<EditorHandle>(null);
  const subject = useRef<HTMLInputElement>(null);
  const files = useAttachments({
    activityId: draft.mailId,
    files: draft.attachments,
    saved: [...(draft.ofTemplates ?? []), ...(draft.sentBefore ?? [])],
    lost: draft.unfinished,
    onChange: (next) => setDraft((now) => ({ ...now, attachments: next(now.attachments) })),
  });
  const { isBusy, attach } = files;
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  const template = useTemplateText({
    editor,
    read: () => ({
      subject: subject.current?.value ?? draft.subject,
      body: editor.current?.read() ?? draft.body,
      attachments: draft.attachments,
    }),
    setSubject: (text) => change({ subject: text }),
    swapFiles: (from, to) => setDraft((now) => (sameValue(now.attachments, from) ? { ...now, attachments: to } : now)),
  });
  /** Nobody gets it twice. */
  const free = offered.filter((address) => ![...draft.to, ...draft.cc, ...draft.bcc].includes(address));
  const isWritten = ({ body, attachments }: Draft) => !isBlank(body) || attachments.length > 0;
  const isWhole = (it: Draft) => it.to.length > 0 && it.subject.trim() !== "" && isWritten(it) && !isBusy;
  const isBegun = isWritten(draft) || (draft.subject !== "" && !answered);
  const unfinished = files.unfinished.join("\n");
  useEffect(() => {
    const isKept = isBegun || unfinished !== "";
    const kept: Draft = { ...draft, unfinished: unfinished ? unfinished.split("\n") : [] };
    keepDraft(card.id, draftKey, isKept ? kept : undefined);
  }, [card.id, draftKey, isBegun, draft, unfinished]);

  async function send() {
    const written = { ...draft, body: editor.current?.read() ?? draft.body };
    if (!isWhole(written) || isSending) return;
    setSending(true);
    setReason(undefined);
    const { mailId, unfinished: _, ofTemplates: __, sentBefore: ___, templateId: begunWith, isFromKartis, ...mail } = written;
    const gmail = isFromKartis ? undefined : own;
    const templateId = template.isTakenBack(written.body) ? undefined : begunWith;
    const onMadeBefore = () => change({ mailId: newId("act"), sentBefore: mail.attachments });
    const failure = await sendMail(card.id, { id: mailId, onMadeBefore }, { ...mail, answered, templateId, gmail });
    setSending(false);
    if (failure !== undefined) return form.current ? setReason(failure) : sayNotSaved(failure);
    keepDraft(card.id, draftKey, undefined);
    onClose();
  }

  const form = useRef<HTMLFormElement>(null);
  useHeldInput(form, isSending);
  const isOver = useFileDrop(form, attach);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return;
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) void send();
    else if (event.key === "Escape") onClose();
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
      className={styles.form}
      data-over={isOver || undefined}
      data-docked={isDocked || undefined}
      aria-label={t("timeline.writeMail")}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {own && (
        <SenderChoice
          own={own}
          isFromKartis={draft.isFromKartis === true}
          onChange={(isFromKartis) => change({ isFromKartis })}
        />
      )}
      <AddressField
        label={t("timeline.mail.to")}
        value={draft.to}
        offered={free}
        isFocused={isFocused && draft.to.length === 0}
        onChange={(to) => change({ to })}
      />
      {copies !== "none" ? (
        (["cc", "bcc"] as const).map((kind) => (
          <AddressField
            key={kind}
            label={t(`timeline.mail.${kind}`)}
            value={draft[kind]}
            offered={free}
            isFocused={kind === "cc" && copies === "asked"}
            onChange={(people) => change({ [kind]: people })}
          />
        ))
      ) : (
        <div className={styles.copies}>
          <Button size={24} variant="ghost" onPress={() => setCopies("asked")}>
            {t("timeline.mail.copies")}
          </Button>
        </div>
      )}
      <div className={styles.subject}>
        <label htmlFor={id}>{t("timeline.mail.subject")}</label>
        <input
          ref={subject}
          id={id}
          dir="auto"
          maxLength={250}
          value={draft.subject}
          autoFocus={isFocused && draft.to.length > 0 && !answered}
          onChange={({ target }) => change({ subject: target.value })}
        />
        <TemplateChoice
          card={card}
          onFilled={(filled, { id: templateId, name }) => {
            const keepsSubject = answered !== undefined || filled.subject === "";
            const attachments = withFilesOf(draft, filled.attachments);
            template.put({ subject: keepsSubject ? draft.subject : filled.subject, body: filled.body, attachments }, name);
            change({ ofTemplates: [...(draft.ofTemplates ?? []), ...filled.attachments] });
            if (isId("tpl", templateId)) change({ templateId });
          }}
        />
      </div>
      <div className={styles.text}>
        <Editor
          ref={editor}
          label={t("timeline.writeMail")}
          placeholder={t("timeline.mail.placeholder")}
          value={draft.body}
          nameOf={() => ""}
          mentions={false}
          isFocused={isFocused && answered !== undefined}
          onChange={(body, marks, isEdit) => {
            setActive(marks);
            if (!isEdit) return;
            change({ body });
            template.follow(body);
          }}
          onSubmit={() => void send()}
          onEscape={onClose}
          onFiles={attach}
        />
      </div>
      {profile?.signature && (
        <p className={styles.signature} dir="auto" aria-label={t("timeline.mail.signature")}>
          {profile.signature}
        </p>
      )}
      <div className={composer.attached}>
        <Attached of={files} />
      </div>
      {reason !== undefined && (
        <p className={composer.reason} role="alert">
          {reason}
        </p>
      )}
      <div className={composer.bar}>
        <FormatBar editor={editor} active={active} onFiles={attach} />
        <span className={composer.send}>
          {!isDocked && (
            <Button size={28} variant="ghost" onPress={onClose}>
              {t("common.close")}
            </Button>
          )}
          <Button size={28} variant="primary" type="submit" isDisabled={!isWhole(draft)} isPending={isSending}>
            {t("timeline.send")} <Kbd keys="Mod+Enter" />
          </Button>
        </span>
      </div>
    </form>
  );
}
