import type { TaskView } from "@kartis/core/task-views/schema.ts";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { withAbove } from "../../lib/above-page.ts";
import { useCardTypes } from "../records/card-types.ts";
import { readTasksSearch, type TasksSearch } from "./search.ts";
import { addressOf, isSameList, searchOfView } from "./views/state.ts";
import { knownTaskView, refreshTaskViews, useTaskViews } from "./views/useTaskViews.ts";

export type ChangeSearch = (
  patch: { readonly [Part in keyof TasksSearch]?: TasksSearch[Part] | undefined },
  isStep?: boolean,
) => void;

export interface TasksAddress {
  readonly search: TasksSearch;
  /** False while the view that the address names is loading, and its filters are not known yet. */
  readonly isKnown: boolean;
  /** The saved view that is open. */
  readonly view: TaskView | undefined;
  /** Something was changed over the view, or over the list where none is open. */
  readonly isChanged: boolean;
  /** A step has its own place in the history, so that Back returns from it. */
  readonly change: ChangeSearch;
}

/** State in the address, and how to change it. An address with a view and no list shows the view as saved. */
export function useTasksSearch(): TasksAddress {
  const router = useRouter();
  const raw: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { views, isKnown } = useTaskViews();
  const { types } = useCardTypes();

  const savedOf = (view: TaskView | undefined) => view && types && searchOfView(view, types);
  function resolve(given: Readonly<Record<string, unknown>>, view: TaskView | undefined): TasksSearch {
    const read = readTasksSearch(given);
    const saved = savedOf(view);
    if (read.view === undefined) return read;
    const { view: _, ...withoutView } = read;
    if (!saved) return withoutView;
    return given["list"] === undefined ? { ...saved, ...(read.task ? { task: read.task } : {}) } : read;
  }

  const wanted = readTasksSearch(raw).view;
  const view = wanted && views.find(({ id }) => id === wanted);
  const search = resolve(raw, view);
  // The cached list may be older than the view: the view is missing only if a refetch lacks it too.
  const [soughtFor, setSoughtFor] = useState<string>();
  const isMissing = wanted !== undefined && isKnown && !view && soughtFor !== wanted;
  useEffect(() => {
    if (isMissing) void refreshTaskViews().then(() => setSoughtFor(wanted));
  }, [isMissing, wanted]);
  const saved = savedOf(view);
  return {
    search,
    isKnown: wanted === undefined || (isKnown && types !== undefined && !isMissing),
    view,
    isChanged: !isSameList(search, saved ?? { list: search.list, chip: "open", sort: "due", group: "due" }),
    change: (patch, isStep = true) => {
      // Typed text settles after a later click, so it changes the address of that moment.
      const given: Readonly<Record<string, unknown>> = router.latestLocation.search;
      const before = knownTaskView(readTasksSearch(given).view);
      const now: Record<string, unknown> = { ...resolve(given, before) };
      for (const [part, value] of Object.entries(patch)) {
        if (value === undefined) delete now[part];
        else now[part] = value;
      }
      const next = readTasksSearch(now);
      const address = addressOf(next, savedOf(knownTaskView(next.view)));
      void router.navigate({ to: "/tasks", search: isStep ? address : withAbove(address, given), replace: !isStep });
    },
  };
}
