import mailIn from "@fluentui/svg-icons/icons/mail_inbox_16_regular.svg?icon";
import mailOut from "@fluentui/svg-icons/icons/mail_16_regular.svg?icon";
import type { Card } from "@kartis/core/cards/schema.ts";
import type { Mail } from "@kartis/core/activities/mails/schema.ts";
import type { Thread } from "@kartis/core/timeline/schema.ts";
import { useId, useState } from "react";
import { useFormat, useT, withWords } from "../../../lib/i18n.tsx";
import { readDraft } from "../../../lib/device/drafts.ts";
import { laterInFocus } from "../../../lib/later.tsx";
import { textDirection } from "../../../lib/text-direction.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { answerDraft, useAnswer } from "../answering.ts";
import { useWhyNotWritten } from "../rights.ts";
import { useWhen } from "../../dates/when.ts";
import { EntryFrame } from "./EntryFrame.tsx";
import { MailText, nameOf, toneOf } from "./MailText.tsx";
import { WrittenMenu } from "./WrittenMenu.tsx";
import { useAuthor } from "./useAuthor.ts";
import styles from "./entries.module.css";

const MailForm = laterInFocus(
  async () => (await withWords(["files", "validation"], import("../composer/MailForm.tsx"))).MailForm,
);

/** Author of an email, and what they did, with the recipients. */
function useSender(mail: Mail): ReturnType<typeof useAuthor> & { readonly verb: string } {
  const t = useT();
  const format = useFormat();
  const author = useAuthor(mail);
  const { direction, createdBy, automationId, from, to } = mail;
  const isMade = direction === "OUT" && (createdBy ?? automationId) !== null;
  return {
    ...(isMade ? author : { actor: nameOf(from) }),
    verb: direction === "IN" ? t("timeline.mail.IN") : t("timeline.mail.OUT", { names: format.list(to.map(nameOf)) }),
  };
}

interface MailEntryProps {
  value: Mail;
  /** The earlier mails of its thread. */
  thread: Thread<Mail> | null;
  at: string;
  card: Card;
  isLast: boolean;
  isOnTop: boolean;
}

/** A mail from the card or into it, with what became of it; of an exchange the latest, with those before it folded. */
export function MailEntry({ value, thread, at, card, isLast, isOnTop }: MailEntryProps) {
  const t = useT();
  const sender = useSender(value);
  const mayWrite = !useWhyNotWritten()("create") && !card.trashedAt;
  const answerBeside = useAnswer();
  // Fixed when Reply is pressed, so that a newer mail does not replace it.
  const [answered, setAnswered] = useState(() =>
    !answerBeside && !isOnTop && readDraft(card.id, answerDraft(value)) ? value : undefined,
  );
  const [isAsked, setAsked] = useState(false);
  const [isUnfolded, setUnfolded] = useState(false);
  const earlier = useId();
  function answer() {
    if (answerBeside) return answerBeside(value);
    setAsked(true);
    setAnswered(value);
  }
  const isIn = value.direction === "IN";
  return (
    <EntryFrame
      icon={isIn ? mailIn : mailOut}
      tone={toneOf(value)}
      {...sender}
      at={at}
      isLast={isLast}
      actions={<WrittenMenu value={value} />}
    >
      <div className={styles.box} data-incoming={isIn || undefined}>
        <div className={styles.subjectLine}>
          <b className={styles.subject} dir={textDirection(value.subject)}>
            {value.subject}
          </b>
          {thread && (
            <button
              type="button"
              className={styles.mails}
              aria-expanded={isUnfolded}
              aria-controls={isUnfolded ? earlier : undefined}
              onClick={() => setUnfolded(!isUnfolded)}
            >
              {t("timeline.mail.count", { count: thread.total + 1 })}
            </button>
          )}
        </div>
        <MailText
          value={value}
          actions={
            mayWrite &&
            (!answered || answerBeside) && (
              <Button size={24} variant="ghost" onPress={answer}>
                {t("timeline.reply")}
              </Button>
            )
          }
        />
        {answered && mayWrite && !answerBeside && (
          <MailForm
            key={answered.id}
            card={card}
            draftKey={answerDraft(answered)}
            isFocused={isAsked}
            answered={answered}
            onClose={() => setAnswered(undefined)}
          />
        )}
        {thread && isUnfolded && (
          <div id={earlier} role="group" aria-label={t("timeline.mail.earlier")} className={styles.thread}>
            {thread.rows.map((mail) => (
              <EarlierMail key={mail.id} value={mail} latest={value} />
            ))}
            {thread.total > thread.rows.length && (
              <span className={styles.meta}>{t("timeline.mail.more", { count: thread.total - thread.rows.length })}</span>
            )}
          </div>
        )}
      </div>
    </EntryFrame>
  );
}

/** Strips reply prefixes such as “Re:”. */
const withoutPrefix = (subject: string): string => subject.replace(/^(\s*[\p{L}]{1,6}\s*(\[\d+\])?:)+/u, "").trim();

function EarlierMail({ value, latest }: { value: Mail; latest: Mail }) {
  const when = useWhen();
  const { actor, verb } = useSender(value);
  return (
    <div className={styles.reply}>
      <div className={styles.head}>
        <Icon of={value.direction === "IN" ? mailIn : mailOut} size={14} />
        <b className={styles.actor}>
          <bdi>{actor}</bdi>
        </b>
        <span className={styles.verb}>{verb}</span>
        <span className={styles.end}>
          <WrittenMenu value={value} />
          <time className={styles.time} dateTime={value.createdAt} title={when.full(value.createdAt)}>
            {when.full(value.createdAt)}
          </time>
        </span>
      </div>
      {withoutPrefix(value.subject) !== withoutPrefix(latest.subject) && (
        <span className={styles.subject} dir={textDirection(value.subject)}>
          {value.subject}
        </span>
      )}
      <MailText value={value} />
    </div>
  );
}
