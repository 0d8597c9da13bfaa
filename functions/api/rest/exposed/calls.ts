import { CallsByMember, CallStanding, ChangedTelephoneCall, TelephoneCall, TelephoneCalls } from "../answers/calls.ts";
import type { Exposures } from "../exposure.ts";

export const calls = {
  "voip.list": {
    method: "GET",
    path: "/calls",
    tag: "Calls",
    summary: "List telephone calls",
    description:
      "The latest first. The folder `callBack` has the last missed call of each number that nobody has spoken with since, and that nobody has marked as handled. `query` finds digits of numbers, and cards.",
    output: TelephoneCalls,
    example: ({ userId }) => ({ folder: "callBack", direction: "IN", status: "missed", userId, limit: 20 }),
  },
  "voip.get": {
    method: "GET",
    path: "/calls/{callId}",
    tag: "Calls",
    summary: "Get a telephone call",
    output: TelephoneCall,
    example: ({ telephoneCallId }) => ({ callId: telephoneCallId }),
  },
  "voip.place": {
    method: "POST",
    path: "/calls",
    tag: "Calls",
    summary: "Call a number",
    description:
      "Rings at the extension of the token's maker first, and connects them to the number. The answer is a pending call; what becomes of it follows. With a `callId` of your own, a repeated request calls once.",
    status: 201,
    output: TelephoneCall,
    example: ({ cardId }) => ({ number: "+972501234567", cardId }),
  },
  "voip.handle": {
    method: "PUT",
    path: "/calls/{callId}/handled",
    tag: "Calls",
    summary: "Mark a missed call as handled, or as not handled",
    output: ChangedTelephoneCall,
    example: ({ telephoneCallId }) => ({ callId: telephoneCallId, isHandled: true }),
  },
  "voip.members": {
    method: "GET",
    path: "/telephony/members",
    tag: "Calls",
    summary: "Count the calls of each member",
    description: "Of the last 1, 7 or 30 days.",
    output: CallsByMember,
    example: () => ({ days: 7 }),
  },
  "voip.standing": {
    method: "GET",
    path: "/telephony",
    tag: "Calls",
    summary: "Ask whether calls can be placed, and from which extension",
    output: CallStanding,
    example: () => ({}),
  },
} as const satisfies Exposures;
