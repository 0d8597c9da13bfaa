import * as z from "zod";
import { priorities } from "../../activities/types/task.ts";
import { reminderMinutes } from "../../activities/reminders/rules.ts";
import { beginningOf } from "../../kernel/text.ts";
import { AssigneeSchema, assigneeOf, DurationSchema, problemsOfAssignee } from "./settings.ts";
import { action, nameOf } from "./definition.ts";

/** Creates a task on the card, due some time after the step. */
export const createTask = action({
  isUndoable: true,
  config: z.object({
    title: z.string("validation.title").trim().min(1, "validation.title").max(500, "validation.length"),
    description: z.string().trim().max(5_000, "validation.length").default(""),
    due: DurationSchema,
    assignee: AssigneeSchema,
    priority: z.enum(priorities).nullable().default(null),
    reminder: z.literal(reminderMinutes).nullable().default(null),
  }),
  async call({ title, description, due, assignee, priority, reminder }, context) {
    const [written, details] = await Promise.all([context.text(title), context.text(description)]);
    return {
      procedure: "tasks.create",
      input: {
        cardId: context.card.id,
        title: beginningOf(written, 500) || nameOf(context.card),
        description: details || null,
        due: context.later(due),
        assignedTo: assigneeOf(assignee, context),
        priority,
        reminder,
      },
    };
  },
  problems: ({ assignee }, _, lookups) => problemsOfAssignee("assignee", assignee, lookups),
  effects: (_, typeId) => [{ kind: "taskCreated", typeId }],
  variables: () => ["name", "link"],
  texts: ({ title, description }) => ({ title, description }),
});
