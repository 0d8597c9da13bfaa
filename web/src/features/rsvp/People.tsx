import type { OpenMeeting } from "@kartis/core/activities/invitations/schema.ts";
import checkmark from "@fluentui/svg-icons/icons/checkmark_circle_16_filled.svg?icon";
import clock from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon";
import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import question from "@fluentui/svg-icons/icons/question_circle_16_regular.svg?icon";
import { useT } from "../../lib/i18n.tsx";
import { PersonAvatar } from "../../ui/display/Avatar.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { names } from "./Reply.tsx";
import styles from "./RsvpPage.module.css";

const icons = { ACCEPTED: checkmark, TENTATIVE: question, DECLINED: dismiss, PENDING: clock } as const;

/** Other guests: names and replies, no addresses. */
export function People({ people, organizationName }: { people: OpenMeeting["people"]; organizationName: string }) {
  const t = useT();
  return (
    <section aria-labelledby="people">
      <h2 id="people">
        {t("rsvp.people")} <em>{people.length}</em>
      </h2>
      <ul className={styles.people}>
        {people.map(({ name, role, isYou, rsvp }, at) => {
          const shown = name ?? t("rsvp.people.unnamed");
          const what = role === "organizer" ? t("rsvp.people.organizer") : role === "member" ? organizationName : "";
          return (
            // Their order is all there is to know them by.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at}>
              <PersonAvatar userId={`${shown} ${at}`} name={shown} size={28} />
              <span className={styles.person}>
                <bdi>{shown}</bdi>
                <small dir="auto">{isYou ? t("rsvp.people.you") : what}</small>
              </span>
              {rsvp && (
                <span className={styles.personReply} data-reply={rsvp}>
                  <Icon of={icons[rsvp]} size={14} />
                  {t(names[rsvp])}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
