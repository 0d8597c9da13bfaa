import { instant } from "../kernel/clock.ts";
import { findEnv } from "../kernel/env.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import { smsBalanceOf } from "./balance.ts";
import type { SmsBalance, SmsObstacle } from "./schema.ts";
import { obstacleOf, verifiedOf } from "./rules.ts";
import { sendersOf, type StoredSender } from "./senders.ts";

/** An organization's means to send SMS, and what prevents it. */
export interface SmsStanding {
  readonly senders: readonly StoredSender[];
  /** Senders that SMS can be sent from, the default first. */
  readonly verified: readonly StoredSender[];
  readonly balance: SmsBalance;
  readonly obstacle: SmsObstacle | null;
}

/** Whether this deployment has a provider. */
export const isSmsOffered = (): boolean => findEnv("SMS_PROVIDER") !== undefined;

export async function smsStandingOf({
  principal,
  clock,
}: Pick<OrgContext, "clock"> & {
  readonly principal: Pick<OrgContext["principal"], "orgId" | "plan">;
}): Promise<SmsStanding> {
  const { orgId, plan } = principal;
  const [senders, balance] = await Promise.all([sendersOf(orgId), smsBalanceOf(orgId, plan?.type ?? "FREE", instant(clock))]);
  const verified = verifiedOf(senders);
  const now = { isOffered: isSmsOffered(), plan, verified: verified.length, left: balance.left };
  return { senders, verified, balance, obstacle: obstacleOf(now) };
}
