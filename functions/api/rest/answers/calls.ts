import { callStatuses } from "@kartis/core/activities/types/call.ts";
import { CardIdSchema } from "@kartis/core/cards/schema.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import { callStates } from "@kartis/core/voip/facts.ts";
import { callReasons } from "@kartis/core/voip/rules.ts";
import * as z from "zod";
import { CardNames, instant, nextCursor, undoneBy, userId, version } from "./parts.ts";

const call = {
  id: idSchema("cal"),
  version,
  direction: z.enum(["IN", "OUT"]),
  status: z.enum(callStatuses),
  state: z.enum(callStates).describe("Tells a pending call that rings from one that is going on"),
  number: z.string().nullable().describe("E.164, or as the provider writes it; null if it is hidden"),
  extension: z.string().nullable(),
  userId: userId.nullable().describe("The member whose extension it is"),
  cardId: CardIdSchema.nullable(),
  activityId: idSchema("act").nullable().describe("Its entry on the card's timeline"),
  handledBy: userId.nullable().describe("Who has marked a missed call as handled"),
  startedAt: instant,
  seconds: z.number().int().nullable(),
  reason: z.enum(callReasons).nullable().describe("Why it did not come about, or came about otherwise"),
  recording: z.string().nullable().describe("Its recording, at the provider"),
};
export const TelephoneCall = z.object(call);
export const ChangedTelephoneCall = z.object({ ...call, ...undoneBy });
const count = z.number().int();
export const TelephoneCalls = z.object({
  calls: z.array(TelephoneCall).describe("The latest first"),
  related: CardNames,
  total: count,
  counts: z.object({ all: count, callBack: count }).describe("Calls in each folder"),
  nextCursor,
});
export const CallsByMember = z.object({
  members: z.array(
    z.object({
      userId: userId.nullable().describe("Null for calls of no known extension"),
      answered: count,
      missed: count,
      placed: count,
      failed: count,
      seconds: count,
    }),
  ),
});
export const CallStanding = z.object({
  obstacle: z.string().nullable().describe("What keeps the organization from placing calls"),
  extension: z.string().nullable().describe("The token maker's"),
  mayCall: z.boolean(),
});
