import * as z from "zod";
import { isTimeZone } from "./zoned-time.ts";

/** An IANA time zone. */
export const TimeZoneSchema = z.string().max(64).refine(isTimeZone, "validation.enum");
