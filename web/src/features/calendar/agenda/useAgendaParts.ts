import { useState } from "react";
import type { Days } from "../queries.ts";

/** Number of days that an agenda requests first, and shows at most. */
const agendaStep = 30;
const longestAgenda = 360;
/** Below this number of entries it does not fill a screen. */
const few = 50;

const first: readonly number[] = [agendaStep];

/** The length after another part is added. It doubles where entries are few, so that an empty year does not take a dozen requests. */
export const nextLength = (length: number, entries: number): number =>
  Math.min(longestAgenda, entries < few ? length * 2 : length + agendaStep);

/** The parts as ranges of days; `lengths` are the cumulative lengths of the first part, the first two, and so on. */
export const partsOf = (days: readonly string[], lengths: readonly number[]): readonly Days[] =>
  lengths.map((length, index) => ({ from: days[lengths[index - 1] ?? 0] ?? "", until: days[length - 1] ?? "" }));

/** The parts an agenda has been loaded in. It starts again with one part when its first day changes. */
export function useAgendaParts(day: string | undefined) {
  const [agenda, setAgenda] = useState({ of: day, lengths: first });
  const lengths = agenda.of === day ? agenda.lengths : first;
  const length = lengths.at(-1) ?? agendaStep;
  return {
    lengths,
    /** Asks for the next days; undefined once the agenda has its greatest length. */
    lengthen:
      length < longestAgenda
        ? (entries: number) => setAgenda({ of: day, lengths: [...lengths, nextLength(length, entries)] })
        : undefined,
  };
}
