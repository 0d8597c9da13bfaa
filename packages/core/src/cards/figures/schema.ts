import type { PermissionType } from "../../kernel/permission.ts";
import type { CardQuery, Filter } from "../query/schema.ts";

/** Read-only fields computed from a card's activities. Each card has them; they cover only activities that the viewer can see. */
export const figureFields = [
  /** Latest event: a comment, a logged conversation, a completed task, a started meeting. */
  { id: "lastActivityAt", type: "datetime", of: ["TASKS", "MEETINGS", "COMMENTS"] },
  /** The next meeting, or the next task that is due. */
  { id: "nextActivityAt", type: "datetime", of: ["TASKS", "MEETINGS"] },
  { id: "nextMeetingAt", type: "datetime", of: ["MEETINGS"] },
  { id: "openTasks", type: "number", of: ["TASKS"] },
  { id: "overdueTasks", type: "number", of: ["TASKS"] },
] as const satisfies readonly {
  readonly id: string;
  readonly type: "datetime" | "number";
  /** The permissions that the figure needs: without any of them it is empty, so it is not offered. */
  readonly of: readonly PermissionType[];
}[];

/** The permissions that cover what figures count. */
export const figurePermissions = [...new Set(figureFields.flatMap(({ of }) => of))];

export type FigureId = (typeof figureFields)[number]["id"];
export const isFigure = (fieldId: string): fieldId is FigureId => figureFields.some(({ id }) => id === fieldId);

/** The figures of one card. */
export interface CardFigures {
  readonly lastActivityAt: string | null;
  readonly nextActivityAt: string | null;
  readonly nextMeetingAt: string | null;
  readonly openTasks: number;
  readonly overdueTasks: number;
}
export const noFigures: CardFigures = {
  lastActivityAt: null,
  nextActivityAt: null,
  nextMeetingAt: null,
  openTasks: 0,
  overdueTasks: 0,
};

const isFilteredByFigure = (filter: Filter): boolean =>
  "all" in filter
    ? filter.all.some(isFilteredByFigure)
    : "any" in filter
      ? filter.any.some(isFilteredByFigure)
      : isFigure(filter.fieldId);

interface Reading {
  readonly filter?: Filter | undefined;
  readonly sort?: CardQuery["sort"];
  readonly withFigures?: boolean;
  readonly sums?: readonly string[];
  readonly by?: string;
  readonly fieldIds?: readonly string[] | undefined;
}

/** True when a query filters, sorts, groups, sums or shows by a figure: all others do not compute any. */
export const readsFigures = ({ filter, sort = [], sums = [], by, fieldIds = [], withFigures }: Reading): boolean =>
  withFigures === true ||
  [...sort.map(({ fieldId }) => fieldId), ...sums, ...fieldIds, ...(by === undefined ? [] : [by])].some(isFigure) ||
  (filter !== undefined && isFilteredByFigure(filter));
