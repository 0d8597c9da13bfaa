import { isEmpty } from "./fields/field.ts";
import type { CardType, FieldValues, Process } from "./schema.ts";

type Processes = Pick<CardType, "fields" | "processes">;

/** The process that has this status as a step, and that step. */
function stepOf({ processes }: Processes, statusId: unknown): { process: Process; index: number } | undefined {
  for (const process of processes) {
    const index = process.steps.findIndex((step) => step.statusId === statusId);
    if (index !== -1) return { process, index };
  }
  return undefined;
}

const statusOf = (values: FieldValues): string | null => {
  const value = values["status"];
  return typeof value === "string" && value !== "" ? value : null;
};

/** True when a card may go from one status to another (null: none): the rules of `ProcessSchema`. Staying is always allowed. */
export function mayMove(type: Processes, from: string | null, to: string | null): boolean {
  if (from === to) return true;
  const here = stepOf(type, from);
  if (!here || here.index === here.process.steps.length - 1) {
    // Free to go anywhere; into another process only at its beginning, and from the last step back into its own chain as well.
    const there = stepOf(type, to);
    return there === undefined || there.index === 0 || there.process === here?.process;
  }
  const { process, index } = here;
  const step = process.steps[index];
  const isNext = process.steps[index + 1]?.statusId === to;
  const isBack = step?.backAllowed === true && index > 0 && process.steps[index - 1]?.statusId === to;
  return isNext || isBack || (to !== null && process.exitStatusIds.includes(to));
}

/**
 * The status with which a card begins to which nobody has given one: where its type's processes begin, or else its first. Undefined if the type has none or gives
 * one by itself, or if the values do not suffice for it.
 */
export function beginningOf(type: Processes, values: FieldValues): string | undefined {
  const field = type.fields.find(({ id }) => id === "status");
  if (!field || statusOf(values) !== null || !isEmpty(field.defaultValue)) return undefined;
  const known = new Set(field.options.map(({ id }) => id));
  const starts = type.processes.flatMap(({ steps: [first] }) => (first ? [first.statusId] : [])).filter((id) => known.has(id));
  const first = starts[0] ?? field.options[0]?.id;
  return first !== undefined && missingForStatus(type, first, values).length === 0 ? first : undefined;
}

/** The fields that need a value before a card with these values may have the status. */
export function missingForStatus(type: Processes, statusId: string | null, values: FieldValues): string[] {
  const found = stepOf(type, statusId);
  const required = found?.process.steps[found.index]?.requiredFieldIds ?? [];
  return required.filter((fieldId) => type.fields.some((field) => field.id === fieldId) && isEmpty(values[fieldId]));
}

const missingErrors = (fieldIds: readonly string[]) =>
  Object.fromEntries(fieldIds.map((fieldId) => [fieldId, "validation.requiredForStep"]));

/** Why its process does not let a card be created with these values: it may begin on any step, with the fields that step requires. Field id → catalogue key. */
export const startErrors = (type: Processes, values: FieldValues): Record<string, string> =>
  missingErrors(missingForStatus(type, statusOf(values), values));

/**
 * Why its process does not allow this change of a card. `moves`: an undo reverses a move whether or not the process leads back. A card that was on its step
 * before the step required something may be edited without it; a required value that is there cannot be cleared.
 */
export function moveErrors(
  type: Processes,
  before: FieldValues,
  after: FieldValues,
  moves: "along" | "freely" = "along",
): Record<string, string> {
  const [from, to] = [statusOf(before), statusOf(after)];
  if (from !== to && moves === "along" && !mayMove(type, from, to)) return { status: "validation.process.notAllowed" };
  const missing = missingForStatus(type, to, after);
  if (from !== to) return moves === "freely" ? {} : missingErrors(missing);
  return missingErrors(missing.filter((fieldId) => !isEmpty(before[fieldId])));
}
