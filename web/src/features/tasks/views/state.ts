import type { CardType } from "@kartis/core/cards/schema.ts";
import type { TaskView, TaskViewState } from "@kartis/core/task-views/schema.ts";
import { narrowedBy } from "../filter/asked.ts";
import { writeDueRange } from "../filter/due-range.ts";
import { writeSeveral } from "../filter/several.ts";
import { orderOf, type TasksSearch, usualSearch, writtenSearch } from "../search.ts";

type Types = readonly Pick<CardType, "id" | "slug">[];

/** The part of the list's state that a view stores. */
export function stateOf(search: TasksSearch, types: Types): TaskViewState {
  const { list, chip } = search;
  const filter = narrowedBy(search, types.find(({ slug }) => slug === search.type)?.id);
  return { ...filter, text: filter.text ?? "", list, chip, ...orderOf(search) };
}

/** State of a view, as an address would express it. */
export function searchOfView({ id, state }: Pick<TaskView, "id" | "state">, types: Types): TasksSearch {
  const { list, chip, sort, group, assignedTo, priorities, cardId, cardTypeId, dueFrom, dueUntil, hasReminder, repeats } = state;
  const type = types.find((known) => known.id === cardTypeId)?.slug;
  const answer = (value: boolean) => (value ? "yes" : "no");
  const [who, priority] = [writeSeveral(assignedTo ?? []), writeSeveral(priorities ?? [])];
  return {
    list,
    chip,
    sort,
    group,
    ...(state.reversed ? { reversed: "yes" } : {}),
    ...(who ? { who } : {}),
    ...(priority ? { priority } : {}),
    ...(type ? { type } : {}),
    ...(cardId ? { card: cardId } : {}),
    ...(dueFrom === undefined && dueUntil === undefined
      ? {}
      : {
          due: writeDueRange({
            ...(dueFrom === undefined ? {} : { from: dueFrom }),
            ...(dueUntil === undefined ? {} : { until: dueUntil }),
          }),
        }),
    ...(hasReminder === undefined ? {} : { reminder: answer(hasReminder) }),
    ...(repeats === undefined ? {} : { repeat: answer(repeats) }),
    ...(state.text ? { q: state.text } : {}),
    view: id,
  };
}

const shown = ({ view: _, task: _task, ...rest }: TasksSearch): TasksSearch => rest;

/** Whether two addresses show the same list, regardless of the view or the open task. */
export function isSameList(one: TasksSearch, other: TasksSearch): boolean {
  const written = (search: TasksSearch) => Object.entries(writtenSearch(shown(search))).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(written(one)) === JSON.stringify(written(other));
}

/**
 * The address of what is shown: of a view that is as it was saved, its id alone, so that the link follows the view. Where something was changed over it, all of it,
 * beginning with the list.
 */
export function addressOf(search: TasksSearch, saved: TasksSearch | undefined): Record<string, string> {
  const { view, task } = search;
  const open = { ...(view ? { view } : {}), ...(task ? { task } : {}) };
  if (!view || !saved) return writtenSearch(search);
  if (isSameList(search, saved)) return open;
  return { ...writtenSearch({ ...usualSearch, ...shown(search) }), list: search.list, ...open };
}
