import { getLocalTimeZone, parseDate, today } from "@internationalized/date";
import chevronLeft from "@fluentui/svg-icons/icons/chevron_left_12_regular.svg?icon";
import chevronRight from "@fluentui/svg-icons/icons/chevron_right_12_regular.svg?icon";
import checkmark from "@fluentui/svg-icons/icons/checkmark_12_filled.svg?icon";
import link from "@fluentui/svg-icons/icons/link_16_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Button } from "react-aria-components/Button";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from "react-aria-components/Calendar";
import chevronDown from "@fluentui/svg-icons/icons/chevron_down_12_regular.svg?icon";
import panel from "../../ui/navigation/Panel.module.css";
import { Place } from "../../ui/navigation/Place.tsx";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { meOptions } from "../../lib/session.ts";
import { Button as TextButton } from "../../ui/actions/Button.tsx";
import { useHueOfPerson } from "../../ui/display/hue.ts";
import { Icon } from "../../ui/display/Icon.tsx";
import { useMembers } from "../people/people.ts";
import styles from "./CalendarPlaces.module.css";
import { FeedDialog } from "./feed/later.ts";
import { weekStartOf } from "./layout/periods.ts";
import { useCalendarSearch } from "./search.ts";
import { choose, togglePerson, useChoices } from "./shown/choices.ts";
import { type Layer, mostLayers, toggleLayer, useLayers, useShownLayers } from "./shown/layers.ts";

const trashHref = "/calendar/trash";

/** Beside the calendar: a month to go to a day by, whose calendars are shown, and what of them. */
export function CalendarPlaces({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const t = useT();
  const can = useCan();
  const choices = useChoices();
  const { data: me } = useQuery(meOptions());
  const members = useMembers();
  const [showsFeed, showFeed] = useState(false);
  const own = me?.user.id;
  // One's own calendar first.
  const people = members
    .filter(({ isAssignable }) => isAssignable)
    .toSorted((a, b) => Number(b.userId === own) - Number(a.userId === own));
  return (
    <>
      <MiniMonth onLeave={onLeave} />
      <h3 className={panel.title}>{t("calendar.people")}</h3>
      <ul>
        {people.map(({ userId, name }) => (
          <li key={userId}>
            <PersonToggle userId={userId} isOn={!choices.hiddenPeople.includes(userId)} onChange={() => togglePerson(userId)}>
              <bdi>{name}</bdi>
            </PersonToggle>
          </li>
        ))}
      </ul>
      <h3 className={panel.title}>{t("calendar.shown")}</h3>
      {can(["MEETINGS", "read"]) && (
        <Toggle isOn={choices.meetings} onChange={() => choose({ meetings: !choices.meetings })}>
          {t("calendar.meetings")}
        </Toggle>
      )}
      {can(["TASKS", "read"]) && (
        <Toggle isOn={choices.tasks} onChange={() => choose({ tasks: !choices.tasks })}>
          {t("tasks.title")}
        </Toggle>
      )}
      {can(["MEETINGS", "read"]) && (
        <Toggle isOn={choices.declined} onChange={() => choose({ declined: !choices.declined })}>
          {t("calendar.state.declined")}
        </Toggle>
      )}
      <CardDates />
      <div className={styles.feed}>
        <TextButton variant="ghost" icon={link} onPress={() => showFeed(true)}>
          {t("calendar.feed")}
        </TextButton>
      </div>
      {can(["MEETINGS", "delete"]) && (
        <Place href={trashHref} onPress={onLeave}>
          <span className={panel.label}>{t("shell.trash")}</span>
        </Place>
      )}
      {showsFeed && <FeedDialog onClose={() => showFeed(false)} />}
    </>
  );
}

/** So many are listed by themselves. */
const fewLayers = 4;

/** The dates of cards: those that are shown, and the others on request. What is switched off stays in its place until one leaves. */
function CardDates() {
  const t = useT();
  const layers = useLayers();
  const shown = useShownLayers();
  const [isWide, setWide] = useState(false);
  const [listed, setListed] = useState<ReadonlySet<string>>(new Set());
  if (layers.length === 0) return null;
  const isOn = (layer: Layer) => shown.some(({ key }) => key === layer.key);
  const isFew = layers.length <= fewLayers;
  const rows = layers.filter((layer) => isFew || isWide || isOn(layer) || listed.has(layer.key));
  return (
    <>
      <h3 className={panel.title}>{t("calendar.dates")}</h3>
      <ul>
        {rows.map((layer) => (
          <li key={layer.key}>
            <Toggle
              hue={layer.type.hue}
              isOn={isOn(layer)}
              isDisabled={!isOn(layer) && shown.length >= mostLayers}
              onChange={() => {
                setListed(new Set([...listed, layer.key]));
                toggleLayer(layer, shown);
              }}
            >
              <span className={styles.layer}>
                <span>
                  <bdi>{layer.type.pluralName}</bdi> ·{" "}
                </span>
                <bdi>{layer.field.label}</bdi>
              </span>
            </Toggle>
          </li>
        ))}
      </ul>
      {!isFew && (
        <button type="button" className={styles.toggle} aria-expanded={isWide} onClick={() => setWide(!isWide)}>
          <span className={styles.chevron}>
            <Icon of={chevronDown} />
          </span>
          {t(isWide ? "calendar.showLess" : "calendar.dates.more")}
        </button>
      )}
      {shown.length >= mostLayers && <p className={styles.note}>{t("calendar.dates.most", { count: mostLayers })}</p>}
    </>
  );
}

interface ToggleProps {
  hue?: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: () => void;
  children: ReactNode;
}

/** Applies at once. Not an input: keys of the calendar work while it has the focus. */
function PersonToggle({ userId, ...props }: Omit<ToggleProps, "hue"> & { userId: string }) {
  return <Toggle {...props} hue={useHueOfPerson(userId)} />;
}

function Toggle({ hue, isOn, isDisabled, onChange, children }: ToggleProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={isOn}
      aria-disabled={isDisabled}
      className={styles.toggle}
      data-hue={hue}
      onClick={isDisabled ? undefined : onChange}
    >
      <span className={styles.check}>{isOn && <Icon of={checkmark} />}</span>
      <span className={styles.name}>{children}</span>
    </button>
  );
}

