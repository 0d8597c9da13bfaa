import * as z from "zod";
import { NoEffect } from "../../outbound/index.ts";
import { callStates, type CallReport, reportSources } from "../facts.ts";
import { type CallReason, callReasons } from "../rules.ts";
import type { CallId, CredentialField, ExtensionKind } from "../schema.ts";

/** An organization's account with a provider. */
export interface VoipAccount {
  /** Origin of the provider's API, without a slash at the end. */
  readonly url: string;
  /** What the provider's form has asked for, by name. */
  readonly values: Readonly<Record<string, string>>;
}

/** A call to be placed: the extension rings first, and is then connected with the number. */
export interface CallOrder {
  readonly extension: string;
  /** E.164. */
  readonly number: string;
  /** Comes back in the provider's reports. */
  readonly reference: CallId;
  /** URL for reports, without a query. */
  readonly reportTo: string;
}

/** A provider's request, as it arrived. */
export interface HookRequest {
  /** The URL that it was sent to: ours, as the provider was given it, with its query. */
  readonly url: string;
  /** With names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

/** A report with the ids by which its call is found. */
export interface ProviderReport extends CallReport {
  /** The provider's id of the call, the same in all its reports. */
  readonly providerId: string;
  /** Our id, where it comes back. */
  readonly reference: string | null;
}

/** A report as it is stored until its consumer processes it. */
export const StoredReport = z.object({
  provider: z.string(),
  providerId: z.string(),
  reference: z.string().nullable(),
  source: z.enum(reportSources),
  direction: z.enum(["IN", "OUT"]),
  number: z.string().nullable(),
  extension: z.string().nullable(),
  state: z.enum(callStates),
  at: z.string(),
  seconds: z.number().nullable(),
  reason: z.enum(callReasons).nullable(),
  recording: z.string().nullable(),
});
export type StoredReport = z.output<typeof StoredReport>;

/** What a request says, and what the provider expects as its answer. */
export interface ReadHook {
  readonly reports: readonly ProviderReport[];
  readonly answer: { readonly contentType: string; readonly body: string };
}

/** From one instant to another. */
export interface LogPeriod {
  readonly from: string;
  readonly to: string;
}
export interface LogPage {
  readonly reports: readonly ProviderReport[];
  /** False if the provider has more than it gives at a time. */
  readonly isWhole: boolean;
}

/** A telephony provider: one file here, one line in `list.ts`, and a simulator of its API (`packages/simulators`). */
export interface VoipProvider {
  readonly fields: readonly CredentialField[];
  readonly extensions: ExtensionKind;
  /** Origin of its API. */
  readonly url: string;
  /** Asks the provider whether it accepts the account, without calling anybody. Throws `VoipRefusal`. */
  test(account: VoipAccount): Promise<void>;
  /** One request, which is not repeated. @returns the provider's id of the call. Throws `VoipRefusal`, or `NoEffect`, if nobody was certainly called. */
  call(order: CallOrder, account: VoipAccount): Promise<string>;
  /** Calls that began in a period and are over, as the provider's own log has them, the oldest first. Absent where it has none. Throws `VoipRefusal`. */
  readonly log?: (period: LogPeriod, account: VoipAccount) => Promise<LogPage>;
  /** Parses a request: no reports if it is irrelevant. Throws `BadSignature` if it is not the provider's, and a `ZodError` or `SyntaxError` if it is no report. */
  read(request: HookRequest, account: VoipAccount): ReadHook;
}

/** A refusal by the provider: nobody was called. */
export class VoipRefusal extends NoEffect {
  override name = "VoipRefusal";
  declare readonly reason: CallReason;
  constructor(reason: CallReason, said: string) {
    super(said, false, reason);
  }
}

/** A request that claims to be the provider's and is not. */
export class BadSignature extends Error {
  override name = "BadSignature";
}
