import * as z from "zod";
import { isDay } from "../../cards/fields/day.ts";
import { datetime } from "../../cards/fields/types/datetime.ts";
import { email } from "../../cards/fields/types/email.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import { isTimeZone } from "../../kernel/zoned-time.ts";
import type { AcceptedAttachments } from "../attachments/rules.ts";
import { AttachmentsSchema } from "../attachments/schema.ts";
import { ReminderSchema } from "../reminders/schema.ts";
import { DaySchema, RuleSchema } from "../recurrence/schema.ts";

export const MeetingIdSchema = idSchema("act");

/** Durations that are offered (SPEC section 9); any number of minutes up to a week is taken. */
export const offeredMinutes = [15, 30, 45, 60, 75, 90, 105, 120] as const;
export const longestMinutes = 7 * 24 * 60;
export const longestDays = 366;
export const mostPeople = 100;

const localForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;
const noSettings = { options: [], currency: "USD", region: "US" } as const;
/** True for a start between the years whose days and instants can be written and compared in every zone. */
export const isInRange = (start: string): boolean => start >= "1970-01-02" && start < "9990";

/**
 * When a meeting begins: a day (`YYYY-MM-DD`) for one of whole days, an instant (ISO 8601, kept in UTC to the minute), or what the clocks of the meeting's zone
 * show (`YYYY-MM-DDTHH:MM`), which the zone makes an instant of.
 */
export const MeetingStartSchema = z.string("validation.start").transform((text, context) => {
  const fail = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if (isDay(text) || (localForm.test(text) && isDay(text.slice(0, 10)) && text.slice(11) < "24:00" && text.slice(14) < "60"))
    return isInRange(text) ? text : fail("validation.range");
  const instant = datetime.accept(text, noSettings);
  if (!instant.ok) return fail("validation.start");
  return isInRange(instant.value) ? `${instant.value.slice(0, 16)}:00.000Z` : fail("validation.range");
});
/** True for a start by the clocks of a zone. */
export const isLocal = (start: string): boolean => localForm.test(start);

const nothingIfEmpty = (text: string | null): string | null => (text === "" ? null : text);
const optionalText = (longest: number) => z.string().trim().max(longest).nullable().transform(nothingIfEmpty);
export const zone = z.string().max(64).refine(isTimeZone, "validation.enum");

/** Replies to an invitation (SPEC section 3); PENDING for none yet. */
export const replies = ["PENDING", "ACCEPTED", "DECLINED", "TENTATIVE"] as const;
export type Reply = (typeof replies)[number];

const EmailSchema = z.string().transform((text, context) => {
  const address = email.accept(text, noSettings);
  if (address.ok && typeof address.value === "string") return address.value;
  context.addIssue({ code: "custom", message: "validation.email" });
  return z.NEVER;
});

const guestId = z.string().regex(/^[\w-]{1,40}$/);

/** A guest from outside: a card, an address, or a card with the address to use. */
export const InvitedSchema = z
  .object({
    /** Id of an existing guest; new ones get theirs. */
    id: guestId.optional(),
    cardId: idSchema("crd").nullable().default(null),
    email: EmailSchema.nullable().default(null),
    name: optionalText(200).default(null),
  })
  .refine(({ cardId, email: address }) => cardId !== null || address !== null, { message: "validation.guest", path: ["email"] });
export type Invited = z.output<typeof InvitedSchema>;

const isDistinct = (values: readonly (string | null | undefined)[]): boolean => {
  const present = values.filter(Boolean);
  return new Set(present).size === present.length;
};

/** Messages that guests of a meeting get. Those by SMS go to the phones of their cards. */
const NotifySchema = z.object({
  /** Guests are invited by mail. */
  invite: z.boolean().default(true),
  inviteBySms: z.boolean().default(false),
  /** They learn by mail of changes, and that it is canceled. */
  changes: z.boolean().default(true),
  changesBySms: z.boolean().default(false),
  /** They are reminded by mail, when the participants are. */
  remind: z.boolean().default(false),
  remindBySms: z.boolean().default(false),
});
export type Notify = z.output<typeof NotifySchema>;

/** Values that can differ between occurrences of a series. */
export const varying = {
  title: z.string("validation.title").trim().min(1, "validation.title").max(500, "validation.length"),
  description: optionalText(20_000),
  /** A place or a link. */
  location: optionalText(500),
  start: MeetingStartSchema,
  /** Duration of a timed meeting. */
  minutes: z.number().int().min(1, "validation.endBeforeStart").max(longestMinutes).nullable(),
  /** Number of days of an all-day meeting. */
  days: z.number().int().min(1, "validation.endBeforeStart").max(longestDays).nullable(),
  /** Members who take part; whoever makes it does if they are among them. */
  participants: z
    .array(idSchema("usr"))
    .max(mostPeople)
    .transform((userIds) => [...new Set(userIds)]),
};

