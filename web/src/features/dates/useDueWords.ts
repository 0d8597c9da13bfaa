import { useFormat, useT } from "../../lib/i18n.tsx";
import { useToday } from "./days.ts";
import { doneWhen, dueInFull, dueInGroup } from "./due-words.ts";

/** Due dates in the words of this person's language, as of their day. */
export function useDueWords() {
  const t = useT();
  const { locale } = useFormat();
  const today = useToday();
  const words = { today: t("tasks.group.today"), tomorrow: t("tasks.group.tomorrow"), yesterday: t("tasks.yesterday") };
  const context = { today, locale, words };
  return {
    today,
    locale,
    inGroup: (due: string) => dueInGroup(due, context),
    inFull: (due: string) => dueInFull(due, context),
    done: (doneAt: string) => doneWhen(doneAt, context),
  };
}
