import { isId } from "../../kernel/id-form.ts";
import type { Activity } from "../activity.ts";
import type { ActivityValues } from "../types/definition.ts";
import { isActivityType } from "../types/list.ts";

/** A row of `activity`. */
export function activityOfRow(row: Readonly<Record<string, unknown>>): Activity {
  const { id, type, trashed_at: trashedAt, automation_id: automationId } = row;
  if (!isId("act", id) || !isActivityType(type)) throw new Error(`Not an activity: ${String(id)}`);
  return {
    id,
    type,
    version: Number(row["version"]),
    values: JSON.parse(String(row["held"])) as ActivityValues, // as it was stored
    createdBy: String(row["created_by"]),
    automationId: isId("aut", automationId) ? automationId : null,
    createdAt: String(row["created_at"]),
    updatedAt: String(row["updated_at"]),
    trashedAt: typeof trashedAt === "string" ? trashedAt : null,
  };
}