/** Values that people enter for a meeting (SPEC section 3). */
export const written = {
  ...varying,
  /** Zone in which it stays at the same local time. */
  timeZone: zone,
  guests: z
    .array(InvitedSchema)
    .max(mostPeople)
    .refine(
      (guests) => (["id", "cardId", "email"] as const).every((name) => isDistinct(guests.map((guest) => guest[name]))),
      "validation.guestTwice",
    ),
  /** The card that it is about. */
  cardId: idSchema("crd").nullable(),
  repeat: RuleSchema.nullable(),
  /** Minutes before the start. */
  reminder: ReminderSchema,
  notify: NotifySchema,
  /** Files for members, that were uploaded for this meeting or are its card's: guests do not get them. */
  attachments: AttachmentsSchema,
};

export const CreateMeetingInput = z.object({
  ...written,
  /** Made by the caller, so that a call repeated after a lost answer makes no second meeting. */
  meetingId: MeetingIdSchema.optional(),
  description: written.description.default(null),
  location: written.location.default(null),
  /** An hour, or a day, unless said otherwise. */
  minutes: written.minutes.default(null),
  days: written.days.default(null),
  /** The organization's, unless said otherwise. */
  timeZone: zone.optional(),
  /** The caller, unless said otherwise. */
  participants: varying.participants.optional(),
  guests: written.guests.default([]),
  cardId: written.cardId.default(null),
  repeat: written.repeat.default(null),
  reminder: written.reminder.default(null),
  notify: NotifySchema.prefault({}),
  attachments: written.attachments.default([]),
});
export type NewMeeting = Omit<z.output<typeof CreateMeetingInput>, "meetingId">;

/** Changed values only; null clears one. */
const MeetingPatchSchema = z.object(written).partial();
export type MeetingPatch = z.output<typeof MeetingPatchSchema>;
/** The same with its files as they are stored. */
export type AcceptedMeeting = Omit<MeetingPatch, "attachments"> & AcceptedAttachments;

/** Occurrences of a series to change. Meetings that do not repeat are changed as a whole. */
const seriesParts = ["one", "following", "all"] as const;
export type SeriesPart = (typeof seriesParts)[number];
const ofSeries = {
  meetingId: MeetingIdSchema,
  scope: z.enum(seriesParts).default("all"),
  /** The occurrence that is changed, or with which the change begins, by the day the rule gave it. With `all`, the one that was changed: a new start moves the series by as much. */
  day: DaySchema.optional(),
  /** Whether guests learn of the change; by default as `notify` says, by mail if that has no way for it. Guests it adds get their invitation either way. */
  notifyGuests: z.boolean().optional(),
};
const namesDay = ({ scope: part, day }: { scope: SeriesPart; day?: string | undefined }) => part === "all" || day !== undefined;
const withoutDay = { message: "validation.required", path: ["day"] };

export const UpdateMeetingInput = MeetingPatchSchema.extend({
  ...ofSeries,
  /** The version the caller has seen: a value that somebody changed after it is a CONFLICT, other values merge. */
  expectedVersion: z.number().int().min(1).optional(),
  /** With `following`, id of the meeting that the change makes. Made by the caller, so that a call repeated after a lost answer divides the series once. */
  followingId: MeetingIdSchema.optional(),
}).refine(namesDay, withoutDay);

export const RemoveMeetingInput = z.object(ofSeries).refine(namesDay, withoutDay);

/** A meeting, or with a day an occurrence of a series, by the day the rule gave it. */
export const MeetingRef = z.object({ meetingId: MeetingIdSchema, day: DaySchema.optional() });

export const RestoreMeetingInput = MeetingRef.extend({
  /** Whether guests get their invitation again; by default as `notify` says of invitations, and for an occurrence of changes. */
  notifyGuests: z.boolean().optional(),
});

/** A changed occurrence of a series, by the day the rule gave it. */
export const ResetInput = z.object({ meetingId: MeetingIdSchema, day: DaySchema });

export const AnswerInput = z.object({
  meetingId: MeetingIdSchema,
  guestId,
  rsvp: z.enum(replies),
  /** The occurrence that the reply is for; without one, the whole meeting. */
  day: DaySchema.optional(),
});
export const TrashedMeetingsInput = z.object({
  search: z.string().max(200).default(""),
  cursor: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(100).default(50),
});

/** The longest window in which meetings are asked for, and the most occurrences that one answer has. */
const longestWindowDays = 400;
export const mostOccurrences = 5_000;

const instant = z.iso
  .datetime()
  .refine(isInRange, "validation.range")
  .transform((text) => new Date(text).toISOString());
export const window = { from: instant, until: instant };
export const lasts = ({ from, until }: { from: string; until: string }): number => Date.parse(until) - Date.parse(from);
export const isWindow = (input: { from: string; until: string }) =>
  lasts(input) > 0 && lasts(input) <= longestWindowDays * 86_400_000;
const wrongWindow = { message: "validation.window", path: ["until"] };

export const MeetingsRangeInput = z
  .object({
    ...window,
    /** The caller's: whole days are in the window by its days. */
    timeZone: zone,
    /** Meetings in which any of these people take part, or which they created without participants. */
    userIds: z.array(idSchema("usr")).max(mostPeople).optional(),
    /** About this card or with it as a guest, or one merged into it. */
    cardId: idSchema("crd").optional(),
  })
  .refine(isWindow, wrongWindow);
