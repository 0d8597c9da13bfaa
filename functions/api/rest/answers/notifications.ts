import { activityTypes } from "@kartis/core/activities/types/list.ts";
import { CardIdSchema } from "@kartis/core/cards/schema.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import { notificationFilters } from "@kartis/core/notifications/rules.ts";
import { notificationKindNames } from "@kartis/core/notifications/schema.ts";
import * as z from "zod";
import { CardNames, instant, userId } from "./parts.ts";

export const Notifications = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(notificationKindNames),
      at: instant,
      isRead: z.boolean(),
      actorId: userId.nullable().describe("Who did it; null when it was not a person"),
      count: z.number().int().describe("How many things it is about; `subjects` has the first of them"),
      subjects: z.array(
        z.object({
          id: z.string(),
          name: z.string().nullable().describe("Null for what cannot be seen any more"),
          cardId: CardIdSchema.nullable(),
        }),
      ),
      details: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
  cards: CardNames,
  unread: z.record(z.enum(notificationFilters), z.number().int()).describe("Among the newest hundred"),
  next: z.string().nullable().describe("What to send as `before` for the next page; null on the last"),
});

export const PendingReminders = z.object({
  rows: z.array(
    z.object({
      id: idSchema("act"),
      type: z.enum(activityTypes),
      title: z.string(),
      location: z.string().nullable(),
      date: z.string().nullable().describe("When it is due or begins: a day, or an instant"),
      day: z.string().nullable().describe("Of an occurrence in a series: the day by which the series names it"),
      cardId: CardIdSchema.nullable(),
      guests: z.array(z.union([userId, CardIdSchema])),
      startsAt: instant,
      remindAt: instant.describe("Names the reminder, when it is answered"),
      showAt: instant.describe("Later than `remindAt`, if it was snoozed"),
    }),
  ),
  cards: CardNames,
  now: instant.describe("By the clock of the server"),
});
