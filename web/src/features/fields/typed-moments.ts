import type { FieldSettings } from "@kartis/core/cards/fields/field.ts";
import { dayOrderOf, usualDayOrder } from "@kartis/core/kernel/local-times.ts";
import { firstPartIn, writtenIn } from "@kartis/core/kernel/written-dates.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import { datesLocale } from "@kartis/i18n/languages.ts";
import { currentTranslate } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { meOptions } from "../../lib/session.ts";
import { instantOf, wallOf } from "./instants.ts";
import { readTypedInstant } from "./typed-dates.ts";
import { validationMessage } from "./validation.ts";

/** Days and times read as a cell's editor reads them. @param region decides whether 3/4/2027 is in April or in March */
export async function momentsAsTyped(region: string): Promise<Pick<FieldSettings, "localTime" | "instantOf">> {
  // Preloaded, so that the editors have it before anything is typed.
  const { readSpoken } = await import("../dates/spoken.ts");
  const { timeZone = "UTC" } = queryClient.getQueryData(meOptions().queryKey)?.organization ?? {};
  const { day: today, time: now } = wallOf(new Date().toISOString(), timeZone);
  const { language } = currentTranslate();
  const typist = { today, locale: datesLocale(language, region), region };
  return {
    localTime(text) {
      const read = readTypedInstant(text, typist) ?? readSpoken(text, { ...typist, language, now });
      return read && { day: read.day, ...(read.time === undefined ? {} : { time: read.time }) };
    },
    instantOf: (day, time) => instantOf(day, time, timeZone),
  };
}

/** The country by whose order a column of texts is read: the organization's, unless a day in it can only be read in the other order. */
export function regionOf(texts: readonly string[], region: string): string {
  const order = dayOrderOf(texts);
  if (order === null || order === "either" || order === usualDayOrder(region)) return region;
  return order === "monthFirst" ? "US" : "GB";
}

/** No day of a month, so that the example itself can be read in one order only. */
const example = "2026-11-20";

/** Why a typed text is no value; of a date, in which order it is expected. */
export function typedMessage(t: Translate, key: string, region: string): string {
  if (key !== "validation.date" && key !== "validation.datetime") return validationMessage(t, key);
  const first = firstPartIn(region);
  const day = writtenIn(region, example);
  return key === "validation.date"
    ? t("validation.dateAs", { first, example: day })
    : t("validation.datetimeAs", { first, example: `${day} 14:30` });
}
