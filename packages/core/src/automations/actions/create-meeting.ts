import * as z from "zod";
import { reminderMinutes } from "../../activities/reminders/rules.ts";
import { longestMinutes, offeredMinutes } from "../../activities/meetings/schema.ts";
import { beginningOf } from "../../kernel/text.ts";
import { AssigneeSchema, assigneeOf, DurationSchema, problemsOfAssignee } from "./settings.ts";
import { action, nameOf } from "./definition.ts";

/** Creates a meeting on the card, starting some time after the step. */
export const createMeeting = action({
  isUndoable: true,
  config: z.object({
    title: z.string("validation.title").trim().min(1, "validation.title").max(500, "validation.length"),
    description: z.string().trim().max(5_000, "validation.length").default(""),
    location: z.string().trim().max(500, "validation.length").default(""),
    start: DurationSchema,
    minutes: z.number().int().min(1).max(longestMinutes).default(offeredMinutes[3]),
    participant: AssigneeSchema,
    /** Whether the card is a guest; it is sent an invitation if it has an email address. */
    invitesCard: z.boolean().default(false),
    reminder: z.literal(reminderMinutes).nullable().default(null),
  }),
  async call({ title, description, location, start, minutes, participant, invitesCard, reminder }, context) {
    const [written, details] = await Promise.all([context.text(title), context.text(description)]);
    const member = assigneeOf(participant, context);
    return {
      procedure: "meetings.create",
      input: {
        cardId: context.card.id,
        title: beginningOf(written, 500) || nameOf(context.card),
        description: details || null,
        location: location || null,
        start: context.later(start),
        minutes,
        participants: member ? [member] : [],
        guests: invitesCard ? [{ cardId: context.card.id }] : [],
        reminder,
      },
    };
  },
  problems: ({ participant }, _, lookups) => problemsOfAssignee("participant", participant, lookups),
  variables: () => ["name", "link"],
  texts: ({ title, description }) => ({ title, description }),
});
