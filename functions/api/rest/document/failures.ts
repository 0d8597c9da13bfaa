import type { Json } from "./components.ts";

/** Of every answer. */
export const headers = {
  "X-Request-Id": { description: "The request's id, for the log", schema: { type: "string" } },
  "RateLimit-Limit": { description: "Requests that may be made in a minute", schema: { type: "integer" } },
  "RateLimit-Remaining": { description: "Requests left in this minute", schema: { type: "integer" } },
  "RateLimit-Reset": { description: "Seconds until the next minute begins", schema: { type: "integer" } },
};

export interface Failure {
  readonly name: string;
  readonly description: string;
  readonly headers?: Json;
  /** A request that only reads is never answered so. */
  readonly ofChanges?: true;
}

/** Every error status of an operation, each with a problem. A test that sends anything it likes finds no other. */
export const failures: Readonly<Record<number, Failure>> = {
  400: { name: "Invalid", description: "The body is not JSON, or some parameters are not valid; `errors` names each of them" },
  401: { name: "NotAuthenticated", description: "There is no token, or it is not valid" },
  402: { name: "PlanEnded", description: "The trial or the plan has ended, or one of its limits is reached" },
  403: { name: "NotAllowed", description: "The token lacks the permission, or the plan what is asked for" },
  404: { name: "NotFound", description: "There is no such thing, or it may not be seen" },
  409: {
    name: "Conflict",
    description: "It has been changed meanwhile or is there already; or the request with this idempotency key is still running",
    ofChanges: true,
  },
  413: { name: "TooLarge", description: "The body is larger than 1 MB", ofChanges: true },
  415: { name: "NotJson", description: "The body is not sent as application/json", ofChanges: true },
  422: {
    name: "NotProcessable",
    description:
      "The question takes too long to answer: use fewer conditions; or the idempotency key was used for another request",
  },
  429: {
    name: "TooManyRequests",
    description: "Too many requests in this minute, or too many that take long to answer",
    headers: { "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } } },
  },
  500: { name: "Failure", description: "A failure of ours; quote `requestId` when asking for help" },
  502: { name: "ProviderAway", description: "A provider outside, such as WhatsApp, could not be asked" },
  503: { name: "NotReady", description: "Not ready just now; the same request may be sent again" },
};
