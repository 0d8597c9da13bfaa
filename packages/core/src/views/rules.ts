import type { Operator } from "../cards/fields/field.ts";
import type { Filter } from "../cards/query/schema.ts";
import type { UserId } from "../kernel/id.ts";
import type { SavedView, ViewState } from "./schema.ts";

/** The part of a view, of cards or tasks, that decides who can see it. */
export type OwnedView = Pick<SavedView, "isPrivate" | "ownerId">;

/** Whether the view is private and another person's: for this person it does not exist. */
export const isHiddenFrom = ({ isPrivate, ownerId }: OwnedView, userId: UserId | null): boolean =>
  isPrivate && ownerId !== userId;

/** Placeholder in a view's filter for the viewer. Browsers replace it by the person's own id before they ask for cards. */
export const currentUser = "usr_me";

/** Uses of a field in a view. */
export interface FieldUse {
  readonly sortable: boolean;
  readonly summable: boolean;
  readonly groupable: boolean;
  /** A board can have a lane for each of its values. */
  readonly lanes: boolean;
  /** A calendar can show cards by it. */
  readonly dated: boolean;
  /** Undefined if every operator is accepted: the list itself checks then. */
  readonly operators?: readonly Operator[];
}

/** The state with converted fields under their new ids. */
export function followingState(state: ViewState, currentId: (fieldId: string) => string): ViewState {
  const once = <T>(list: readonly T[], idOf: (item: T) => string): T[] =>
    list.filter((item, at) => list.findIndex((other) => idOf(other) === idOf(item)) === at);
  const follow = <T extends { readonly fieldId: string }>(list: readonly T[]): T[] =>
    once(
      list.map((item) => ({ ...item, fieldId: currentId(item.fieldId) })),
      ({ fieldId }) => fieldId,
    );
  const filtered = (filter: Filter): Filter =>
    "all" in filter
      ? { all: filter.all.map(filtered) }
      : "any" in filter
        ? { any: filter.any.map(filtered) }
        : { ...filter, fieldId: currentId(filter.fieldId) };
  const { filter, columns, groupBy, kanbanBy, calendarBy, sums } = state;
  return {
    ...state,
    sort: follow(state.sort),
    ...(filter ? { filter: filtered(filter) } : {}),
    ...(columns ? { columns: follow(columns) } : {}),
    ...(groupBy ? { groupBy: currentId(groupBy) } : {}),
    ...(kanbanBy ? { kanbanBy: currentId(kanbanBy) } : {}),
    ...(calendarBy ? { calendarBy: currentId(calendarBy) } : {}),
    ...(sums ? { sums: [...new Set(sums.map(currentId))] } : {}),
  };
}

/**
 * The state without references to fields that were removed, or that have become of a type which cannot be used this way. A view outlives the fields it was made
 * with; the rest of it is shown, and as a table where no field is left for a board's lanes or a calendar's days.
 */
export function fittingState(state: ViewState, uses: ReadonlyMap<string, FieldUse>): ViewState {
  const useOf = (fieldId: string) => uses.get(fieldId);
  const isPossible = { table: () => true, kanban: (use: FieldUse) => use.lanes, calendar: (use: FieldUse) => use.dated };
  const { filter, columns, groupBy, kanbanBy, calendarBy, sums, ...rest } = state;
  const fittingFilter = filter && withoutUnknown(filter, useOf);
  return {
    ...rest,
    display: [...uses.values()].some(isPossible[state.display]) ? state.display : "table",
    sort: state.sort.filter(({ fieldId }) => useOf(fieldId)?.sortable),
    ...(fittingFilter ? { filter: fittingFilter } : {}),
    ...(columns ? { columns: columns.filter(({ fieldId }) => useOf(fieldId)) } : {}),
    ...(groupBy && useOf(groupBy)?.groupable ? { groupBy } : {}),
    ...(kanbanBy && useOf(kanbanBy)?.lanes ? { kanbanBy } : {}),
    ...(calendarBy && useOf(calendarBy)?.dated ? { calendarBy } : {}),
    ...(sums ? { sums: sums.filter((fieldId) => useOf(fieldId)?.summable) } : {}),
  };
}

function withoutUnknown(filter: Filter, useOf: (fieldId: string) => FieldUse | undefined): Filter | undefined {
  if ("all" in filter) {
    const all = filter.all.flatMap((part) => withoutUnknown(part, useOf) ?? []);
    return all.length === 0 ? undefined : { all };
  }
  if ("any" in filter) {
    const any = filter.any.flatMap((part) => withoutUnknown(part, useOf) ?? []);
    return any.length === 0 ? undefined : { any };
  }
  const use = useOf(filter.fieldId);
  return use && (!use.operators || use.operators.includes(filter.operator)) ? filter : undefined;
}
