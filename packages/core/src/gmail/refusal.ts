import { NoEffect } from "../outbound/index.ts";

/** Why Google refuses a call: access withdrawn; Gmail off, or a right missing; too many calls; not there for the moment; no such thing; not acceptable. */
export type GmailReason = "revoked" | "forbidden" | "quota" | "away" | "gone" | "invalid";

/** A refusal by Google: the call certainly had no effect. */
export class GmailRefusal extends NoEffect {
  override name = "GmailRefusal";
  declare readonly reason: GmailReason;
  constructor(reason: GmailReason, cause: unknown) {
    super(cause, reason === "quota" || reason === "away", reason);
  }
}
