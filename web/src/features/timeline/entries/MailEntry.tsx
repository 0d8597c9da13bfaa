import mailIn from "@fluentui/svg-icons/icons/mail_inbox_16_regular.svg?icon";
import mailOut from "@fluentui/svg-icons/icons/mail_16_regular.svg?icon";
import type { Card } from "@kartis/core/cards/schema.ts";
import type { Correspondent, Mail } from "@kartis/core/activities/mails/schema.ts";
import type { Delivery } from "@kartis/core/activities/mails/rules.ts";
import { useState } from "react";
import { useFormat, useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { AttachedFiles } from "../../attachments/later.tsx";
import { useNameOf } from "../../cards/members.tsx";
import { RichTextView } from "../RichTextView.tsx";
import { useWhyNotWritten } from "../rights.ts";
import { EntryFrame } from "./EntryFrame.tsx";
import { WrittenMenu } from "./WrittenMenu.tsx";
import styles from "./entries.module.css";

const MailForm = later(async () => (await withWords(["files", "validation"], import("../composer/MailForm.tsx"))).MailForm);

const tones: Readonly<Record<Delivery, "success" | "danger" | undefined>> = {
  sending: undefined,
  sent: undefined,
  delivered: "success",
  failed: "danger",
  unknown: "danger",
  bounced: "danger",
  complained: "danger",
};

const nameOf = ({ name, email }: Correspondent): string => name ?? email;

interface MailEntryProps {
  value: Mail;
  at: string;
  card: Card;
  isLast: boolean;
}

/** A mail from the card or into it, with what became of it. */
export function MailEntry({ value, at, card, isLast }: MailEntryProps) {
  const t = useT();
  const format = useFormat();
  const memberOf = useNameOf();
  const mayWrite = !useWhyNotWritten()("create") && !card.trashedAt;
  const [isAnswering, setAnswering] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  const { direction, from, to, cc, bcc, subject, body, signature, attachments, delivery, createdBy } = value;
  const { quoted, isAutomatic, isCut, dropped } = value;
  const tone = delivery ? tones[delivery] : undefined;
  const isIn = direction === "IN";
  const copies = [
    ["cc", cc],
    ["bcc", bcc],
  ] as const;
  return (
    <EntryFrame
      icon={isIn ? mailIn : mailOut}
      tone={tone}
      actor={isIn ? nameOf(from) : createdBy ? memberOf(createdBy) : nameOf(from)}
      verb={isIn ? t("timeline.mail.IN") : t("timeline.mail.OUT", { names: format.list(to.map(nameOf)) })}
      at={at}
      isLast={isLast}
      actions={<WrittenMenu value={value} />}
    >
      <div className={styles.box} data-incoming={isIn || undefined}>
        <b className={styles.subject} dir="auto">
          {subject}
        </b>
        {copies.map(
          ([kind, people]) =>
            people.length > 0 && (
              <span key={kind} className={styles.meta}>
                {t(`timeline.mail.${kind}`)}: <bdi>{format.list(people.map(nameOf))}</bdi>
              </span>
            ),
        )}
        {body.length > 0 && <RichTextView text={body} />}
        {quoted.length > 0 && (
          <>
            <button
              type="button"
              className={styles.quoteToggle}
              aria-expanded={isUnfolded}
              onClick={() => setUnfolded(!isUnfolded)}
            >
              {t(isUnfolded ? "timeline.mail.hideQuoted" : "timeline.mail.showQuoted")}
            </button>
            {isUnfolded && (
              <div className={styles.quoted}>
                <RichTextView text={quoted} />
              </div>
            )}
          </>
        )}
        {isCut && <span className={styles.meta}>{t("timeline.mail.cut")}</span>}
        {dropped > 0 && <span className={styles.meta}>{t("timeline.mail.dropped", { count: dropped })}</span>}
        {signature && (
          <p className={styles.signature} dir="auto">
            {signature}
          </p>
        )}
        {attachments.length > 0 && <AttachedFiles files={attachments} />}
        <div className={styles.line}>
          {isAutomatic && <span className={styles.status}>{t("timeline.mail.automatic")}</span>}
          {delivery && (
            <span className={styles.status} data-tone={tone}>
              {t(`timeline.mail.delivery.${delivery}`)}
            </span>
          )}
          {mayWrite && !isAnswering && (
            <Button size={24} variant="ghost" onPress={() => setAnswering(true)}>
              {t("timeline.reply")}
            </Button>
          )}
        </div>
        {isAnswering && (
          <MailForm card={card} draftKey={`mail:${value.id}`} answered={value} onClose={() => setAnswering(false)} />
        )}
      </div>
    </EntryFrame>
  );
}
