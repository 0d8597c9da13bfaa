import callIcon from "@fluentui/svg-icons/icons/call_16_regular.svg?icon";
import smsIcon from "@fluentui/svg-icons/icons/chat_16_regular.svg?icon";
import commentIcon from "@fluentui/svg-icons/icons/comment_16_regular.svg?icon";
import mailIcon from "@fluentui/svg-icons/icons/mail_16_regular.svg?icon";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { useRef, useState } from "react";
import { useCommands } from "../../../lib/keys/commands.ts";
import { editsText } from "../../../lib/keys/held-typing.ts";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later, laterInFocus, TypingHeld } from "../../../lib/later.tsx";
import { NewMeetingDialog } from "../../calendar/editor/later.ts";
import { answerDraft, type Answering } from "../answering.ts";
import { addComment } from "../changes/comments.ts";
import { log } from "../changes/logged.ts";
import { CommentForm } from "./later.ts";
import { useWhyNotWritten } from "../rights.ts";
import styles from "./composer.module.css";
import { ComposerTabs, type Tab } from "./ComposerTabs.tsx";
import { BackCloses } from "../../../ui/overlays/BackCloses.tsx";
import { hasBegun } from "./sent.ts";
import { useSmsOptions } from "./SmsTab.tsx";
import { useWhatsAppOptions } from "./WhatsAppTab.tsx";
import { Typing } from "./Typing.tsx";

const LogForm = laterInFocus(async () => (await import("./LogForm.tsx")).LogForm);
const QuickAdd = later(
  async () => (await withWords(["tasks", "recurrence", "reminders"], import("../../tasks/add/QuickAdd.tsx"))).QuickAdd,
  ({ onLeave }) => <TypingHeld onCancel={onLeave} />,
);

const SmsForm = laterInFocus(async () => (await withWords(["validation"], import("./SmsForm.tsx"))).SmsForm);
const WhatsAppForm = laterInFocus(
  async () => (await withWords(["files", "validation"], import("./WhatsAppForm.tsx"))).WhatsAppForm,
);
const MailDock = laterInFocus(async () => (await import("./MailDock.tsx")).MailDock);
const MailForm = laterInFocus(async () => (await withWords(["files", "validation"], import("./MailForm.tsx"))).MailForm);

interface ComposerProps {
  card: Card;
  type: CardType;
  isPinned: boolean;
  /** Where mails are written; null for in its own place. */
  dock: HTMLElement | null;
  /** The mail that is being answered there. */
  answering: Answering | undefined;
  onAnswered: () => void;
}

/** Where something is added to the card: closed a line, open a form that keeps what was begun. */
export function Composer({ card, type, isPinned, dock, answering, onAnswered }: ComposerProps) {
  const t = useT();
  const whyNot = useWhyNotWritten()("create");
  const [chosen, setTab] = useState<Tab | undefined>(() => (hasBegun(card.id, "comment") ? "comment" : undefined));
  const tab = answering ? "mail" : chosen;
  const sms = useSmsOptions(card);
  const whatsapp = useWhatsAppOptions(card);
  const [isAsked, setAsked] = useState(false);
  const [isMeeting, setMeeting] = useState(false);
  const buttons = useRef(new Map<Tab, HTMLButtonElement>());
  const form = useRef<HTMLDivElement>(null);

  function open(next: Tab) {
    setAsked(true);
    // It is open already: its field takes what is typed next.
    if (tab === next) return (dock && next === "mail" ? dock : form.current)?.querySelector<HTMLElement>(editsText)?.focus();
    onAnswered();
    setTab(next);
  }
  function close() {
    const { current } = buttons;
    const back = answering ? answering.from : tab && current.get(tab);
    onAnswered();
    setTab(undefined);
    setTimeout(() => back instanceof HTMLElement && back.focus());
  }
  useCommands([
    !whyNot && {
      id: "timeline.comment",
      label: t("timeline.write"),
      group: "create",
      icon: commentIcon,
      shortcut: "C",
      opensField: true,
      run: () => open("comment"),
    },
    !whyNot && {
      id: "timeline.mail",
      label: t("timeline.writeMail"),
      group: "create",
      icon: mailIcon,
      shortcut: "M",
      opensField: true,
      run: () => open("mail"),
    },
    sms &&
      sms.obstacle === null &&
      sms.numbers.length > 0 && {
        id: "timeline.sms",
        label: t("sms.write"),
        group: "create",
        icon: smsIcon,
        opensField: true,
        run: () => open("sms"),
      },
    !whyNot && {
      id: "timeline.call",
      label: t("timeline.logCall"),
      group: "create",
      icon: callIcon,
      shortcut: "L",
      opensField: true,
      run: () => open("call"),
    },
  ]);
  const answered = answering?.mail;
  const draftKey = answered ? answerDraft(answered) : "mail";
  const mailForm = (
    <MailForm
      key={draftKey}
      card={card}
      draftKey={draftKey}
      {...(answered ? { answered } : {})}
      isDocked={dock !== null}
      onClose={close}
    />
  );
  return (
    <div
      ref={form}
      className={styles.composer}
      data-pinned={isPinned || undefined}
      {...(isPinned ? { "data-holds-bottom": true } : {})}
      data-open={(tab === "mail" && dock ? undefined : tab) || undefined}
    >
      {isPinned && tab && <BackCloses close={close} />}
      <ComposerTabs
        card={card}
        tab={tab}
        isMeeting={isMeeting}
        onMeeting={() => setMeeting(true)}
        onPress={(of) => (tab === of ? close() : open(of))}
        onButton={(of, button) => void buttons.current.set(of, button)}
      />
      {tab === "comment" && (
        <CommentForm
          key="comment"
          on={card.id}
          draftKey="comment"
          label={t("timeline.write")}
          isFocused={isAsked}
          onSend={(comment) => addComment({ ...comment, on: { cardId: card.id } })}
          onClose={close}
        />
      )}
      {tab === "mail" &&
        (dock ? (
          <MailDock dock={dock} answered={answered} onClose={close}>
            {mailForm}
          </MailDock>
        ) : (
          mailForm
        ))}
      {tab === "task" && (
        <div className={styles.task}>
          <QuickAdd ref={(line) => line?.focus()} given={{ cardId: card.id }} onLeave={close} />
        </div>
      )}
      {(tab === "call" || tab === "social") && (
        <LogForm
          key={tab}
          type={tab === "call" ? "CALL" : "FACEBOOK"}
          card={card}
          draftKey={tab}
          onSend={(type, logged, draft) => log(type, card.id, logged, draft)}
          onClose={close}
        />
      )}
      {tab === "sms" && sms && <SmsForm card={card} type={type} options={sms} onClose={close} />}
      {tab === "whatsapp" && whatsapp && <WhatsAppForm card={card} options={whatsapp} onClose={close} />}
      {isMeeting && <NewMeetingDialog cardId={card.id} onClose={() => setMeeting(false)} onReopen={() => setMeeting(true)} />}
      <Typing cardId={card.id} />
    </div>
  );
}
