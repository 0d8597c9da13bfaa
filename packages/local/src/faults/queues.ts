import { isObject, parseJsonObject } from "../wire/http.ts";
import { type Draw, partOf, shuffled } from "./fates.ts";
import { everywhere, type Weights } from "./fault.ts";
import { type Altered, type Call, type FaultyService, jsonError, unchanged } from "./service.ts";

const operationOf: FaultyService["operationOf"] = ({ headers }) => String(headers["x-amz-target"] ?? "").split(".")[1];
const json = (value: unknown) => Buffer.from(JSON.stringify(value));

const sqsParticular: Readonly<Record<string, Weights>> = {
  SendMessage: { duplicate: 6 },
  SendMessageBatch: { duplicate: 4, half: 10 },
  DeleteMessageBatch: { half: 10 },
  // A receive whose answer is lost hides the messages for their visibility timeout: an effect like any other.
  ReceiveMessage: { reorder: 10 },
};

/** SQS. A standard queue promises each message at least once, in any order. */
export const sqs: FaultyService = {
  operationOf,
  weightsOf: (operation) => ({ ...everywhere, ...sqsParticular[operation] }),
  refuse: () => {
    const refusal = jsonError(400, "com.amazonaws.sqs#RequestThrottled");
    return { ...refusal, headers: { ...refusal.headers, "x-amzn-query-error": "RequestThrottled;Sender" } };
  },
  fail: () => jsonError(500, "com.amazon.coral.service#InternalFailure"),
  alter(_, fault, call, draw) {
    if (fault === "reorder") {
      return {
        body: call.body,
        answer(body) {
          const answer = parseJsonObject(body);
          const messages: unknown = answer["Messages"];
          return Array.isArray(messages) ? json({ ...answer, Messages: shuffled(messages, draw) }) : body;
        },
      };
    }
    return halfOf(parseJsonObject(call.body), draw, (answer, left) => {
      const failures = left.map((entry) => ({
        Id: isObject(entry) ? entry["Id"] : undefined,
        Code: "InternalError",
        Message: "by the fault engine",
        SenderFault: false,
      }));
      const failed: unknown = answer["Failed"];
      return { ...answer, Failed: [...(Array.isArray(failed) ? failed : []), ...failures] };
    });
  },
};

/** EventBridge: PutEvents answers for each entry, in their order. */
export const events: FaultyService = {
  operationOf,
  weightsOf: (operation) => (operation === "PutEvents" ? { ...everywhere, half: 8, duplicate: 5 } : everywhere),
  refuse: () => jsonError(400, "com.amazon.coral.service#ThrottlingException"),
  fail: () => jsonError(500, "com.amazon.coral.service#InternalException"),
  alter(_, __, call, draw) {
    const input = parseJsonObject(call.body);
    const all: unknown = input["Entries"];
    return halfOf(input, draw, (answer, left) => {
      const results: unknown[] = Array.isArray(answer["Entries"]) ? [...answer["Entries"]] : [];
      const lost = new Set(left);
      const Entries = (Array.isArray(all) ? all : []).map((entry) =>
        lost.has(entry) ? { ErrorCode: "ThrottlingException", ErrorMessage: "by the fault engine" } : results.shift(),
      );
      return { ...answer, Entries, FailedEntryCount: Number(answer["FailedEntryCount"] ?? 0) + left.length };
    });
  },
};

type Answer = Record<string, unknown>;

/** Passes on a part of `Entries`; `amend` adds to the answer what became of those that were left. */
function halfOf(input: Answer, draw: Draw, amend: (answer: Answer, left: readonly unknown[]) => Answer): Altered | undefined {
  const entries: unknown = input["Entries"];
  if (!Array.isArray(entries) || entries.length < 2) return undefined;
  const { kept, left } = partOf<unknown>(entries, draw);
  return { body: json({ ...input, Entries: kept }), answer: (body) => json(amend(parseJsonObject(body), left)) };
}

export const isMail = ({ url }: Call): boolean => url.startsWith("/v2/email/outbound-emails");

/** SESv2 and the sockets' management API, which only refuse, fail and lose. */
export const rest: FaultyService = {
  operationOf: (call) => {
    if (isMail(call)) return "SendEmail";
    const { method, url } = call;
    return url.includes("@connections") ? `${method} connection` : undefined;
  },
  weightsOf: () => everywhere,
  refuse: (operation) => jsonError(429, operation === "SendEmail" ? "TooManyRequestsException" : "LimitExceededException"),
  fail: () => jsonError(500, "InternalServerError"),
  alter: (_, __, call) => ({ body: call.body, answer: unchanged }),
};
