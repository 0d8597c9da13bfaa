import type { Occurrence } from "@kartis/core/activities/meetings/meeting.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Hidden } from "../../../ui/display/Num.tsx";
import { useCardNames } from "../../records/card-names.ts";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useNameOf } from "../../people/people.ts";
import { recordWords } from "../../records/record-words.ts";
import styles from "./PeopleChips.module.css";
import { replyIcons } from "./reply-icons.ts";

/** As many are shown by themselves. */
const mostShown = 6;

/** Who is at a meeting: members, and guests with what they have replied. */
export function PeopleChips({ participants, guests }: Pick<Occurrence, "participants" | "guests">) {
  const t = useT();
  const nameOf = useNameOf();
  const cardNameOf = useCardNames();
  const shownGuests = guests.slice(0, mostShown);
  const shownMembers = participants.slice(0, mostShown - shownGuests.length);
  const more = guests.length + participants.length - shownGuests.length - shownMembers.length;
  return (
    <ul className={styles.chips}>
      {shownMembers.map((userId) => (
        <li key={userId}>
          <MemberAvatar userId={userId} />
          <bdi className={styles.name}>{nameOf(userId)}</bdi>
        </li>
      ))}
      {shownGuests.map(({ id, cardId, name, email, rsvp }) => (
        <li key={id} data-rsvp={rsvp} title={t(`calendar.rsvp.${rsvp}`)}>
          <bdi className={styles.name}>
            {recordWords((cardId ? cardNameOf(cardId)?.name : undefined) ?? name ?? email ?? undefined, "card", t)}
          </bdi>
          <Icon of={replyIcons[rsvp]} size={14} />
          <Hidden>{t(`calendar.rsvp.${rsvp}`)}</Hidden>
        </li>
      ))}
      {more > 0 && <li>{t("common.moreCount", { count: more })}</li>}
    </ul>
  );
}
