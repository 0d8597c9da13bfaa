/*
 * Sending SMS: from which sender, and at what cost. Owns: senders with their codes, the codes of members' phones, numbers that have opted out, and the ledger of an organization's balance. Providers are files in `providers`.
 * Invariant: an SMS comes from a sender that its organization has verified by a code; the balance is the sum of its entries, and never below zero.
 * Records: smsSender.create, smsSender.update, smsSender.delete, smsOptOut.create, smsOptOut.delete; smsBalance.topUp through the admin console. The API alone imports `procedures.ts`.
 */
export {
  balanceItems,
  isToppedUp,
  type Payment,
  noBalance,
  release,
  reserve,
  reserveEach,
  settle,
  smsBalanceOf,
  topUp,
} from "./balance.ts";
export { codeInUse, memberCode, pendingCode, requireMemberCode, requireTimeForCode } from "./member-codes.ts";
export { countToMember, hasHadAll } from "./member-day.ts";
export { askingAgain, optIn, optOut, optOutAs, optOutIdOf, optOutsOf } from "./opt-outs.ts";
export { type SmsNumber, smsNumbersOf } from "./phones.ts";
export { recipientZones } from "./quiet-hours/recipient-zones.ts";
export { isSmsOffered, smsStandingOf } from "./standing.ts";
export { dialled, sendersOf, type StoredSender } from "./senders.ts";
export { verifiedOf } from "./rules.ts";
export type { smsProvider } from "./providers/list.ts";
