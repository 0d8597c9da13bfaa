import { messageKinds } from "@kartis/core/activities/meetings/message-kinds.ts";
import { MeetingIdSchema, replies } from "@kartis/core/activities/meetings/schema.ts";
import { RuleSchema } from "@kartis/core/activities/recurrence/schema.ts";
import { CardIdSchema } from "@kartis/core/cards/schema.ts";
import * as z from "zod";
import { CardNames, attachments, instant, madeBy, undoneBy, userId, version } from "./parts.ts";

const invited = {
  id: z.string().describe("By which the guest is named"),
  cardId: CardIdSchema.nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
};
const guest = { ...invited, rsvp: z.enum(replies) };
const exception = {
  day: z.string().describe("The day that the rule gave it, by which it is named whatever is changed about it"),
};
const meeting = {
  id: MeetingIdSchema,
  version,
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  start: z.string().describe("An instant in UTC; a day (`YYYY-MM-DD`) for one of whole days"),
  minutes: z.number().int().nullable().describe("How long it lasts; null for whole days"),
  days: z.number().int().nullable().describe("How many days it takes; null for one with a time"),
  timeZone: z.string().describe("In which it keeps its hour"),
  participants: z.array(userId).describe("Members who take part"),
  guests: z
    .array(z.object({ ...guest, answeredAt: instant.nullable() }))
    .describe("Of a series, those who are invited to all of it; `exceptions` name those of single occurrences"),
  answers: z
    .array(
      z.object({
        guestId: z.string(),
        day: z.string().nullable(),
        rsvp: z.enum(replies),
        answeredAt: instant.nullable(),
        by: userId.nullable().optional().describe("Who recorded it for the guest; absent where they replied themselves"),
      }),
    )
    .describe("Replies, for the whole meeting or for the occurrence of that day"),
  withoutReminders: z.array(z.string()).describe("Guests who want no reminders of it, by their ids"),
  cardId: CardIdSchema.nullable(),
  repeat: RuleSchema.nullable(),
  exceptions: z.array(
    z.discriminatedUnion("type", [
      z.object({ type: z.literal("removed"), ...exception }),
      z.object({
        type: z.literal("changed"),
        ...exception,
        start: z.string().optional(),
        minutes: z.number().int().nullable().optional(),
        days: z.number().int().nullable().optional(),
        title: z.string().optional(),
        description: z.string().nullable().optional(),
        location: z.string().nullable().optional(),
        participants: z.array(userId).optional(),
        guests: z
          .object({
            added: z.array(z.object(invited)).describe("Guests of this occurrence alone"),
            removed: z.array(z.string()).describe("Ids of guests of the series who are not invited to it"),
          })
          .optional()
          .describe("How its guests differ from those of the series"),
      }),
    ]),
  ),
  reminder: z.number().int().nullable().describe("Minutes before the start"),
  notify: z.object({
    invite: z.boolean(),
    inviteBySms: z.boolean(),
    changes: z.boolean(),
    changesBySms: z.boolean(),
    remind: z.boolean(),
    remindBySms: z.boolean(),
  }),
  attachments: attachments.describe("Files for members; guests do not get them"),
  sequence: z.number().int().describe("RFC 5546: goes up with every change that makes an earlier invitation wrong"),
  createdBy: userId.nullable().describe("Who organizes it; null for what no person made"),
  automationId: madeBy,
  createdAt: instant,
  updatedAt: instant,
  trashedAt: instant.nullable().describe("When it was put into the trash"),
};
const occurrence = {
  meetingId: MeetingIdSchema,
  day: z
    .string()
    .nullable()
    .describe("Its name in the series: the day that the rule gave it; null for a meeting that does not repeat"),
  start: z.string(),
  end: z.string().describe("The instant at which it is over, or the day after its last one"),
  isAllDay: z.boolean(),
  title: z.string(),
  location: z.string().nullable(),
  participants: z.array(userId),
  guests: z.array(z.object(guest)),
  cardId: CardIdSchema.nullable(),
  isRepeating: z.boolean(),
  isChanged: z.boolean().describe("It differs from its series"),
  createdBy: userId.nullable(),
  version,
  canUpdate: z.boolean().describe("Whether the caller may change it"),
};
export const MeetingWithCards = z.object({
  ...meeting,
  cards: CardNames,
  occurrence: z.object(occurrence).nullable().describe("The occurrence that was asked for"),
  guestsWithAddress: z
    .number()
    .describe(
      "Guests, of the series or of single occurrences, who can be notified of changes: those with an email address, their own or their card's, or with a phone if changes go by SMS",
    ),
  guestsWithAddressThen: z.number().describe("Those of them who are invited to the occurrence"),
});
export const ChangedMeeting = z.object({
  ...meeting,
  ...undoneBy,
  dropped: z
    .array(z.string())
    .describe("Occurrences whose own changes were lost, since the changed series has no time for them; by their days"),
});
export const MeetingsInRange = z.object({
  occurrences: z.array(z.object(occurrence)),
  cards: CardNames,
  isCut: z.boolean().describe("There are more than an answer holds"),
});
export const BusyTimes = z.object({
  byUser: z.record(
    z.string(),
    z.array(
      z.object({
        start: instant,
        end: instant,
        days: z
          .object({ first: z.string(), last: z.string() })
          .nullable()
          .describe("Days (`YYYY-MM-DD`) of one of whole days, which are the same in every zone; null for one with a time"),
        title: z.string().nullable().describe("Null where the caller may not see it"),
      }),
    ),
  ),
});
export const FreeTimes = z.object({ times: z.array(z.object({ start: instant, end: instant })) });

const guestBySms = z.object({
  cardId: CardIdSchema.nullable(),
  phone: z.string().nullable().describe("E.164; null for a guest without a number, and for a card out of sight"),
  problem: z.enum(["noCard", "noPhone", "optedOut", "tooLong"]).nullable().describe("Why the guest gets none"),
  texts: z.array(z.object({ kind: z.enum(messageKinds), text: z.string(), parts: z.number().int() })),
});
export const SmsToGuests = z.object({
  guests: z.array(guestBySms).describe("In the order of the guests"),
  left: z.number().int().describe("Parts that can still be sent"),
  obstacle: z.enum(["notOffered", "noPlan", "disabled", "noSender", "noBalance"]).nullable(),
});
