import { allSteps, type Step } from "@kartis/core/automations/schema.ts";

/*
 * Edits of the steps of a definition. All are pure; a step that is not there leaves the steps as they are.
 */

type Branch = Extract<Step, { readonly kind: "branch" }>;
export type Lane = "met" | "unmet";

/** Where a step stands, or is to stand: in the steps themselves, or in one of a branch's two ways. */
export interface Place {
  readonly branchId: string | null;
  readonly lane: Lane;
  readonly index: number;
}

/** Branches within branches that the server takes. */
export const deepestBranch = 4;

export const lanes = ["met", "unmet"] as const;

/** The branch with both of its ways changed. */
const withLanes = (branch: Branch, change: (list: readonly Step[], lane: Lane) => readonly Step[]): Branch => ({
  ...branch,
  met: change(branch.met, "met"),
  unmet: change(branch.unmet, "unmet"),
});

/** A branch with steps in its first way. */
export const branchOf = (id: string, filter: Branch["filter"], met: readonly Step[] = []): Branch => ({
  id,
  kind: "branch",
  filter,
  met,
  unmet: [],
});

/** The steps with each list of them changed, that at the top and those within branches. */
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

/** Replaces the step by what is made of it. */
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

/** One place earlier or later among its neighbours; at the end it stays. */
export const moveStep = (steps: readonly Step[], id: string, by: -1 | 1): readonly Step[] =>
  mapLists(
    steps,
    inList((list, at) => {
      const [step, other] = [list[at], list[at + by]];
      return step && other ? list.with(at, other).with(at + by, step) : list;
    }, id),
  );

/** The step with all within it under ids of their own. */
export function copyOf(step: Step, newId: () => string): Step {
  const id = newId();
  if (step.kind !== "branch") return { ...step, id };
  return { ...withLanes(step, (list) => list.map((one) => copyOf(one, newId))), id };
}

/** Puts a copy behind the step. */
export const duplicateStep = (steps: readonly Step[], id: string, copy: Step): readonly Step[] =>
  mapLists(
    steps,
    inList((list, at) => list.toSpliced(at + 1, 0, copy), id),
  );

export const findStep = (steps: readonly Step[], id: string): Step | undefined => allSteps(steps).find((step) => step.id === id);

/** Whether the step can go that way among its neighbours. */
export function canMove(steps: readonly Step[], id: string, by: -1 | 1): boolean {
  const lists = [steps, ...allSteps(steps).flatMap((step) => (step.kind === "branch" ? lanes.map((lane) => step[lane]) : []))];
  return lists.some((list) => {
    const at = list.findIndex((step) => step.id === id);
    return at >= 0 && list[at + by] !== undefined;
  });
}

/** How many branches a place is in. */
export function depthOf(steps: readonly Step[], branchId: string | null): number {
  if (branchId === null) return 0;
  const parent = allSteps(steps).find(
    (step): step is Branch => step.kind === "branch" && lanes.some((lane) => step[lane].some(({ id }) => id === branchId)),
  );
  return 1 + depthOf(steps, parent?.id ?? null);
}

/** Ids of steps need only differ within their definition. */
export const newStepId = (): string => crypto.randomUUID().slice(0, 8);
