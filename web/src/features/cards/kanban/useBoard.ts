import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import type { CardList, CardQuery } from "@kartis/core/cards/query/schema.ts";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { currentViewer } from "../../../lib/query-client.ts";
import { groupOptions } from "../groups/useGroups.ts";
import { useAssignable } from "../../people/people.ts";
import { laneFilter, placeCards, type LaneCards, type LaneValue } from "./lanes.ts";

/** Number of a lane's cards that load together: more than a screen of them. */
const lanePage = 30;

export interface BoardLane extends LaneCards {
  readonly key: string;
  readonly isCollapsed: boolean;
  /** Cards that can still be shown. */
  readonly more: number;
}

interface Board {
  lanes: readonly BoardLane[];
  isLoaded: boolean;
  error: Error | undefined;
  retry: () => void;
  showMore: (key: string) => void;
  setCollapsed: (key: string, isCollapsed: boolean) => void;
  cardOf: (cardId: string) => Card | undefined;
}

const keyOf = (value: LaneValue): string => value ?? "none";

/** The lanes that somebody has opened or closed by hand; the others are open when they have cards. */
function useCollapsed(of: string) {
  const storageKey = `kartis.lanes.${currentViewer()}${of}`;
  const [state, setState] = useState<{ of: string; byHand: Readonly<Record<string, boolean>> }>();
  const current = state?.of === of ? state.byHand : read(storageKey);
  function set(key: string, isCollapsed: boolean) {
    const byHand = { ...current, [key]: isCollapsed };
    setState({ of, byHand });
    try {
      localStorage.setItem(storageKey, JSON.stringify(byHand));
    } catch {
      // Private windows may refuse storage; the lanes are then as they are by themselves.
    }
  }
  return { byHand: current, set };
}

function read(storageKey: string): Readonly<Record<string, boolean>> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "{}");
    if (typeof stored !== "object" || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean"),
    );
  } catch {
    return {};
  }
}

/** The lanes of a board and their cards. Each lane is a list of its own, in pages; counts and sums come for all of them at once. */
export function useBoard(type: CardType, field: Field, query: CardQuery, sumId: string | undefined): Board {
  const members = useAssignable();
  const sums = useMemo(() => (sumId === undefined ? [] : [sumId]), [sumId]);
  const groups = useQuery(groupOptions(query, type.id, field.id, sums, {}));
  const collapsed = useCollapsed(`${type.id}:${field.id}`);
  const [pages, setPages] = useState<Readonly<Record<string, number>>>({});

  const isPerson = fieldTraits[field.type].choices === "people";
  const known = isPerson ? members.map(({ userId }) => userId) : field.options.map(({ id }) => id);
  const others = (groups.data ?? []).flatMap(({ value }) => (typeof value === "string" && !known.includes(value) ? [value] : []));
  const values: LaneValue[] = [...known, ...others, null];

  const asked = values.map((value) => {
    const key = keyOf(value);
    const count = groups.data?.find((group) => group.value === value)?.count ?? 0;
    const isCollapsed = collapsed.byHand[key] ?? count === 0;
    const wanted = isCollapsed || count === 0 ? 0 : Math.min(pages[key] ?? 1, Math.ceil(count / lanePage));
    return { value, key, isCollapsed, wanted, more: Math.max(0, count - wanted * lanePage) };
  });
  const laneQueries = asked.flatMap(({ value, wanted }) =>
    Array.from({ length: wanted }, (_, page) =>
      trpc.cards.search.queryOptions(
        {
          ...query,
          filter: laneFilter(query.filter, field.id, value),
          cursor: page * lanePage,
          limit: lanePage,
          sums: [],
        },
        { placeholderData: keepPreviousData, meta: { quiet: true } },
      ),
    ),
  );
  const results = useQueries({ queries: laneQueries });

  let next = 0;
  const answers = asked.map(({ value, wanted }) => {
    const lists: (CardList | undefined)[] = results.slice(next, next + wanted).map((result) => result.data);
    next += wanted;
    return { value, rows: lists.flatMap((list) => list?.rows ?? []) };
  });
  const placed = placeCards(answers, groups.data ?? [], field.id, sumId);
  const lanes = placed.flatMap((lane, at): BoardLane[] => {
    const { key = "", isCollapsed = false, more = 0 } = asked[at] ?? {};
    // Cards without a value have a lane when there are any.
    if (lane.value === null && lane.count === 0) return [];
    return [
      {
        ...lane,
        key,
        isCollapsed: isCollapsed && (collapsed.byHand[key] === true || lane.count === 0),
        more,
      },
    ];
  });
  const failure =
    groups.data === undefined ? groups.error : results.find((result) => result.data === undefined && result.error)?.error;
  return {
    lanes,
    isLoaded: groups.data !== undefined,
    error: failure instanceof Error ? failure : undefined,
    retry: () => {
      void groups.refetch();
      for (const result of results) if (result.error) void result.refetch();
    },
    showMore: (key) => setPages({ ...pages, [key]: (pages[key] ?? 1) + 1 }),
    setCollapsed: collapsed.set,
    cardOf: (cardId) => placed.flatMap(({ cards }) => cards).find(({ id }) => id === cardId),
  };
}
