import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import { TaskViewStateSchema } from "@kartis/core/task-views/schema.ts";
import * as z from "zod";
import { userId, version } from "./parts.ts";

export const TaskView = z.object({
  id: idSchema("viw"),
  name: z.string(),
  isPrivate: z.boolean().describe("Seen and changed by its owner alone"),
  ownerId: userId.nullable(),
  order: z.number().describe("Lower comes first"),
  version,
  stateVersion: version,
  state: TaskViewStateSchema,
});
export const TaskViewsMoved = z.object({ moved: z.number().int() });
