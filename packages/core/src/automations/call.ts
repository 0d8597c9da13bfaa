import * as z from "zod";
import { getCard, scopeOf, visible } from "../cards/index.ts";
import { instant, epochSeconds } from "../kernel/clock.ts";
import { env } from "../kernel/env.ts";
import { KartisError } from "../kernel/error.ts";
import { idSchema } from "../kernel/id-schema.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { beginningOf } from "../kernel/text.ts";
import type { CallOutcome, PublicCall } from "../public-http/index.ts";
import { hasBody, longestAnswer, webhookMethods } from "./actions/call-webhook.ts";
import { unsealed } from "./secrets.ts";

/** Statuses worth retrying, of a request that has not been acted on (RFC 9110, RFC 8470, RFC 6585). */
const refusedForNow: ReadonlySet<number> = new Set([408, 425, 429, 503]);
/** Those that do not say whether the request has been acted on. */
const uncertain: ReadonlySet<number> = new Set([500, 502, 504]);

const CallInput = z.object({
  cardId: idSchema("crd"),
  url: z.string().min(1).max(2_000),
  method: z.enum(webhookMethods),
  headers: z.array(z.object({ name: z.string(), sealed: z.string() })),
  /** If absent, the card itself is sent. */
  values: z.record(z.string(), z.string()).optional(),
  /** Of the card itself: its values as text, by the labels of their fields. */
  texts: z.record(z.string(), z.string()).optional(),
  /** Values of the answer to return, by name, with their places in its JSON. */
  answers: z.array(z.object({ name: z.string(), path: z.string() })).default([]),
});
type Input = z.output<typeof CallInput>;

/** Response of another system, as far as the automation asks for it. */
interface CallAnswer {
  readonly id: string;
  /** The status and the wanted values, by the names of their variables. */
  readonly answer: Readonly<Record<string, string>>;
  /** Names of wanted values that the response does not have. */
  readonly missing: readonly string[];
}

const answerVariable = (name: string): string => `answer.${name}`;

/**
 * Calls another system; only automations use it, no channel exposes it. As in Standard Webhooks, every attempt at a step carries the same `webhook-id`, so the receiver
 * can discard duplicates: a process that dies before it has saved the response sends the request twice.
 * @param call injected so that tests can answer
 */
export const callProcedure = (call: (call: PublicCall) => Promise<CallOutcome>) =>
  procedure({
    name: "automations.call",
    kind: "mutation",
    input: CallInput,
    can: ["CARDS", "read"],
    plan: "automation",
    /**
     * Throws SERVICE_UNAVAILABLE if a retry may succeed; UNPROCESSABLE_CONTENT if the other system refuses, if it is unknown whether the request arrived, or if a
     * secret was sealed for another server.
     */
    async run(input, context): Promise<CallAnswer> {
      const outcome = await call(await requestOf(input, context));
      if (outcome.kind === "answered" && outcome.status >= 200 && outcome.status < 300) {
        const answer = answerOf(outcome, input.answers);
        const missing = input.answers.map(({ name }) => name).filter((name) => answer[answerVariable(name)] === undefined);
        return { id: input.cardId, answer, missing };
      }
      throw failureOf(input, outcome);
    },
  });

async function requestOf(input: Input, context: OrgContext): Promise<PublicCall> {
  const { url, method, values } = input;
  const target = new URL(url);
  if (values && !hasBody(method)) for (const [name, value] of Object.entries(values)) target.searchParams.append(name, value);
  const body = hasBody(method) ? JSON.stringify(values ?? (await cardIn(input, context))) : "";
  return {
    method,
    url: target.href,
    headers: {
      ...(hasBody(method) ? { "content-type": "application/json" } : {}),
      "user-agent": `Kartis-Automations (+${env("PUBLIC_ORIGIN")})`,
      ...headersOf(input, context, target.host),
      "webhook-id": context.requestId,
      "webhook-timestamp": String(epochSeconds(context.clock.now())),
    },
    body,
  };
}

