import type { Correspondent, Mail } from "@kartis/core/activities/mails/schema.ts";
import type { Delivery } from "@kartis/core/activities/mails/rules.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { meOptions } from "../../../lib/session.ts";
import { textDirection } from "../../../lib/text-direction.ts";
import { Link } from "../../../ui/actions/Link.tsx";
import { AttachedFiles } from "../../attachments/later.tsx";
import { RichTextView } from "../RichTextView.tsx";
import styles from "./entries.module.css";

const tones: Readonly<Record<Delivery, "success" | "danger" | undefined>> = {
  sending: undefined,
  sent: undefined,
  delivered: "success",
  failed: "danger",
  unknown: "danger",
  bounced: "danger",
  complained: "danger",
};

export const toneOf = ({ delivery }: Mail): "success" | "danger" | undefined => (delivery ? tones[delivery] : undefined);
export const nameOf = ({ name, email }: Correspondent): string => name ?? email;

interface MailTextProps {
  value: Mail;
  /** Shown at the end of the last line. */
  actions?: ReactNode;
}

/** Text of an email, its other recipients, and its delivery status. */
export function MailText({ value, actions }: MailTextProps) {
  const t = useT();
  const format = useFormat();
  const [isUnfolded, setUnfolded] = useState(false);
  const { cc, bcc, body, signature, attachments, delivery, quoted, isCut, dropped, sharing, gmail } = value;
  const { isAutomatic, isUnverified, isReplyIgnored } = value;
  const { data: me } = useQuery(meOptions());
  const own = gmail?.id && gmail.userId === me?.user.id ? gmail.id : undefined;
  const copies = [
    ["cc", cc],
    ["bcc", bcc],
  ] as const;
  return (
    <>
      {isUnverified && (
        <span className={styles.status} data-tone="danger">
          {t(isReplyIgnored ? "timeline.mail.replyIgnored" : "timeline.mail.unverified")}
        </span>
      )}
      {copies.map(
        ([kind, people]) =>
          people.length > 0 && (
            <span key={kind} className={styles.meta}>
              {t(`timeline.mail.${kind}`)}: <bdi>{format.list(people.map(nameOf))}</bdi>
            </span>
          ),
      )}
      {sharing !== "whole" && (
        <span className={styles.meta}>
          {t(sharing === "subject" ? "timeline.mail.onlySubject" : "timeline.mail.onlyMetadata")}
        </span>
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
        <p className={styles.signature} dir={textDirection(signature)}>
          {signature}
        </p>
      )}
      {attachments.length > 0 && <AttachedFiles files={attachments} />}
      {(isAutomatic || delivery || own || actions) && (
        <div className={styles.line}>
          {isAutomatic && <span className={styles.status}>{t("timeline.mail.automatic")}</span>}
          {delivery && (
            <span className={styles.status} data-tone={toneOf(value)}>
              {t(`timeline.mail.delivery.${delivery}`)}
            </span>
          )}
          {own && (
            <Link href={`https://mail.google.com/mail/#all/${own}`} target="_blank" rel="noreferrer">
              {t("timeline.mail.openInGmail")}
            </Link>
          )}
          {actions}
        </div>
      )}
    </>
  );
}
