import { NoEffect } from "../outbound/index.ts";
import type { GmailReason } from "./rules.ts";

/** A refusal by Google: the call certainly had no effect. */
export class GmailRefusal extends NoEffect {
  override name = "GmailRefusal";
  declare readonly reason: GmailReason;
  constructor(reason: GmailReason, cause: unknown) {
    super(cause, reason === "quota" || reason === "away", reason);
  }
}