/** The status and the wanted values of the answer. Those that it does not have, or that are in no JSON, are absent. */
function answerOf(
  { status, body }: { readonly status: number; readonly body: string },
  wanted: Input["answers"],
): Readonly<Record<string, string>> {
  const json = wanted.length > 0 ? parsed(body) : undefined;
  const values = wanted.flatMap(({ name, path }) => {
    const text = answerText(valueAt(json, path));
    return text === undefined ? [] : [[answerVariable(name), beginningOf(text.toWellFormed(), longestAnswer)] as const];
  });
  return { status: String(status), ...Object.fromEntries(values) };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const valueAt = (json: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === "object" && inner !== null && Object.hasOwn(inner, name) ? Reflect.get(inner, name) : undefined,
      json,
    );

/** A text as it is, any other value as JSON. */
const answerText = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : typeof value === "string" ? value : JSON.stringify(value);

/** `{ type, timestamp, data }`, like the organization's webhooks. */
async function cardIn({ cardId, texts = {} }: Input, context: OrgContext): Promise<object> {
  const { principal, clock, actor } = context;
  const card = visible(await getCard(principal.orgId, await scopeOf(context), cardId));
  const automationId = actor.kind === "automation" ? actor.automationId : null;
  return {
    type: "automation.called",
    timestamp: instant(clock),
    data: { organizationId: principal.orgId, automationId, card, values: texts },
  };
}

function headersOf({ headers }: Input, { principal: { orgId } }: OrgContext, host: string): Record<string, string> {
  return Object.fromEntries(
    headers.map(({ name, sealed }) => {
      const value = unsealed(sealed, orgId, host);
      if (value === undefined) throw new KartisError("UNPROCESSABLE_CONTENT", { messageKey: "automations.problem.secretMoved" });
      return [name, value];
    }),
  );
}

/** RFC 9110, section 9.2.2. */
const isIdempotent = (method: Input["method"]): boolean => method !== "POST" && method !== "PATCH";

function failureOf({ url, method }: Input, outcome: CallOutcome): KartisError {
  const params = { host: new URL(url).host };
  if (outcome.kind === "answered") {
    const { status, headers } = outcome;
    const target = status >= 300 && status < 400 ? targetOf(headers.location, url) : undefined;
    // It may have taken effect, so only a person may retry it.
    if (uncertain.has(status) && !isIdempotent(method))
      return new KartisError("UNPROCESSABLE_CONTENT", {
        messageKey: "automations.failed.call.unknownStatus",
        params: { ...params, status },
      });
    return new KartisError(refusedForNow.has(status) || uncertain.has(status) ? "SERVICE_UNAVAILABLE" : "UNPROCESSABLE_CONTENT", {
      messageKey: target === undefined ? "automations.failed.call.status" : "automations.failed.call.redirect",
      params: { ...params, status, ...(target === undefined ? {} : { target }) },
    });
  }
  const { reason } = outcome;
  if (reason === "refused") return new KartisError("UNPROCESSABLE_CONTENT", { messageKey: "validation.webhookPublic" });
  if (reason === "tls") return new KartisError("UNPROCESSABLE_CONTENT", { messageKey: "automations.failed.call.tls", params });
  const wasSent = reason === "timeout" || reason === "broken";
  // Sent but not answered: it may have taken effect, too.
  if (wasSent && !isIdempotent(method))
    return new KartisError("UNPROCESSABLE_CONTENT", { messageKey: "automations.failed.call.unknown", params });
  return new KartisError("SERVICE_UNAVAILABLE", { messageKey: "automations.failed.call.unreached", params });
}

const longestTarget = 200;

/** Where a redirect leads, without its query, which may have secrets; undefined if it does not say. */
function targetOf(location: string | undefined, from: string): string | undefined {
  const url = location === undefined ? null : URL.parse(location, from);
  return url && /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}`.slice(0, longestTarget) : undefined;
}
