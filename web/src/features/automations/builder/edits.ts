import { allSteps, type Step } from "@kartis/core/automations/schema.ts";

/*
 * Pure edits of a definition's steps. Editing a step that does not exist changes nothing.
 */

type Branch = Extract<Step, { readonly kind: "branch" }>;
export type Lane = "met" | "unmet";

/** A position: a list of steps (the top level, or one side of a branch) and an index. */
export interface Place {
  readonly branchId: string | null;
  readonly lane: Lane;
  readonly index: number;
}

/** The server's limit of nested branches. */
export const deepestBranch = 4;

export const lanes = ["met", "unmet"] as const;

/** Maps both sides of a branch. */
const withLanes = (branch: Branch, change: (list: readonly Step[], lane: Lane) => readonly Step[]): Branch => ({
  ...branch,
  met: change(branch.met, "met"),
  unmet: change(branch.unmet, "unmet"),
});

/** A branch with the given steps on its `met` side. */
export const branchOf = (id: string, filter: Branch["filter"], met: readonly Step[] = []): Branch => ({
  id,
  kind: "branch",
  filter,
  met,
  unmet: [],
});

/** Maps every list of steps, at the top level and within branches. */
function mapLists(
  steps: readonly Step[],
  change: (list: readonly Step[], branchId: string | null, lane: Lane) => readonly Step[],
  branchId: string | null = null,
  lane: Lane = "met",
): readonly Step[] {
  return change(steps, branchId, lane).map((step) =>
    step.kind === "branch" ? withLanes(step, (list, way) => mapLists(list, change, step.id, way)) : step,
  );
}

const inList = (change: (list: readonly Step[], at: number) => readonly Step[], id: string) => (list: readonly Step[]) => {
  const at = list.findIndex((step) => step.id === id);
  return at < 0 ? list : change(list, at);
};

export const insertStep = (steps: readonly Step[], { branchId, lane, index }: Place, step: Step): readonly Step[] =>
  mapLists(steps, (list, inBranch, inLane) =>
    inBranch === branchId && (branchId === null || inLane === lane) ? list.toSpliced(index, 0, step) : list,
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
export function copyOf(step: Step, newId: () => string): Step {
  const id = newId();
  if (step.kind !== "branch") return { ...step, id };
  return { ...withLanes(step, (list) => list.map((one) => copyOf(one, newId))), id };
}

/** Inserts a duplicate after the step. */
export const duplicateStep = (steps: readonly Step[], id: string, copy: Step): readonly Step[] =>
  mapLists(
    steps,
    inList((list, at) => list.toSpliced(at + 1, 0, copy), id),
  );

export const findStep = (steps: readonly Step[], id: string): Step | undefined => allSteps(steps).find((step) => step.id === id);

/** Whether the step can move that way in its list. */
export function canMove(steps: readonly Step[], id: string, by: -1 | 1): boolean {
  const lists = [steps, ...allSteps(steps).flatMap((step) => (step.kind === "branch" ? lanes.map((lane) => step[lane]) : []))];
  return lists.some((list) => {
    const at = list.findIndex((step) => step.id === id);
    return at >= 0 && list[at + by] !== undefined;
  });
}

/** Nesting depth of a position. */
export function depthOf(steps: readonly Step[], branchId: string | null): number {
  if (branchId === null) return 0;
  const parent = allSteps(steps).find(
    (step): step is Branch => step.kind === "branch" && lanes.some((lane) => step[lane].some(({ id }) => id === branchId)),
  );
  return 1 + depthOf(steps, parent?.id ?? null);
}

/** Step ids need only be unique within a definition. */
export const newStepId = (): string => crypto.randomUUID().slice(0, 8);
