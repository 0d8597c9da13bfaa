import variableIcon from "@fluentui/svg-icons/icons/braces_16_regular.svg?icon";
import { longestSmsText } from "@kartis/core/bulk/rules.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { trpc } from "../../../../lib/api.ts";
import { useT } from "../../../../lib/i18n.tsx";
import { useCan } from "../../../../lib/permissions.ts";
import { Button } from "../../../../ui/actions/Button.tsx";
import { Link } from "../../../../ui/actions/Link.tsx";
import { SkeletonRows } from "../../../../ui/feedback/Skeleton.tsx";
import { Select } from "../../../../ui/inputs/Select.tsx";
import { Dialog } from "../../../../ui/overlays/Dialog.tsx";
import { OwnTexts } from "../../../message-templates/OwnTexts.tsx";
import { VariableMenu } from "../../../message-templates/editor/VariableMenu.tsx";
import { TemplateText, type TemplateTextHandle } from "../../../message-templates/text/TemplateText.tsx";
import type { SmsChange } from "./SmsDialog.tsx";
import styles from "./sms.module.css";
import { useSmsVariables } from "./useSmsVariables.ts";

interface SmsToWriteProps {
  type: CardType;
  count: number;
  draft: SmsChange;
  /** Why the text was refused. */
  error: string | undefined;
  onChange: (draft: SmsChange) => void;
  /** Called when the text is given up; closing the dialog otherwise keeps it. */
  onCancel: () => void;
  onClose: () => void;
  /** Called with the draft, including the last letters typed. */
  onDone: (draft: SmsChange) => void;
}

const formId = "sms-to-many";

/** Sender and text, in which the cards' fields are shown as chips; or what is missing for sending any. */
export function SmsToWrite({ type, count, draft, error, onChange, onCancel, onClose, onDone }: SmsToWriteProps) {
  const t = useT();
  const { data: options } = useQuery(trpc.sms.options.queryOptions({}, { staleTime: 0 }));
  const maySetUp = useCan()(["ORGANIZATION", "update"]);
  const obstacle = options?.obstacle;
  const isWritten = draft.text.trim() !== "";
  return (
    <Dialog
      isOpen
      title={t("changes.sms.title", { count })}
      size={560}
      isDirty={isWritten}
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={onCancel}>
            {t("common.cancel")}
          </Button>
          {!obstacle && (
            <Button size={32} variant="primary" type="submit" form={formId} isDisabled={!isWritten || !options}>
              {t("changes.preview")}
            </Button>
          )}
        </>
      }
    >
      {!options ? (
        <SkeletonRows rows={3} columns={["1fr"]} />
      ) : obstacle ? (
        <p className={styles.missing}>
          {t(`sms.obstacle.${obstacle}`)}
          {maySetUp && obstacle !== "notOffered" && <Link href="/settings/integrations?open=sms">{t("sms.setUp")}</Link>}
        </p>
      ) : (
        <Form {...{ type, draft, error, onChange, onDone }} senders={options.senders} />
      )}
    </Dialog>
  );
}

interface FormProps extends Pick<SmsToWriteProps, "type" | "draft" | "error" | "onChange" | "onDone"> {
  senders: readonly { readonly id: string; readonly name: string }[];
}

function Form({ type, draft, error, onChange, onDone, senders }: FormProps) {
  const t = useT();
  const { language } = t;
  const variables = useSmsVariables(type);
  const text = useRef<TemplateTextHandle>(null);
  const button = useRef<HTMLDivElement>(null);
  const [isChoosing, setChoosing] = useState(false);
  /** Incremented to mount a new editor when a template replaces the text. */
  const [begun, setBegun] = useState(0);
  useEffect(() => text.current?.focus(), [begun]);
  const isTooLong = draft.text.length > longestSmsText;
  function submit(event: FormEvent) {
    event.preventDefault();
    const whole = { ...draft, text: (text.current?.read() ?? draft.text).trim() };
    if (whole.text !== "" && whole.text.length <= longestSmsText) onDone(whole);
  }
  return (
    <form id={formId} className={styles.form} onSubmit={submit} noValidate>
      {senders.length > 1 ? (
        <Select
          label={t("sms.from")}
          options={senders.map(({ id, name }) => ({ id, label: name }))}
          value={draft.senderId ?? senders[0]?.id ?? null}
          onChange={(senderId) => onChange({ ...draft, ...(isId("snd", senderId) ? { senderId } : {}) })}
        />
      ) : (
        <p className={styles.from}>
          {t("sms.from")}: <bdi>{senders[0]?.name}</bdi>
        </p>
      )}
      <TemplateText
        key={begun}
        ref={text}
        label={t("changes.sms.text")}
        description={t("changes.sms.text.about", { brace: "{" })}
        errorMessage={isTooLong ? t("validation.smsTooLong") : error}
        value={draft.text}
        language={language}
        isRich={false}
        isReadOnly={false}
        variables={variables}
        onChange={(next) => onChange({ ...draft, text: next })}
        onFocus={() => undefined}
      />
      <div className={styles.tools} ref={button}>
        <Button icon={variableIcon} onPress={() => setChoosing(true)}>
          {t("changes.sms.insert")}
        </Button>
        <OwnTexts
          type={type}
          onChoose={(body, id) => {
            onChange({ ...draft, text: body, ...(isId("tpl", id) ? { templateId: id } : {}) });
            setBegun((now) => now + 1);
          }}
        />
      </div>
      {isChoosing && (
        <VariableMenu
          anchor={button}
          variables={variables}
          onChoose={(written) => text.current?.insert(written)}
          onClose={() => {
            setChoosing(false);
            text.current?.focus();
          }}
        />
      )}
    </form>
  );
}
