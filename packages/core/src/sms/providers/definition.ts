import type { SmsFailure } from "../rules.ts";

export interface OutgoingSms {
  /** The sender that the organization has verified: a name, or a number in E.164. */
  readonly from: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** URL for delivery reports; undefined if none are wanted. */
  readonly reportTo: string | undefined;
}

/** The deployment's account with its provider, the same for all organizations. */
export interface SmsAccount {
  /** Origin of the provider's API, without a slash at the end. */
  readonly url: string;
  readonly account: string;
  readonly secret: string;
}

/** A provider's report about an SMS. It contains nothing about the recipient. */
export interface SmsReport {
  readonly state: "sent" | "delivered" | "failed";
  readonly reason: SmsFailure | null;
  /** The same for the same report delivered again. */
  readonly key: string;
}

/** An SMS that somebody sent to one of our numbers. */
export interface IncomingSms {
  /** The same for the same SMS delivered again. */
  readonly key: string;
  /** E.164. */
  readonly from: string;
  /** Our number, E.164. */
  readonly to: string;
  readonly text: string;
}

/** A provider's call, as it arrived. */
export interface ProviderRequest {
  /** The URL that it was sent to: ours, as the provider was given it. */
  readonly url: string;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** An SMS provider: one file here, one line in `list.ts`, and a simulator of its API (`packages/simulators`). */
export interface SmsProvider {
  /** One call, which is not repeated. @returns the provider's id. Throws `NoEffect` if the message certainly was not accepted. */
  send(sms: OutgoingSms, account: SmsAccount): Promise<string>;
  /**
   * Parses a report: `undefined` if it is irrelevant, such as an intermediate state. Throws `BadSignature` if it is not the provider's, and a `ZodError` if it is
   * not a report.
   */
  readReport(request: ProviderRequest, account: SmsAccount): SmsReport | undefined;
  /** Parses an SMS to one of our numbers: `undefined` if it comes from something that is not a phone number. Throws as `readReport`. */
  readIncoming(request: ProviderRequest, account: SmsAccount): IncomingSms | undefined;
}

/** A call that claims to be the provider's and is not. */
export class BadSignature extends Error {
  override name = "BadSignature";
}
