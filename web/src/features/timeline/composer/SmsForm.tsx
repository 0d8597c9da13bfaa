import { isText, type RichText } from "@kartis/core/activities/comments/rules.ts";
import { mostParts } from "@kartis/core/activities/sms/rules.ts";
import type { Sms, SmsOptions } from "@kartis/core/activities/sms/schema.ts";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { ActivityId, TemplateId } from "@kartis/core/kernel/id.ts";
import { type Quiet, quietAt } from "@kartis/core/sms/quiet-hours/rules.ts";
import { smsSize } from "@kartis/core/sms/rules.ts";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { keepDraft, readDraft } from "../../../lib/device/drafts.ts";
import { useFormatHere, useT } from "../../../lib/i18n.tsx";
import { isMadeBefore } from "../../../lib/made-before.ts";
import { newId } from "../../../lib/new-id.ts";
import { useCan } from "../../../lib/permissions.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextArea } from "../../../ui/inputs/TextArea.tsx";
import { noteFinal, offerUndo } from "../../undo/undo.ts";
import { usePhoneText } from "../../fields/display/PhoneNumber.tsx";
import { useSaving } from "../../settings/useSaving.ts";
import styles from "./composer.module.css";
import { OptOut } from "./OptOut.tsx";
import { QuietHoursDialog } from "./QuietHoursDialog.tsx";
import { TemplateChoice } from "../../message-templates/TemplateChoice.tsx";
import { isolated } from "../../../lib/text-direction.ts";

interface Draft {
  /** Id of the future SMS: sending it again after a lost answer does not send a second one. */
  readonly smsId: ActivityId;
  readonly text: string;
  readonly phone?: string;
  readonly senderId?: string;
  readonly templateId?: TemplateId;
}

interface SmsFormProps {
  card: Card;
  type: CardType;
  options: SmsOptions;
  onClose: () => void;
}

const draftKey = "sms";

/** Begins an SMS with the words of another one, unless something else has been begun. */
export function beginAgain({ cardId, text, phone }: Pick<Sms, "cardId" | "text" | "phone">): void {
  if (!readDraft<Draft>(cardId, draftKey)) keepDraft(cardId, draftKey, { smsId: newId("act"), text, phone } satisfies Draft);
}

const wordsOf = (body: RichText): string =>
  body.map(({ content }) => content.map((inline) => (isText(inline) ? inline.text : "")).join("")).join("\n");

