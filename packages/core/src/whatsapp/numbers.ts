import { type ChangeSet, commit, put, remove, systemContext } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { seal, unseal } from "../kernel/seal.ts";
import { whatsappNumberEntity } from "./entity.ts";
import type { WhatsAppFailure } from "./rules.ts";
import { type NumberProblem, numberProblems, type WhatsAppNumber } from "./schema.ts";

/** The number with its encrypted credentials. */
export interface StoredNumber extends WhatsAppNumber {
  readonly token: string;
  readonly appSecret: string;
}
export type Credential = "token" | "appSecret";

/** The organization's number, strongly consistent; undefined if none is connected. */
export async function findNumber(orgId: OrgId): Promise<StoredNumber | undefined> {
  const { data } = await whatsappNumberEntity().get({ orgId }).go({ consistent: true });
  if (!data) return undefined;
  const { cardTypeId, connectedBy, problem = null, problemAt = null, ...number } = data;
  if (!isId("typ", cardTypeId) || !isId("usr", connectedBy)) throw new Error(`Not a number: ${number.phoneNumberId}`);
  return { ...number, cardTypeId, connectedBy, problem, problemAt };
}

export const sealed = (orgId: OrgId, which: Credential, plain: string): string => seal(plain, "whatsapp", [orgId, which]);
export const credentialOf = (orgId: OrgId, number: StoredNumber, which: Credential): string =>
  unseal(number[which], "whatsapp", [orgId, which]);

/** What the journal keeps: no credentials; that they changed shows in the version. */
const recorded = ({ phoneNumberId, businessId, phone, name, cardTypeId, problem }: WhatsAppNumber) => ({
  phoneNumberId,
  businessId,
  phone,
  name,
  cardTypeId,
  problem,
});

const subjectOf = (orgId: OrgId): Change["subject"] => ({ kind: "whatsappNumber", id: orgId });

/** The change set that stores the number. `before` is absent for the first one. */
export function numberChange(orgId: OrgId, number: StoredNumber, before?: StoredNumber): ChangeSet<StoredNumber> {
  const { problem, problemAt, ...rest } = number;
  const item = { orgId, ...rest, ...(problem ? { problem } : {}), ...(problemAt ? { problemAt } : {}) };
  const write = before
    ? whatsappNumberEntity()
        .put(item)
        .where((attribute, { eq }) => eq(attribute.version, before.version))
        .params()
    : whatsappNumberEntity().create(item).params();
  const change: Change = {
    action: before ? "whatsappNumber.update" : "whatsappNumber.create",
    subject: subjectOf(orgId),
    version: number.version,
    before: before ? recorded(before) : null,
    after: recorded(number),
  };
  return { writes: [put(write, "stale")], records: [{ changes: [change] }], result: number };
}

export function numberRemoval(orgId: OrgId, number: StoredNumber): ChangeSet<undefined> {
  const write = whatsappNumberEntity()
    .delete({ orgId })
    .where((attribute, { eq }) => eq(attribute.version, number.version));
  const change: Change = {
    action: "whatsappNumber.delete",
    subject: subjectOf(orgId),
    version: number.version + 1,
    before: recorded(number),
    after: null,
  };
  return { writes: [remove(write.params(), "stale")], records: [{ changes: [change] }], result: undefined };
}

const isProblem = (reason: WhatsAppFailure): reason is NumberProblem => numberProblems.some((known) => known === reason);

/**
 * Records that Meta refuses the number, if the failure concerns the number rather than one message. The record notifies the organization's administrators; it is
 * written once: a number with a known problem is left as it is.
 */
export async function noteProblem(orgId: OrgId, used: StoredNumber, reason: WhatsAppFailure, clock: Clock): Promise<void> {
  if (!isProblem(reason)) return;
  const context = systemContext(orgId, "whatsapp", clock);
  await commit(context, async () => {
    const number = await findNumber(orgId);
    // It was reconnected in the meantime, or the problem is already recorded.
    if (!number || number.token !== used.token || number.problem) return { writes: [], records: [], result: undefined };
    const broken = { ...number, version: number.version + 1, problem: reason, problemAt: instant(clock) };
    return { ...numberChange(orgId, broken, number), result: undefined };
  });
}
