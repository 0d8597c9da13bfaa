import { innerLists, type Lane, withInner } from "@kartis/core/automations/rules.ts";
import { allSteps, type Step } from "@kartis/core/automations/schema.ts";

/*
 * Pure edits of a definition's steps. Editing a step that does not exist changes nothing.
 */

type Branch = Extract<Step, { readonly kind: "branch" }>;
export type { Lane };

/** A position: a list of steps (the top level, or a list within a step) and an index. */
export interface Place {
  /** The step around it; null at the top level. */
  readonly parentId: string | null;
  readonly lane: Lane;
  readonly index: number;
}

/** The server's limit of nested steps. */
export const deepestBranch = 4;

/** A branch with the given steps on its `met` side. */
export const branchOf = (id: string, filter: Branch["filter"], met: readonly Step[] = []): Branch => ({
  id,
  kind: "branch",
  filter,
  met,
  unmet: [],
});

/** Maps every list of steps, at the top level and within steps. */
function mapLists(
  steps: readonly Step[],
  change: (list: readonly Step[], parentId: string | null, lane: Lane) => readonly Step[],
  parentId: string | null = null,
  lane: Lane = "met",
): readonly Step[] {
  return change(steps, parentId, lane).map((step) => withInner(step, (list, way) => mapLists(list, change, step.id, way)));
}

const inList = (change: (list: readonly Step[], at: number) => readonly Step[], id: string) => (list: readonly Step[]) => {
  const at = list.findIndex((step) => step.id === id);
  return at < 0 ? list : change(list, at);
};

export const insertStep = (steps: readonly Step[], { parentId, lane, index }: Place, step: Step): readonly Step[] =>
  mapLists(steps, (list, inParent, inLane) =>
    inParent === parentId && (parentId === null || inLane === lane) ? list.toSpliced(index, 0, step) : list,
  );

/** Maps one step. */
export const changeStep = (steps: readonly Step[], id: string, change: (step: Step) => Step): readonly Step[] =>
  mapLists(
    steps,
    inList((list, at) => {
      const step = list[at];
      return step ? list.with(at, change(step)) : list;
    }, id),
  );

export const removeStep = (steps: readonly Step[], id: string): readonly Step[] =>
  mapLists(
    steps,
    inList((list, at) => list.toSpliced(at, 1), id),
  );

/** Moves the step one place earlier or later in its list; at the end it stays. */
export const moveStep = (steps: readonly Step[], id: string, by: -1 | 1): readonly Step[] =>
  mapLists(
    steps,
    inList((list, at) => {
      const [step, other] = [list[at], list[at + by]];
      return step && other ? list.with(at, other).with(at + by, step) : list;
    }, id),
  );

/** Deep copy of a step with new ids. */
export const copyOf = (step: Step, newId: () => string): Step => ({
  ...withInner(step, (list) => list.map((one) => copyOf(one, newId))),
  id: newId(),
});

/** Inserts a duplicate after the step. */
export const duplicateStep = (steps: readonly Step[], id: string, copy: Step): readonly Step[] =>
  mapLists(
    steps,
    inList((list, at) => list.toSpliced(at + 1, 0, copy), id),
  );

export const findStep = (steps: readonly Step[], id: string): Step | undefined => allSteps(steps).find((step) => step.id === id);

const listsIn = (step: Step): readonly (readonly Step[])[] => innerLists(step).map(([, list]) => list);

/** Whether the step can move that way in its list. */
export function canMove(steps: readonly Step[], id: string, by: -1 | 1): boolean {
  return [steps, ...allSteps(steps).flatMap(listsIn)].some((list) => {
    const at = list.findIndex((step) => step.id === id);
    return at >= 0 && list[at + by] !== undefined;
  });
}

/** Nesting depth of a position. */
export function depthOf(steps: readonly Step[], parentId: string | null): number {
  if (parentId === null) return 0;
  const around = allSteps(steps).find((step) => listsIn(step).some((list) => list.some(({ id }) => id === parentId)));
  return 1 + depthOf(steps, around?.id ?? null);
}

/** Step ids need only be unique within a definition. */
export const newStepId = (): string => crypto.randomUUID().slice(0, 8);