/** Form for an SMS to one of the card's numbers, with what it costs. ⌘Enter sends it. */
export function SmsForm({ card, type, options, onClose }: SmsFormProps) {
  const t = useT();
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(card.id, draftKey) ?? { smsId: newId("act"), text: "" });
  const change = (part: Partial<Draft>) => setDraft((now) => ({ ...now, ...part }));
  useEffect(() => keepDraft(card.id, draftKey, draft.text.trim() === "" ? undefined : draft), [card.id, draft]);
  const { numbers, senders, left, quietHours } = options;
  const format = useFormatHere();
  const phoneText = usePhoneText();
  const sender = senders.find(({ id }) => id === draft.senderId) ?? senders[0];
  const number = numbers.find(({ phone }) => phone === draft.phone) ?? numbers[0];
  const size = smsSize(draft.text.trim());
  // Of as many parts as may be sent, however many the text would take.
  const room = Math.min(size.room, size.segments > mostParts ? (size.room / size.segments) * mostParts : size.room);
  /** In the reader's words: the answer has the field's name as it is stored. */
  const labelOf = (phone: string) =>
    type.fields.find(({ id, type: kind }) => kind === "phone" && card.fields[id] === phone)?.label;
  const isWhole = size.segments > 0 && size.segments <= mostParts && number?.optOut === null && sender !== undefined;
  const [quiet, setQuiet] = useState<Quiet>();
  const mayCancel = useCan()(["SMS", "delete"]);
  const afterQuietHours = useRef(false);
  const { isPending, fields, submit } = useSaving(async () => {
    const { smsId, text, templateId } = draft;
    const refresh = () =>
      [trpc.timeline.pathFilter(), trpc.sms.pathFilter()].forEach((filter) => void queryClient.invalidateQueries(filter));
    const input = {
      cardId: card.id,
      smsId,
      text,
      phone: number?.phone,
      senderId: sender?.id,
      afterQuietHours: afterQuietHours.current,
      ...(templateId ? { templateId } : {}),
    };
    const { recordId } = await client.sms.send.mutate(input).catch((failure: unknown) => {
      if (isMadeBefore(failure)) {
        change({ smsId: newId("act") });
        refresh();
      }
      throw failure;
    });
    keepDraft(card.id, draftKey, undefined);
    setDraft({ smsId: newId("act"), text: "" });
    refresh();
    const waits = afterQuietHours.current && quiet;
    const message = waits ? t("sms.waits", { time: format.time(quiet.until) }) : t("sms.onItsWay");
    const code = `sms:${smsId}`;
    // What has left cannot be called back.
    if (waits && mayCancel) offerUndo({ recordId, message, notice: { code } });
    else {
      noteFinal(message);
      showToast({ tone: "success", code, givesWay: true, title: message });
    }
    onClose();
  });
  function send(waits?: boolean) {
    const now = waits === undefined ? quietAt(Date.now(), number?.zones ?? [], quietHours) : undefined;
    if (now) return setQuiet(now);
    afterQuietHours.current = waits ?? false;
    void submit();
  }
  const form = useRef<HTMLFormElement>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && isWhole) send();
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
      aria-label={t("sms.write")}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) send();
      }}
    >
      <div className={styles.fields}>
        <Select
          label={t("sms.to")}
          options={numbers.map(({ phone, label, optOut }) => ({
            id: phone,
            label: `${labelOf(phone) ?? label}: ${isolated(phoneText(phone), "ltr")}${optOut ? ` (${t("sms.optOut.short")})` : ""}`,
          }))}
          value={number?.phone ?? null}
          isDisabled={isPending}
          onChange={(phone) => change({ phone })}
        />
        <Select
          label={t("sms.from")}
          options={senders.map(({ id, name }) => ({ id, label: name }))}
          value={sender?.id ?? null}
          isDisabled={isPending}
          onChange={(senderId) => change({ senderId })}
        />
      </div>
      {quiet && quietHours && (
        <QuietHoursDialog
          quiet={quiet}
          hours={quietHours}
          onClose={() => setQuiet(undefined)}
          onSend={(waits) => {
            send(waits);
            setQuiet(undefined);
          }}
        />
      )}
      {number && <OptOut key={number.phone} cardId={card.id} number={number} />}
      <TextArea
        aria-label={t("sms.write")}
        placeholder={t("sms.placeholder")}
        rows={2}
        autoFocus
        isReadOnly={isPending}
        value={draft.text}
        errorMessage={fields["text"] ?? (size.segments > mostParts ? t("validation.smsTooLong") : undefined)}
        onChange={(text) => change({ text })}
      />
      <div className={styles.bar}>
        <span className={styles.size}>
          {size.segments > 0 && `${t("sms.size", { used: size.used, room, count: size.segments })} · `}
          {t("sms.left", { count: left })}
        </span>
        <span className={styles.send}>
          <TemplateChoice
            card={card}
            channel="sms"
            onFilled={({ body }, { id }) => change({ text: wordsOf(body), ...(isId("tpl", id) ? { templateId: id } : {}) })}
          />
          <Button size={28} variant="ghost" onPress={onClose}>
            {t("common.close")}
          </Button>
          <Button size={28} variant="primary" type="submit" isPending={isPending} isDisabled={!isWhole}>
            {t("sms.send")} <Kbd keys="Mod+Enter" />
          </Button>
        </span>
      </div>
    </form>
  );
}
