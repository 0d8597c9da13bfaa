import chevron from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import type { Answer, Occurrence } from "@kartis/core/activities/meetings/meeting.ts";
import { Button } from "react-aria-components/Button";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Menu, MenuItem, MenuSection } from "../../../ui/overlays/Menu.tsx";
import { useNameOf } from "../../people/people.ts";
import { recordReply } from "../changes/meetings.ts";
import { RecordName } from "../../records/RecordName.tsx";
import { replyIcons } from "./reply-icons.ts";
import styles from "./MeetingPeek.module.css";

/** The schema has them too, and would bring its library along. */
const replies = ["ACCEPTED", "TENTATIVE", "DECLINED", "PENDING"] as const;

interface GuestRowProps {
  guest: Occurrence["guests"][number];
  name: string;
  answers: readonly Answer[];
  occurrence: Occurrence;
  /** They want no reminders of the meeting. */
  isWithoutReminders: boolean;
  /** They are invited to this time of the series alone. */
  isOfOne: boolean;
}

/** A guest with their reply. Whoever may change the meeting records what the guest said by telephone. */
export function GuestRow({ guest, name, answers, occurrence, isWithoutReminders, isOfOne }: GuestRowProps) {
  const t = useT();
  const nameOf = useNameOf();
  const { day, canUpdate, isRepeating } = occurrence;
  // What they replied to this time comes before what they replied to all.
  const own = [day, null].flatMap((of) => answers.filter((answer) => answer.guestId === guest.id && answer.day === of));
  const message = own.find((answer) => answer.message)?.message;
  const [current] = own;
  const by = current?.rsvp === guest.rsvp && current.by ? nameOf(current.by) : undefined;
  const reply = t(`calendar.rsvp.${guest.rsvp}`);
  const shown = (
    <>
      <Icon of={replyIcons[guest.rsvp]} size={14} />
      {reply}
    </>
  );
  const items = (part: "one" | "all") =>
    replies.map((rsvp) => (
      <MenuItem
        key={`${part} ${rsvp}`}
        id={`${part} ${rsvp}`}
        icon={replyIcons[rsvp]}
        onAction={() => recordReply({ occurrence, guestId: guest.id, rsvp, part })}
      >
        {t(`calendar.rsvp.${rsvp}`)}
      </MenuItem>
    ));
  return (
    <li>
      <span className={`${styles.name} ${styles.guest}`}>
        <RecordName name={name} /> <span className={styles.role}>{t(isOfOne ? "calendar.guest.ofOne" : "calendar.guest")}</span>
      </span>
      {canUpdate ? (
        <Menu
          placement="bottom end"
          aria-label={t("calendar.rsvp.record", { name, reply })}
          trigger={
            <Button
              className={styles.answer ?? ""}
              data-rsvp={guest.rsvp}
              aria-label={t("calendar.rsvp.record", { name, reply })}
            >
              {shown}
              <Icon of={chevron} size={14} />
            </Button>
          }
        >
          {isOfOne ? (
            items("one")
          ) : isRepeating ? (
            <>
              <MenuSection title={t("calendar.rsvp.one")}>{items("one")}</MenuSection>
              <MenuSection title={t("calendar.rsvp.all")}>{items("all")}</MenuSection>
            </>
          ) : (
            items("all")
          )}
        </Menu>
      ) : (
        <span className={styles.answer} data-rsvp={guest.rsvp}>
          {shown}
        </span>
      )}
      {by && <p className={styles.by}>{t("calendar.rsvp.by", { name: by })}</p>}
      {isWithoutReminders && <p className={styles.by}>{t("calendar.guest.withoutReminders")}</p>}
      {message && (
        <p className={styles.said} dir="auto">
          {message}
        </p>
      )}
    </li>
  );
}
