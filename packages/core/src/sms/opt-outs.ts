import { put, remove, type RecordDraft, type Write } from "../data/commit.ts";
import type { ChangeOf } from "../data/payloads.ts";
import { untilProcessed } from "../data/unprocessed.ts";
import { type CardId, type Id, idFrom, isId, type OrgId, type UserId } from "../kernel/id.ts";
import { smsOptInEntity, smsOptOutEntity } from "./entity.ts";
import type { OptOut } from "./schema.ts";
import { epochSeconds } from "../kernel/clock.ts";

type OptOutId = Id<"sop">;

/**
 * The id under which a number's opt-out is kept: derived from it, so that the number itself is not stored. An opt-out therefore outlives the erasure of the
 * person, as it has to. An id without a time has the first instant.
 */
export const optOutIdOf = (orgId: OrgId, phone: string): OptOutId => idFrom("sop", 1, `${orgId}\n${phone}`);

/** Which of these numbers (E.164) have opted out of the organization's SMS; strongly consistent. Throws as `untilProcessed`. */
export async function optOutsOf(orgId: OrgId, phones: readonly string[]): Promise<Map<string, OptOut>> {
  const phoneOf = new Map(phones.map((phone): [string, string] => [optOutIdOf(orgId, phone), phone]));
  const keys = [...phoneOf.keys()].map((optOutId) => ({ orgId, optOutId }));
  const found = new Map<string, OptOut>();
  await untilProcessed(keys, async (some) => {
    const { data, unprocessed } = await smsOptOutEntity().get(some).go({ consistent: true, concurrent: 2 });
    for (const { optOutId, since, source, by } of data) {
      const phone = phoneOf.get(optOutId);
      if (phone) found.set(phone, { since, source, by: isId("usr", by) ? by : null });
    }
    return unprocessed.map(({ optOutId }) => ({ orgId, optOutId: String(optOutId) }));
  });
  return found;
}

interface Asked {
  readonly phone: string;
  /** The card on which it was learned; null if no card has the number. */
  readonly cardId: CardId | null;
  readonly at: string;
  readonly source: OptOut["source"];
  readonly by: UserId | null;
}

interface Changed {
  readonly writes: readonly Write[];
  readonly records: readonly RecordDraft[];
}
const nothing: Changed = { writes: [], records: [] };

/**
 * The write and the record that opt a number out; nothing if it has opted out already, or if its owner has asked for SMS again since. Read anew each time the commit
 * is prepared.
 */
export const optOut = (orgId: OrgId, { phone, ...asked }: Asked): Promise<Changed> =>
  optOutAs(orgId, optOutIdOf(orgId, phone), asked);

/** The same for a number of which only the id of its opt-out is known. */
export async function optOutAs(orgId: OrgId, id: OptOutId, { cardId, at, source, by }: Omit<Asked, "phone">): Promise<Changed> {
  const { data: known } = await smsOptOutEntity().get({ orgId, optOutId: id }).go({ consistent: true });
  if (known) return nothing;
  if (source === "recipient" && at < ((await askedAgainAt(orgId, id)) ?? "")) return nothing;
  const change: ChangeOf<"smsOptOut.create"> = {
    action: "smsOptOut.create",
    subject: { kind: "smsOptOut", id },
    version: 1,
    before: null,
    after: { source, cardId },
  };
  const write = smsOptOutEntity().create({ orgId, optOutId: id, source, since: at, ...(by ? { by } : {}) });
  return { writes: [put(write.params(), "stale")], records: [{ changes: [change] }] };
}

async function askedAgainAt(orgId: OrgId, optOutId: OptOutId): Promise<string | undefined> {
  const { data } = await smsOptInEntity().get({ orgId, optOutId }).go({ consistent: true });
  return data?.at;
}

/** Longer than a queue keeps a message. */
const rememberedSeconds = 15 * 86_400;

/** The writes by which a refusal that is older than the recipient's wish for SMS, and is taken in after it, is known to be. Read anew each time the commit is prepared. */
export async function askingAgain(orgId: OrgId, phone: string, at: string): Promise<readonly Write[]> {
  const optOutId = optOutIdOf(orgId, phone);
  if (at < ((await askedAgainAt(orgId, optOutId)) ?? "")) return [];
  const expiresAt = epochSeconds(Date.parse(at)) + rememberedSeconds;
  return [put(smsOptInEntity().put({ orgId, optOutId, at, expiresAt }).params(), "stale")];
}

/** The same for a number that takes SMS again. A wish that is older than the opt-out does not lift it. */
export async function optIn(orgId: OrgId, { phone, cardId, at }: Pick<Asked, "phone" | "cardId" | "at">): Promise<Changed> {
  const before = (await optOutsOf(orgId, [phone])).get(phone);
  if (!before || at < before.since) return nothing;
  const id = optOutIdOf(orgId, phone);
  const change: ChangeOf<"smsOptOut.delete"> = {
    action: "smsOptOut.delete",
    subject: { kind: "smsOptOut", id },
    version: 2,
    before: { source: before.source, cardId },
    after: null,
  };
  const write = smsOptOutEntity()
    .delete({ orgId, optOutId: id })
    .where((attribute, { exists }) => exists(attribute.since));
  return { writes: [remove(write.params(), "stale")], records: [{ changes: [change] }] };
}
