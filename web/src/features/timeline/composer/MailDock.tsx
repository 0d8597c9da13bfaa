import close from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import mailIcon from "@fluentui/svg-icons/icons/mail_16_regular.svg?icon";
import type { Mail } from "@kartis/core/activities/mails/schema.ts";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { useT } from "../../../lib/i18n.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import styles from "./mail.module.css";

interface MailDockProps {
  dock: HTMLElement;
  answered: Mail | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of a mail written beside the timeline. */
export function MailDock({ dock, answered, onClose, children }: MailDockProps) {
  const t = useT();
  return createPortal(
    <section className={styles.dock} aria-label={t("timeline.newMail")}>
      <header className={styles.dockHeader}>
        <Icon of={mailIcon} />
        <b>{t("timeline.newMail")}</b>
        {answered && <span className={styles.thread}>{t("timeline.mail.inReply", { subject: answered.subject })}</span>}
        <span className={styles.dockEnd}>
          <IconButton icon={close} label={t("timeline.mail.close")} onPress={onClose} />
        </span>
      </header>
      {children}
    </section>,
    dock,
  );
}
