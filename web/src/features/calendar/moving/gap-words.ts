import { currentTranslate } from "../../../lib/i18n.tsx";
import type { Place } from "../layout/moving.ts";
import { wordsIn } from "../words.ts";

/** What a notification says of something that was put where the clocks skip the time; undefined where they do not. */
export function gapWords({ gap, startMs, endMs }: Place, locale: string): string | undefined {
  if (!gap) return undefined;
  const [skipped, taken] = [
    wordsIn(locale, "UTC").time(gap.minute * 60_000),
    wordsIn(locale).time(gap.of === "start" ? startMs : endMs),
  ];
  return currentTranslate()("tasks.pastGap", { skipped, taken });
}
