import type { SmsFailure } from "../rules.ts";

export interface OutgoingSms {
  /** As its organization has verified it: a name, or a number in E.164. */
  readonly from: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** Where its delivery is reported; undefined where nobody waits for that. */
  readonly reportTo: string | undefined;
}

/** How this deployment reaches its provider: the same for all organizations. */
export interface SmsAccount {
  /** Origin of the provider's API, without a slash at the end. */
  readonly url: string;
  readonly account: string;
  readonly secret: string;
}

/** What a provider reports about an SMS. It carries nothing about its recipient. */
export interface SmsReport {
  readonly state: "sent" | "delivered" | "failed";
  readonly reason: SmsFailure | null;
  /** The same for the same report delivered again. */
  readonly key: string;
}

/** A call of the provider's, as it arrived. */
export interface ReportRequest {
  /** The address that it was sent to: ours, as the provider was given it. */
  readonly url: string;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** A provider of SMS: one file here, one line in `list.ts`, and a simulator that speaks as it does (`packages/simulators`). */
export interface SmsProvider {
  /** One call, which is not repeated. @returns the provider's id. Throws `NoEffect` for what it certainly has not accepted. */
  send(sms: OutgoingSms, account: SmsAccount): Promise<string>;
  /**
   * Reads a report: `undefined` if it is of no interest, such as a state in between. Throws `BadSignature` if the provider has not made it, and a `ZodError` for
   * what is none of its reports.
   */
  readReport(request: ReportRequest, account: SmsAccount): SmsReport | undefined;
}

/** A call that claims to be a provider's and is not. */
export class BadSignature extends Error {
  override name = "BadSignature";
}
