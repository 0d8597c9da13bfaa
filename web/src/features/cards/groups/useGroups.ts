import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import type { CardGroup, CardQuery } from "@kartis/core/cards/query/schema.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import type { VisibleRange } from "../list/useCardList.ts";
import type { ListState } from "../list/useListState.ts";
import { useT } from "../../../lib/i18n.tsx";
import { fieldOrFigure } from "../figures.ts";
import { canGroup } from "../views/grouping.ts";
import { layOut, placeIn, type GroupPlace } from "./layout.ts";

export interface Groups {
  field: Field;
  /** Group rows and the rows of those that are open. */
  length: number;
  /** Cards in all of them. */
  cards: number;
  /** The group whose head stands there. */
  groupAt: (index: number) => GroupPlace | undefined;
  rowAt: (index: number, cardAt: (index: number) => Card | undefined) => Card | undefined;
  /** The cards that a part of the rows shows, as numbers of the list without groups. */
  rowsIn: (range: VisibleRange) => VisibleRange;
  toggle: (group: GroupPlace) => void;
}

function bucketOf(field: Field): { bucket?: "month" } {
  const { bucket } = fieldTraits[field.type];
  return bucket ? { bucket } : {};
}

/** Number of cards for each value of a field, with sums. */
export const groupOptions = (
  query: CardQuery,
  typeId: CardType["id"],
  by: string,
  sums: readonly string[],
  bucket: { bucket?: "month" },
) => {
  const { sort: _, ...rest } = query;
  return trpc.cards.group.queryOptions(
    { ...rest, cardTypeId: typeId, by, sums: [...sums], ...bucket },
    { placeholderData: keepPreviousData, meta: { quiet: true } },
  );
};

/** The groups of a table; undefined where it has none. */
export function useGroups(type: CardType | undefined, state: ListState, sums: readonly string[]): Groups | undefined {
  const { groupBy, display } = state.current;
  const t = useT();
  const field = type && groupBy && display === "table" ? fieldOrFigure(type, groupBy, t) : undefined;
  const isGrouped = field !== undefined && canGroup(field);
  const options = groupOptions(state.query, type?.id ?? "typ_", field?.id ?? "status", sums, field ? bucketOf(field) : {});
  const { data } = useQuery({ ...options, enabled: isGrouped });
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const isDescending = state.query.sort[0]?.direction === "desc";
  const list = isGrouped ? data : undefined;
  const layout = useMemo(() => list && layOut(ordered(list, isDescending), closed), [list, isDescending, closed]);
  if (!field || !layout) return undefined;
  return {
    field,
    length: layout.length,
    cards: layout.groups.reduce((sum, { count }) => sum + count, 0),
    groupAt: (index) => placeIn(layout, index).group,
    rowAt: (index, cardAt) => {
      const { row } = placeIn(layout, index);
      return row === undefined ? undefined : cardAt(row);
    },
    rowsIn: ({ first, last }) => ({
      first: placeIn(layout, first).nextRow,
      last: placeIn(layout, Math.min(last, layout.length - 1)).nextRow,
    }),
    toggle: ({ key }) => {
      const next = new Set(closed);
      if (!next.delete(key)) next.add(key);
      setClosed(next);
    },
  };
}

/** Order as in the list: groups without a value are last in both directions. */
function ordered(groups: readonly CardGroup[], isDescending: boolean): readonly CardGroup[] {
  if (!isDescending) return groups;
  return [...groups.filter(({ value }) => value !== null).toReversed(), ...groups.filter(({ value }) => value === null)];
}
