import { useState } from "react";
import type { Days } from "../queries.ts";

/** How many days an agenda asks for at once, and has at most. */
const agendaStep = 30;
const longestAgenda = 360;
/** With fewer entries than this it does not fill a screen. */
const few = 50;

const first: readonly number[] = [agendaStep];

/** How long it is after another part: where there is little twice as long, so that a year without anything is no dozen of questions. */
export const nextLength = (length: number, entries: number): number =>
  Math.min(longestAgenda, entries < few ? length * 2 : length + agendaStep);

/** The days part by part, of which these are the lengths of the first, of the first two, and so on. */
export const partsOf = (days: readonly string[], lengths: readonly number[]): readonly Days[] =>
  lengths.map((length, index) => ({ from: days[lengths[index - 1] ?? 0] ?? "", until: days[length - 1] ?? "" }));

/** The parts in which an agenda has been asked for; one that begins on another day is a short one again. */
export function useAgendaParts(day: string | undefined) {
  const [agenda, setAgenda] = useState({ of: day, lengths: first });
  const lengths = agenda.of === day ? agenda.lengths : first;
  const length = lengths.at(-1) ?? agendaStep;
  return {
    lengths,
    /** Undefined for one that is as long as any. */
    lengthen:
      length < longestAgenda
        ? (entries: number) => setAgenda({ of: day, lengths: [...lengths, nextLength(length, entries)] })
        : undefined,
  };
}
