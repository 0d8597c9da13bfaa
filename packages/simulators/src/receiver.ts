import { createHmac, timingSafeEqual } from "node:crypto";

/** The ways in which the simulated receiver can behave. */
export const receiverWeathers = {
  fine: "Answers 204",
  broken: "Answers 500",
  busy: "Answers 429",
  gone: "Answers 410",
  slow: "Answers after 20 seconds",
  silent: "Ends the connection without an answer",
  redirect: "Redirects to http://169.254.169.254/",
  huge: "Answers 200 with 10 MB",
} as const;
export type ReceiverWeather = keyof typeof receiverWeathers;
export const isReceiverWeather = (text: string): text is ReceiverWeather => Object.hasOwn(receiverWeathers, text);

export interface ReceivedRequest {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** A message as received. */
export interface ReceivedMessage extends ReceivedRequest {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** `unknown` without a secret to verify it with. */
  readonly signature: "valid" | "wrong" | "unknown";
  /** How it was answered. */
  readonly weather: ReceiverWeather;
}

const toleranceSeconds = 300;
const mostKept = 1_000;

/** A receiver of webhooks: it verifies them by Standard Webhooks, without any code of Kartis, and keeps them in memory. */
export class Receiver {
  weather: ReceiverWeather = "fine";
  secret = "";
  readonly #now: () => number;
  readonly #messages: ReceivedMessage[] = [];

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** In the order of arrival. */
  get messages(): readonly ReceivedMessage[] {
    return this.#messages;
  }

  take(request: ReceivedRequest): ReceivedMessage {
    const id = request.headers["webhook-id"] ?? "";
    const message = { ...request, id, at: this.#now(), signature: this.#verify(id, request), weather: this.weather };
    this.#messages.push(message);
    if (this.#messages.length > mostKept) this.#messages.shift();
    return message;
  }

  #verify(id: string, { headers, body }: ReceivedRequest): ReceivedMessage["signature"] {
    if (this.secret === "") return "unknown";
    const timestamp = headers["webhook-timestamp"] ?? "";
    if (Math.abs(this.#now() / 1_000 - Number(timestamp)) > toleranceSeconds) return "wrong";
    const key = Buffer.from(this.secret.replace(/^whsec_/, ""), "base64");
    const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest();
    const isValid = (headers["webhook-signature"] ?? "").split(" ").some((signature) => {
      const given = Buffer.from(signature.replace(/^v1,/, ""), "base64");
      return signature.startsWith("v1,") && given.length === expected.length && timingSafeEqual(given, expected);
    });
    return isValid ? "valid" : "wrong";
  }
}
