import type { OpenMeeting } from "@kartis/core/activities/invitations/schema.ts";
import downloadIcon from "@fluentui/svg-icons/icons/arrow_download_16_regular.svg?icon";
import open from "@fluentui/svg-icons/icons/open_16_regular.svg?icon";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { client } from "../../lib/api.ts";
import { errorMessage, toAppError } from "../../lib/errors.ts";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { googleLink, outlookLink } from "./calendar-links.ts";
import type { InvitationLink } from "./Reply.tsx";
import styles from "./RsvpPage.module.css";

/** The whole series as a file or in Google's calendar, or this one time in Outlook's, whose links know no rules. */
export function AddToCalendar({ link, meeting }: { link: InvitationLink; meeting: OpenMeeting }) {
  const t = useT();
  const [error, setError] = useState<string>();
  const download = async () => {
    setError(undefined);
    try {
      await save(link);
    } catch (failure) {
      setError(errorMessage(toAppError(failure)));
    }
  };
  return (
    <section className={styles.section} aria-labelledby="add">
      <h2 id="add">{t("rsvp.calendar")}</h2>
      <Button className={styles.add ?? ""} onPress={() => void download()}>
        <Icon of={downloadIcon} />
        {t("rsvp.calendar.file")}
        <small>
          <bdi dir="ltr">.ics</bdi>
        </small>
      </Button>
      {error && (
        <p className={styles.failed} role="alert">
          {error}
        </p>
      )}
      <a className={styles.add} href={googleLink(meeting)} target="_blank" rel="noopener noreferrer">
        <Icon of={open} flip />
        Google Calendar
      </a>
      <a className={styles.add} href={outlookLink(meeting)} target="_blank" rel="noopener noreferrer">
        <Icon of={open} flip />
        Outlook
      </a>
    </section>
  );
}

async function save(invitation: InvitationLink): Promise<void> {
  const { content } = await client.rsvp.calendar.query(invitation);
  const url = URL.createObjectURL(new Blob([content], { type: "text/calendar" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "invite.ics";
  link.click();
  URL.revokeObjectURL(url);
}
