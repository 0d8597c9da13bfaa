import { parseDate, startOfWeek } from "@internationalized/date";
import type { Named } from "@kartis/core/activities/tasks/quick-add/marks.ts";
import { type ParsedTask, parseTask } from "@kartis/core/activities/tasks/quick-add/parse-task.ts";
import { useMemo } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useAssignable } from "../../people/people.ts";
import { useRegion } from "../../../lib/organization.ts";
import { nowHere } from "../../dates/days.ts";
import { useDueWords } from "../../dates/useDueWords.ts";

/** Parses the line in the person's language: a title, and the recognized values. */
export function useParsed(text: string, asWords: readonly string[], card: Named | undefined): ParsedTask {
  const { language } = useT();
  const { today, locale } = useDueWords();
  const region = useRegion();
  const members = useAssignable();
  return useMemo(
    () =>
      parseTask(text, {
        language,
        today,
        now: nowHere(),
        region,
        weekStart: startOfWeek(parseDate(today), locale).toDate("UTC").getUTCDay(),
        members: members.map(({ userId, name }) => ({ id: userId, name })),
        card,
        asWords,
      }),
    [text, asWords, card, language, today, locale, region, members],
  );
}
