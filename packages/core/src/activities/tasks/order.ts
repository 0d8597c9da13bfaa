import { fold } from "../../kernel/fold.ts";
import type { OrgId } from "../../kernel/id.ts";
import { namesOf } from "../../organizations/index.ts";
import type { ListOrder } from "../replica/task-list.ts";
import type { TaskOrder } from "./rules.ts";
import type { TaskFilter } from "./schema.ts";

/** The order of a list, with the people by whose names it is made. */
export async function orderOf(orgId: OrgId, { state }: TaskFilter, { sort, group, reversed }: TaskOrder): Promise<ListOrder> {
  const byPeople = state === "open" && (sort === "assignee" || group === "assignee");
  return { sort, group, reversed, people: byPeople ? inOrderOfNames(await namesOf(orgId)) : [] };
}

/** Ids of people by their names; one order for all languages, so that a page continues where the one before it ended. */
const inOrderOfNames = (names: ReadonlyMap<string, string>): readonly string[] => {
  const folded = [...names].map(([id, name]) => [id, fold(name)] as const);
  return folded.toSorted(([a, one], [b, other]) => (one === other ? (a < b ? -1 : 1) : one < other ? -1 : 1)).map(([id]) => id);
};
