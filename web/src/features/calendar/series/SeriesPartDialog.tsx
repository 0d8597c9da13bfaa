import { everyGuestOf } from "@kartis/core/activities/meetings/guests-at.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { RadioGroup } from "../../../ui/inputs/RadioGroup.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { type SeriesPart, seriesParts } from "../changes/meetings.ts";
import { meetingOptions } from "../queries.ts";
import { useCalendarWords } from "../words.ts";
import { SmsOfNews } from "./later.ts";
import type { SeriesPartQuestion } from "./question.ts";
import styles from "./SeriesPartDialog.module.css";

/**
 * Before a meeting is changed or deleted: of a series, what that is meant for, and of one with guests, whether they get a mail. Keys 1, 2 and 3 choose, Enter
 * takes it.
 */
export function SeriesPartDialog({ question, onClose }: { question: SeriesPartQuestion; onClose: () => void }) {
  const t = useT();
  const words = useCalendarWords();
  const { kind, entry, news, onAnswer } = question;
  const { occurrence } = entry;
  const offered = occurrence.isRepeating ? (question.offered ?? seriesParts) : [];
  const [part, setPart] = useState<SeriesPart>(offered[0] ?? "one");
  const [isNotifying, setNotifying] = useState<boolean>();
  const { data: meeting } = useQuery(meetingOptions(news && entry.id, occurrence.day ?? undefined));
  const notify = question.change?.notify ?? meeting?.notify;
  const isUsual = !notify || notify.changes || notify.changesBySms;
  const isTold = isNotifying ?? isUsual;
  // Who has no address is reached once the same change has switched SMS on.
  const isNewlyBySms = question.change?.notify?.changesBySms && !meeting?.notify.changesBySms;
  const isOfOne = occurrence.isRepeating && part === "one";
  const reached = isNewlyBySms
    ? meeting && (isOfOne ? occurrence.guests : everyGuestOf(meeting)).length
    : isOfOne
      ? meeting?.guestsWithAddressThen
      : meeting?.guestsWithAddress;
  const mailed = reached ?? occurrence.guests.filter(({ email }) => email !== null).length;
  const title = t(occurrence.isRepeating ? `calendar.seriesPart.${kind}` : `calendar.notifyGuests.title.${kind}`);

  function answer() {
    onClose();
    onAnswer({ part, notifyGuests: isNotifying });
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const chosen = offered[Number(event.key) - 1];
    if (chosen) setPart(chosen);
    else if (event.key === "Enter" && event.target instanceof HTMLInputElement) answer();
    else return;
    event.preventDefault();
  });
  // Wherever in the dialog the focus is.
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener, true);
    return () => document.removeEventListener("keydown", listener, true);
  }, []);
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={title}
      onClose={onClose}
      footerStart={offered.map((_, index) => (
        <Kbd key={offered[index]} keys={String(index + 1)} />
      ))}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t(kind === "delete" ? "calendar.keep" : "common.cancel")}
          </Button>
          <Button size={32} variant={kind === "delete" ? "danger" : "primary"} autoFocus onPress={answer}>
            {kind === "delete" ? t("calendar.deletePart", { part }) : t("common.save")}
          </Button>
        </>
      }
    >
      {offered.length > 0 ? (
        <RadioGroup
          aria-label={title}
          value={part}
          onChange={(id) => setPart(seriesParts.find((known) => known === id) ?? "one")}
          options={offered.map((id) => ({
            id,
            label: t(`calendar.seriesPart.${id}`),
            description:
              id === "all"
                ? t(kind === "delete" ? "calendar.seriesPart.all.deleteNote" : "calendar.seriesPart.all.note")
                : t(`calendar.seriesPart.${id}.note`, { day: words.longDay(entry.firstDay) }),
          }))}
        />
      ) : (
        <p>
          <bdi>{entry.title}</bdi>
        </p>
      )}
      {news && mailed > 0 && (
        <div className={styles.tell}>
          <Checkbox isSelected={isTold} onChange={setNotifying}>
            {t(`calendar.notifyGuests.${news}`, { count: mailed })}
          </Checkbox>
          {isTold && meeting && notify?.changesBySms && (
            <SmsOfNews
              meeting={meeting}
              kind={kind === "delete" ? "canceled" : "changed"}
              change={question.change}
              time={part === "one" && occurrence.isRepeating ? occurrence : undefined}
            />
          )}
        </div>
      )}
    </Dialog>
  );
}
