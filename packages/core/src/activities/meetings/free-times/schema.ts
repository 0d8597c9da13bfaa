import * as z from "zod";
import { idSchema } from "../../../kernel/id-schema.ts";
import { weekdays } from "../../recurrence/limits.ts";
import { isWindow, lasts, MeetingIdSchema, mostPeople, window, zone } from "../schema.ts";

/** The longest window in which times of people are compared. */
const busyDays = 62;
const isBusyWindow = (input: { from: string; until: string }) => isWindow(input) && lasts(input) <= busyDays * 86_400_000;
const wrongBusyWindow = { message: "validation.busyWindow", path: ["until"] };
const people = z.array(idSchema("usr")).min(1).max(mostPeople);

export const BusyInput = z
  .object({
    userIds: people,
    ...window,
    /** A meeting that does not count: the one for which a time is looked for. */
    except: MeetingIdSchema.optional(),
  })
  .refine(isBusyWindow, wrongBusyWindow);

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "validation.time");

export const FreeTimesInput = z
  .object({
    userIds: people,
    minutes: z.number().int().min(1, "validation.endBeforeStart").max(1_440),
    ...window,
    /** Zone in which days begin and end. */
    timeZone: zone,
    dayStart: time.default("09:00"),
    dayEnd: time.default("17:00"),
    /** Days of the week that come into question; all of them without. */
    weekdays: z.array(z.enum(weekdays)).min(1).max(7).optional(),
    limit: z.number().int().min(1).max(100).default(10),
    except: MeetingIdSchema.optional(),
  })
  .refine(isBusyWindow, wrongBusyWindow)
  .refine(({ dayStart, dayEnd }) => dayStart < dayEnd, { message: "validation.endBeforeStart", path: ["dayEnd"] });

/** A time at which somebody is busy. */
export interface BusyTime {
  readonly start: string;
  readonly end: string;
  /** Of a meeting of whole days: they are the same days in every zone, while `start` and `end` are theirs in the meeting's own. Null with a time. */
  readonly days: { readonly first: string; readonly last: string } | null;
  /** Null where the caller may not see what it is. */
  readonly title: string | null;
}

export interface FreeTimes {
  readonly times: readonly { readonly start: string; readonly end: string }[];
}