function MiniMonth({ onLeave }: { onLeave: (() => void) | undefined }) {
  const t = useT();
  const { locale } = useFormat();
  const { search, change } = useCalendarSearch();
  const now = today(getLocalTimeZone());
  const value = search.day ? parseDate(search.day) : now;
  const [month, setMonth] = useState({ of: value.toString(), focused: value });
  // Where the calendar has gone to another day, that day's month is shown.
  const focused = month.of === value.toString() ? month.focused : value;
  const monthName = new Intl.DateTimeFormat(locale, { month: "short", year: "numeric", timeZone: "UTC" });
  const week = weekStartOf(value.toString(), locale);
  const isInWeek = (day: string) => search.view === "week" && weekStartOf(day, locale) === week;
  return (
    <Calendar
      aria-label={t("calendar.goToDay")}
      className={styles.month ?? ""}
      value={value}
      focusedValue={focused}
      onFocusChange={(day) => setMonth({ of: value.toString(), focused: parseDate(day.toString()) })}
      onChange={(day) => {
        change({ day: day.toString() });
        onLeave?.();
      }}
    >
      <header className={styles.monthHead}>
        <span className={styles.monthName} aria-hidden="true">
          {monthName.format(focused.toDate("UTC"))}
        </span>
        <Button slot="previous" className={styles.step ?? ""}>
          <Icon of={chevronLeft} flip />
        </Button>
        <Button slot="next" className={styles.step ?? ""}>
          <Icon of={chevronRight} flip />
        </Button>
      </header>
      <CalendarGrid weekdayStyle="narrow" className={styles.days ?? ""}>
        <CalendarGridHeader>
          {(name) => <CalendarHeaderCell className={styles.weekday ?? ""}>{name}</CalendarHeaderCell>}
        </CalendarGridHeader>
        <CalendarGridBody>
          {(date) => (
            <CalendarCell date={date} className={styles.cell ?? ""} data-week={isInWeek(date.toString()) || undefined} />
          )}
        </CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}
