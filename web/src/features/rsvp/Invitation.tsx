import type { OpenMeeting } from "@kartis/core/activities/invitations/schema.ts";
import { wordsOf } from "@kartis/core/activities/recurrence/words.ts";
import { datesLocale, languageNames, languages } from "@kartis/i18n/languages.ts";
import calendar from "@fluentui/svg-icons/icons/calendar_20_regular.svg?icon";
import location from "@fluentui/svg-icons/icons/location_20_regular.svg?icon";
import prohibited from "@fluentui/svg-icons/icons/prohibited_16_regular.svg?icon";
import repeatIcon from "@fluentui/svg-icons/icons/arrow_repeat_all_20_regular.svg?icon";
import video from "@fluentui/svg-icons/icons/video_20_regular.svg?icon";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { setLanguage, useT } from "../../lib/i18n.tsx";
import { RecordAvatar } from "../../ui/display/Avatar.tsx";
import { Icon, type IconShape } from "../../ui/display/Icon.tsx";
import { AddToCalendar } from "./AddToCalendar.tsx";
import { People } from "./People.tsx";
import { Reminders } from "./Reminders.tsx";
import { type InvitationLink, Reply } from "./Reply.tsx";
import styles from "./RsvpPage.module.css";
import { timesOf } from "./times.ts";

interface InvitationProps {
  link: InvitationLink;
  meeting: OpenMeeting;
  /** They come from a reminder, by its link for no more of them. */
  isAskedToStop: boolean;
}

/** A meeting, as its guest sees it. */
export function Invitation({ link, meeting, isAskedToStop }: InvitationProps) {
  const t = useT();
  const { title, description, location: place, organizationName, organizerName, guestName, repeat, state, email } = meeting;
  const [guest] = (guestName ?? "").split(/\s+/);
  const name = organizerName ?? organizationName;
  const times = timesOf(meeting, t);
  const href = linkIn(place);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <RecordAvatar name={organizationName} size={32} />
        <bdi className={styles.organization}>{organizationName}</bdi>
        <Languages />
      </header>
      <main className={styles.sheet}>
        <div className={styles.meeting}>
          {state !== "open" && (
            <p className={styles.status} data-tone={state === "canceled" ? "danger" : "neutral"} role="status">
              <Icon of={prohibited} />
              {t(state === "canceled" ? "rsvp.status.canceled" : "rsvp.status.over")}
            </p>
          )}
          {state === "open" && <Reminders link={link} meeting={meeting} isAskedToStop={isAskedToStop} />}
          <h1 className={styles.title} dir="auto">
            {title}
          </h1>
          <p className={styles.by}>{guest ? t("rsvp.invites.named", { name, guest }) : t("rsvp.invites", { name })}</p>
          <div className={styles.facts}>
            <Fact icon={calendar}>
              <strong>{times.date}</strong>
              {times.own && <span>{times.own}</span>}
              {times.organizers && <small>{times.organizers}</small>}
            </Fact>
            {repeat && <Fact icon={repeatIcon}>{wordsOf(repeat, t, datesLocale(t.language, meeting.region))}</Fact>}
            {place && (
              <Fact
                icon={href ? video : location}
                action={
                  <a href={href ?? mapOf(place)} target="_blank" rel="noopener noreferrer">
                    {t(href ? "rsvp.place.link" : "rsvp.place.map")}
                  </a>
                }
              >
                <strong dir="auto">{place}</strong>
              </Fact>
            )}
          </div>
          {state === "open" && <Reply link={link} meeting={meeting} />}
        </div>
        <aside className={styles.side}>
          <People people={meeting.people} organizationName={organizationName} />
          {state !== "canceled" && <AddToCalendar link={link} meeting={meeting} />}
          {description && (
            <section className={styles.section} aria-labelledby="details">
              <h2 id="details">{t("rsvp.details")}</h2>
              <p className={styles.description} dir="auto">
                {description}
              </p>
            </section>
          )}
        </aside>
      </main>
      <footer className={styles.footer}>
        {email && <span>{t("rsvp.sentTo", { email })}</span>}
        <a href="/privacy-policy">Kartis</a>
      </footer>
    </div>
  );
}

function Fact({ icon, action, children }: { icon: IconShape; action?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <Icon of={icon} />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}

function Languages() {
  const t = useT();
  return (
    <nav className={styles.languages} aria-label={t("shell.language")}>
      {languages.map((language) => (
        <Button
          key={language}
          lang={language}
          className={styles.language ?? ""}
          {...(language === t.language ? { "aria-current": "true" } : {})}
          onPress={() => void setLanguage(language)}
        >
          {languageNames[language]}
        </Button>
      ))}
    </nav>
  );
}

/** The place, if it is an address of the web. */
function linkIn(place: string | null): string | undefined {
  const url = place && /^https?:\/\/\S+$/i.test(place) ? URL.parse(place) : null;
  return url?.href;
}

const mapOf = (place: string): string => `https://www.openstreetmap.org/search?${new URLSearchParams({ query: place })}`;
