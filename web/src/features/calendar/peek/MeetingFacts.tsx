import flashIcon from "@fluentui/svg-icons/icons/flash_16_regular.svg?icon";
import alertIcon from "@fluentui/svg-icons/icons/alert_16_regular.svg?icon";
import repeatIcon from "@fluentui/svg-icons/icons/arrow_repeat_all_16_regular.svg?icon";
import pendingIcon from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import editIcon from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import locationIcon from "@fluentui/svg-icons/icons/location_16_regular.svg?icon";
import videoIcon from "@fluentui/svg-icons/icons/video_16_regular.svg?icon";
import { descriptionOn } from "@kartis/core/activities/meetings/time.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Heading } from "react-aria-components/Heading";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { AttachedFiles } from "../../attachments/later.tsx";
import { useAutomation } from "../../people/automations.ts";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useNameOf } from "../../people/people.ts";
import { useRepeatWords } from "../../repeat/useRepeatWords.ts";
import { meetingOptions } from "../queries.ts";
import { useCalendarWords } from "../words.ts";
import { GuestRow } from "./GuestRow.tsx";
import type { MeetingBesideProps } from "./MeetingBeside.tsx";
import { recordWords } from "../../records/record-words.ts";
import { reminderWords } from "../../reminders/words.ts";
import styles from "./MeetingPeek.module.css";

/** A link is pressed, a place is read. */
const linkIn = (location: string | null): string | undefined => /https?:\/\/\S+/.exec(location ?? "")?.[0];

/** Details of a meeting, and its actions. */
export function MeetingFacts({ entry, card, isTitled, onEdit, onDelete, onClose }: MeetingBesideProps & { isTitled: boolean }) {
  const t = useT();
  const words = useCalendarWords();
  const nameOf = useNameOf();
  const repeatWords = useRepeatWords();
  const { occurrence } = entry;
  const { data: meeting } = useQuery(meetingOptions(entry.id, occurrence.day ?? undefined));
  const { location, participants, guests, createdBy } = occurrence;
  const canUpdate = occurrence.canUpdate;
  const description = meeting && descriptionOn(meeting, occurrence.day);
  const video = linkIn(location);
  const people = participants;
  const cardNames: Readonly<Record<string, { readonly name: string } | undefined>> = meeting?.cards ?? {};
  return (
    <>
      <header className={styles.head}>
        <span className={styles.kind}>
          {card
            ? t("calendar.meetingOn", { card: card.name })
            : t(occurrence.isRepeating ? "calendar.meeting.repeating" : "calendar.meeting")}
        </span>
        {canUpdate && <IconButton icon={editIcon} label={t("common.edit")} onPress={onEdit} />}
        {onDelete && <IconButton icon={deleteIcon} label={t("common.delete")} onPress={onDelete} />}
        {isTitled && <IconButton icon={dismiss} label={t("common.close")} onPress={onClose} />}
      </header>
      <div className={styles.body}>
        {isTitled && (
          <Heading slot="title" level={2} className={styles.title ?? ""}>
            <bdi>{entry.title}</bdi>
          </Heading>
        )}
        <Line icon={pendingIcon}>{words.when(entry)}</Line>
        {meeting?.repeat && <Line icon={repeatIcon}>{repeatWords(meeting.repeat)}</Line>}
        {location && (
          <Line icon={video ? videoIcon : locationIcon}>
            <bdi className={styles.wrap}>{location}</bdi>
          </Line>
        )}
        {meeting?.reminder !== undefined && meeting.reminder !== null && (
          <Line icon={alertIcon}>{reminderWords(meeting.reminder, t)}</Line>
        )}
        {meeting?.automationId && <MadeBy automationId={meeting.automationId} />}
        {description && (
          <p className={styles.description} dir="auto">
            {description}
          </p>
        )}
        {meeting !== undefined && meeting.attachments.length > 0 && <AttachedFiles files={meeting.attachments} />}
      </div>
      {people.length + guests.length > 0 && (
        <ul className={styles.people}>
          {people.map((userId) => (
            <li key={userId}>
              <MemberAvatar userId={userId} size={20} />
              <span className={styles.name}>
                <bdi>{nameOf(userId)}</bdi>{" "}
                {userId === createdBy && <span className={styles.role}>{t("calendar.organizer")}</span>}
              </span>
            </li>
          ))}
          {guests.map((guest) => (
            <GuestRow
              key={guest.id}
              guest={guest}
              name={recordWords(
                (guest.cardId ? cardNames[guest.cardId]?.name : undefined) ??
                  guest.name ??
                  guest.email ??
                  (meeting ? undefined : "…"),
                "card",
                t,
              )}
              answers={meeting?.answers ?? []}
              occurrence={occurrence}
              isWithoutReminders={meeting?.withoutReminders.includes(guest.id) === true}
              isOfOne={occurrence.isRepeating && meeting?.guests.every(({ id }) => id !== guest.id) === true}
            />
          ))}
        </ul>
      )}
      <footer className={styles.footer}>
        {video && (
          <Link href={video} target="_blank" rel="noreferrer">
            {t("calendar.join")}
          </Link>
        )}
        {card?.href && <Link href={card.href}>{t("tasks.openCard")}</Link>}
        {canUpdate && <Button onPress={onEdit}>{t("calendar.reschedule")}</Button>}
      </footer>
    </>
  );
}

function MadeBy({ automationId }: { automationId: string }) {
  const t = useT();
  const { name, href } = useAutomation(automationId) ?? {};
  const words = name ? t("calendar.byAutomation", { name }) : t("calendar.byDeletedAutomation");
  return (
    <Line icon={flashIcon}>
      {href ? (
        <Link look="quiet" href={href}>
          {words}
        </Link>
      ) : (
        words
      )}
    </Line>
  );
}

function Line({ icon, children }: { icon: IconShape; children: ReactNode }) {
  return (
    <p className={styles.line}>
      <Icon of={icon} />
      <span>{children}</span>
    </p>
  );
}
