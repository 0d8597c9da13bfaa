import clock from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon";
import { type Snooze, snoozeOf } from "@kartis/core/activities/reminders/rules.ts";
import type { PendingReminder } from "@kartis/core/activities/reminders/schema.ts";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from "react";
import { useFormatHere, useT } from "../../lib/i18n.tsx";
import { currentViewer } from "../../lib/query-client.ts";
import { showToast } from "../../lib/toasts/toasts.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { useNameOf } from "../people/people.ts";
import { useCardHref } from "../records/card-href.ts";
import { notifyOutside } from "./browser-notification.ts";
import { useFreePlace } from "./free-place.ts";
import { useIsLeader } from "../../lib/device/leader.ts";
import { answer } from "./pending.ts";
import styles from "./Reminders.module.css";
import { useDue } from "./useDue.ts";
import { useOwnKeys } from "./useOwnKeys.ts";
import { momentText, whenText } from "./when.ts";
import { meetingPath } from "@kartis/core/activities/meetings/path.ts";

const hrefOf = ({ id, type, day }: Pick<PendingReminder, "id" | "type" | "day">): string =>
  type === "TASK" ? `/tasks?list=team&task=${id}` : meetingPath(id, day);

const snoozeWords = {
  before: "reminders.snooze",
  start: "reminders.snooze.start",
  later: "reminders.snooze.later",
} as const;

/** Reminders whose time has come, one upon the other, until they are answered: in one tab of the browser's. */
export function Reminders() {
  const t = useT();
  const format = useFormatHere();
  const router = useRouter();
  const nameOf = useNameOf();
  const hrefOfCard = useCardHref();
  const { nowMs, reminders, cards } = useDue(useIsLeader(`kartis-reminders:${currentViewer()}`));
  const [reminder] = reminders;
  const text = reminder ? whenText(reminder, nowMs, t, format) : "";

  const say = useEffectEvent(() => {
    for (const one of reminders)
      void notifyOutside(one, whenText(one, nowMs, t, format), hrefOf(one), () => void router.navigate({ href: hrefOf(one) }));
  });
  const count = reminders.length;
  const first = reminder?.id;
  useEffect(() => say(), [count, first]);

  const card = reminder?.cardId ? cards[reminder.cardId] : undefined;
  const cardHref = reminder?.cardId ? hrefOfCard(reminder.cardId, card?.typeId) : undefined;
  const people = (reminder?.guests ?? []).flatMap((guest) => (guest.startsWith("usr_") ? nameOf(guest) || [] : []));
  const facts = [card?.name, reminder?.location, people.length > 0 ? format.list(people) : undefined].filter(Boolean);
  const again = reminder && snoozeOf(reminder, nowMs);
  const region = useRef<HTMLElement>(null);
  const place = useFreePlace(region, reminder !== undefined);
  const { onAnswer, onFocus } = useOwnKeys(region, reminder && `${reminder.id} ${reminder.day}`);

  function dismiss(one: PendingReminder): void {
    onAnswer();
    void answer(one, "dismiss", nowMs);
  }
  function snooze(one: PendingReminder, { until }: Snooze): void {
    onAnswer();
    void answer(one, "snooze", nowMs);
    showToast({ tone: "success", title: t("reminders.snoozed", { when: momentText(until, nowMs, format) }) });
  }
  function onKeyDown(event: KeyboardEvent) {
    if (!reminder) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      dismiss(reminder);
    } else if (event.key.toLowerCase() === "o" && cardHref) {
      event.stopPropagation();
      void router.navigate({ href: cardHref });
    }
  }

  return (
    // Its keys are those of what is inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      className={styles.place}
      style={place.edge === "bottom" ? { bottom: place.by } : { top: `calc(var(--topbar-h) + ${place.by}px)` }}
      aria-label={t("reminders.reminders")}
      aria-live="assertive"
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    >
      {reminder && (
        <div className={styles.reminder} data-more={count > 1 || undefined} data-reminder={reminder.id} tabIndex={-1}>
          <p className={styles.when}>
            <Icon of={clock} />
            <span>{text}</span>
            {count > 1 && <span className={styles.count}>{t("reminders.of", { count })}</span>}
          </p>
          <p className={styles.title}>
            <Link href={hrefOf(reminder)}>
              <bdi>{reminder.title}</bdi>
            </Link>
          </p>
          {facts.length > 0 && (
            <p className={styles.facts}>
              {facts.map((fact) => (
                <bdi key={fact}>{fact}</bdi>
              ))}
            </p>
          )}
          <div className={styles.actions}>
            {again && (
              <Button size={28} onPress={() => snooze(reminder, again)}>
                {t(snoozeWords[again.to])}
              </Button>
            )}
            <Button size={28} variant="primary" onPress={() => dismiss(reminder)}>
              {t("reminders.gotIt")}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
