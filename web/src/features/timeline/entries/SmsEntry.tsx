import chat from "@fluentui/svg-icons/icons/chat_16_regular.svg?icon";
import type { Sms } from "@kartis/core/activities/sms/schema.ts";
import { useEffect, useLayoutEffect, useRef } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { runCommand, useCurrentCommands } from "../../../lib/keys/commands.ts";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { endToast } from "../../../lib/toasts/toasts.ts";
import { useFormatHere, useT } from "../../../lib/i18n.tsx";
import { textDirection } from "../../../lib/text-direction.ts";
import { PhoneNumber, usePhoneText } from "../../fields/display/PhoneNumber.tsx";
import { cancelSms, sendSmsNow } from "../changes/written.ts";
import { useWhyNotWritten } from "../rights.ts";
import { EntryFrame } from "./EntryFrame.tsx";
import { focusBeside } from "./focus-beside.ts";
import { WrittenMenu } from "./WrittenMenu.tsx";
import { useAuthor } from "./useAuthor.ts";
import styles from "./entries.module.css";
import { isolated } from "../../../lib/text-direction.ts";

const tones = {
  waiting: undefined,
  sending: undefined,
  sent: undefined,
  delivered: "success",
  failed: "danger",
  unknown: "danger",
  received: undefined,
} as const;

/** What can be done with an SMS that waits for the end of its recipient's quiet hours. */
function WaitingActions({ value }: { value: Sms }) {
  const t = useT();
  const whyNot = useWhyNotWritten();
  const ref = useRef<HTMLSpanElement>(null);
  function cancel() {
    focusBeside(ref.current);
    void cancelSms(value);
  }
  // What was pressed goes while the SMS stays: the focus stays with it.
  useLayoutEffect(() => {
    const buttons = ref.current;
    return () => {
      if (buttons?.contains(document.activeElement))
        setTimeout(() => document.querySelector<HTMLElement>(`[data-menu-of="${value.id}"]`)?.focus());
    };
  }, [value.id]);
  return (
    <span ref={ref} className={styles.waiting}>
      {!whyNot("create", value) && (
        <Button size={24} variant="ghost" onPress={() => void sendSmsNow(value)}>
          {t("sms.sendNow")}
        </Button>
      )}
      {!whyNot("delete", value) && (
        <Button size={24} variant="ghost" onPress={cancel}>
          {t("sms.cancel")}
        </Button>
      )}
    </span>
  );
}

/** An SMS from the card, with what became of it and why, or the customer's answer. */
export function SmsEntry({ value, at, isLast }: { value: Sms; at: string; isLast: boolean }) {
  const t = useT();
  const author = useAuthor(value);
  const phoneText = usePhoneText();
  const { id, direction, text, phone, from, delivery, reason, parts, meetingNews, sendAt } = value;
  const format = useFormatHere();
  const isIn = direction === "IN";
  const mayDecide = useCan()(["ORGANIZATION", "update"]);
  const mayWrite = useCurrentCommands().some((command) => command.id === "timeline.sms");
  const told = meetingNews ? (`sms.meetingNews.${meetingNews}` as const) : "sms.sent";
  const verb = isIn ? "sms.received" : delivery === "waiting" ? "sms.written" : told;
  const isFailed = delivery === "failed" || delivery === "unknown";
  useEffect(() => {
    // It is not on its way any more.
    if (isFailed) endToast(`sms:${id}`);
  }, [isFailed, id]);
  async function sendAgain() {
    (await import("../composer/SmsForm.tsx")).beginAgain(value);
    runCommand("timeline.sms");
  }
  return (
    <EntryFrame
      icon={chat}
      tone={tones[delivery]}
      // Numbers run from left to right, whatever the words around them do.
      {...(isIn ? { actor: isolated(phoneText(phone), "ltr") } : author)}
      verb={t(verb)}
      at={at}
      isLast={isLast}
      actions={<WrittenMenu value={value} />}
    >
      <div className={styles.box} data-incoming={isIn || undefined}>
        <div className={styles.note} dir={textDirection(text)}>
          {text}
        </div>
        <div className={styles.line}>
          {!isIn && (
            <span className={styles.status} data-tone={tones[delivery]}>
              {delivery === "waiting"
                ? t("sms.delivery.waiting", { time: sendAt ? format.time(sendAt) : "" })
                : t(`sms.delivery.${delivery}`)}
              {reason && `. ${t(`sms.failure.${reason}`)}`}
            </span>
          )}
          <PhoneNumber value={phone} />
          {from && (
            <span>
              {t(isIn ? "sms.to" : "sms.from")}: <bdi>{from}</bdi>
            </span>
          )}
          {delivery === "failed" && mayWrite && (
            <Button size={24} variant="ghost" onPress={() => void sendAgain().catch(reportFailure)}>
              {t("sms.again")}
            </Button>
          )}
          {delivery === "waiting" && <WaitingActions value={value} />}
          {delivery === "unknown" && mayDecide && <Link href="/settings/outgoing">{t("sms.decide")}</Link>}
          {!isIn && parts > 1 && <span>{t("sms.parts", { count: parts })}</span>}
        </div>
      </div>
    </EntryFrame>
  );
}
