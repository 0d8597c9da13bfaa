import type { ActivityId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";
import type { Author } from "./author.ts";
import type { ActivityValues } from "./types/definition.ts";
import { type ActivityType, definitionOf } from "./types/list.ts";

/** Anything that happens around a card, or is to happen, whichever its type. */
export interface Activity extends Author {
  readonly id: ActivityId;
  readonly type: ActivityType;
  readonly version: number;
  readonly values: ActivityValues;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trashedAt: string | null;
}

/** An activity with what only its writers need. */
export interface StoredActivity extends Activity {
  readonly fieldVersions: Readonly<Record<string, number>>;
}

/** The scope for one activity that was read by key: whoever made it, is to do it or takes part. `replica/scope.ts` is the same for lists. */
export function inScope(scope: Scope, { type, values, createdBy }: Pick<Activity, "type" | "values" | "createdBy">): boolean {
  if (scope.kind === "organization") return true;
  const { assignee, people } = definitionOf(type).columns(values);
  return scope.userIds.some((userId) => userId === createdBy || userId === assignee || people.includes(userId));
}
