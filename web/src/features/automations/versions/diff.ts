import { innerLists } from "@kartis/core/automations/rules.ts";
import type { Definition, Step } from "@kartis/core/automations/schema.ts";
import { settingsOfFilter, settingsOfStep, settingsOfTrigger, type Setting } from "../settings/settings.ts";

export type Difference = "added" | "removed" | "changed" | "moved" | "same";

/** A part of a definition, before and after: its trigger, its conditions, or a step. */
export interface Part {
  readonly id: string;
  readonly of: "trigger" | "filter" | "step";
  readonly difference: Difference;
  /** Whether its position relative to the others has changed. */
  readonly isMoved: boolean;
  readonly before: Step | Definition["trigger"] | null;
  readonly after: Step | Definition["trigger"] | null;
  /** The number of steps around it, now or, if removed, before. */
  readonly depth: number;
  /** Settings that differ, before and after; all of them if it was added or removed. */
  readonly settings: readonly { readonly name: string; readonly before?: Setting; readonly after?: Setting }[];
}

interface Placed {
  readonly step: Step;
  readonly depth: number;
  /** The step it is in, and in which of its lists. */
  readonly within: string;
}

function placed(steps: readonly Step[], depth = 0, within = ""): readonly Placed[] {
  return steps.flatMap((step) => [
    { step, depth, within },
    ...innerLists(step).flatMap(([lane, list]) => placed(list, depth + 1, `${step.id} ${lane}`)),
  ]);
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function settingsBetween(before: readonly Setting[], after: readonly Setting[]): Part["settings"] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  return names.flatMap((name) => {
    const [was, is] = [before, after].map((some) => some.find((setting) => setting.name === name));
    return same(was?.value, is?.value) ? [] : [{ name, ...(was ? { before: was } : {}), ...(is ? { after: is } : {}) }];
  });
}

/** The ids that keep their order: the longest common subsequence. */
function inPlace(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const at = new Map(before.map((id, index) => [id, index]));
  const common = after.filter((id) => at.has(id));
  let longest: readonly string[] = [];
  const endingAt: (readonly string[])[] = [];
  for (const [index, id] of common.entries()) {
    let best: readonly string[] = [];
    for (let earlier = 0; earlier < index; earlier++) {
      const chain = endingAt[earlier] ?? [];
      if ((at.get(common[earlier] ?? "") ?? 0) < (at.get(id) ?? 0) && chain.length > best.length) best = chain;
    }
    const chain = [...best, id];
    endingAt.push(chain);
    if (chain.length > longest.length) longest = chain;
  }
  return new Set(longest);
}

/** Differences between two definitions, part by part in the second one's order; removed parts keep their old positions. */
export function partsOf(before: Definition | null, after: Definition): readonly Part[] {
  const [was, is] = [placed(before?.steps ?? []), placed(after.steps)];
  const kept = inPlace(
    was.map(({ step }) => step.id),
    is.map(({ step }) => step.id),
  );
  const steps = is.map(({ step, depth, within }): Part => {
    const old = was.find((one) => one.step.id === step.id);
    const settings = settingsBetween(old ? settingsOfStep(old.step) : [], settingsOfStep(step));
    const isMoved = old !== undefined && (!kept.has(step.id) || old.within !== within);
    const isOther = old !== undefined && (settings.length > 0 || kindOf(old.step) !== kindOf(step));
    const difference = !old ? "added" : isOther ? "changed" : isMoved ? "moved" : "same";
    return { id: step.id, of: "step", difference, isMoved, before: old?.step ?? null, after: step, depth, settings };
  });
  for (const [index, { step, depth }] of was.entries()) {
    if (is.some((one) => one.step.id === step.id)) continue;
    const previous = was[index - 1]?.step.id;
    const at = previous === undefined ? 0 : steps.findIndex(({ id }) => id === previous) + 1;
    const settings = settingsBetween(settingsOfStep(step), []);
    steps.splice(at, 0, {
      id: step.id,
      of: "step",
      difference: "removed",
      isMoved: false,
      before: step,
      after: null,
      depth,
      settings,
    });
  }
  return [triggerPart(before, after), ...filterPart(before, after), ...steps];
}

const kindOf = (step: Step): string => (step.kind === "action" ? step.action.kind : step.kind);

function triggerPart(before: Definition | null, { trigger: after }: Definition): Part {
  const settings = settingsBetween(before ? settingsOfTrigger(before.trigger) : [], settingsOfTrigger(after));
  const isOther = before !== null && (settings.length > 0 || before.trigger.kind !== after.kind);
  const difference = before === null ? "added" : isOther ? "changed" : "same";
  return { id: "trigger", of: "trigger", difference, isMoved: false, before: before?.trigger ?? null, after, depth: 0, settings };
}

function filterPart(before: Definition | null, after: Definition): readonly Part[] {
  const [was, is] = [before?.filter ?? null, after.filter];
  if (was === null && is === null) return [];
  const difference = was === null ? "added" : is === null ? "removed" : same(was, is) ? "same" : "changed";
  const settings = settingsBetween(settingsOfFilter(was), settingsOfFilter(is));
  return [{ id: "filter", of: "filter", difference, isMoved: false, before: null, after: null, depth: 0, settings }];
}

/** Whether the two definitions are equal. */
export const isSameDefinition = (before: Definition, after: Definition): boolean =>
  partsOf(before, after).every(({ difference }) => difference === "same");
