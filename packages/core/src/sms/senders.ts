import { nationalPhone } from "../cards/fields/phone-format.ts";
import { phone } from "../cards/fields/types/phone.ts";
import type { FieldSettings } from "../cards/fields/field.ts";
import { put, remove, type Write } from "../data/commit.ts";
import type { Change, JournalAction } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { codeAttempts } from "../kernel/one-time-code.ts";
import { smsCodeEntity, smsSenderEntity } from "./entity.ts";
import { longestSender, ownSender, type Sender, type SenderId, type SenderKind } from "./schema.ts";

export type StoredSender = Omit<Sender, "code">;

/** Time after which another code can be requested. */
export const nextCodeMs = 60_000;

/** All senders of the organization, the oldest first; strongly consistent. */
export async function sendersOf(orgId: OrgId): Promise<StoredSender[]> {
  const { data } = await smsSenderEntity().query.main({ orgId }).go({ consistent: true, pages: "all" });
  return data.flatMap(({ senderId, version, name, kind, phone: to, verifiedAt, isDefault, createdAt }) =>
    isId("snd", senderId)
      ? [{ id: senderId, version, name, kind, phone: to, verifiedAt: verifiedAt ?? null, isDefault, createdAt }]
      : [],
  );
}

/** The organizations that have verified this number (E.164) as a sender: all receive the answers to it. */
export async function organizationsOfSender(phone: string): Promise<OrgId[]> {
  const { data } = await smsSenderEntity().query.byPhone({ phone }).go({ pages: "all" });
  return [...new Set(data.flatMap(({ orgId }) => (isId("org", orgId) ? [orgId] : [])))];
}

/** The senders with their pending codes. */
export async function withCodes(orgId: OrgId, senders: readonly StoredSender[]): Promise<Sender[]> {
  const { data } = await smsCodeEntity().query.main({ orgId }).go({ consistent: true, pages: "all" });
  return senders.map((sender): Sender => {
    const code = sender.verifiedAt ? undefined : data.find(({ senderId }) => senderId === sender.id);
    const instantOf = (ms: number) => new Date(ms).toISOString();
    return {
      ...sender,
      code: code
        ? {
            validUntil: instantOf(code.expiresAt * 1000),
            nextAt: instantOf(code.sentAt + nextCodeMs),
            triesLeft: Math.max(0, codeAttempts - code.attempts),
          }
        : null,
    };
  });
}

/** What the journal keeps of a sender. */
const recorded = ({ name, kind, verifiedAt, isDefault }: StoredSender) => ({ name, kind, verifiedAt, isDefault });

/** The write and the change of one sender. `before` is absent for a new one. */
export function senderWrite(
  orgId: OrgId,
  action: JournalAction,
  sender: StoredSender,
  before?: StoredSender,
): { readonly write: Write; readonly change: Change } {
  const { id, verifiedAt, phone: to, version, ...rest } = sender;
  const item = { orgId, senderId: id, phone: to, version, ...rest, ...(verifiedAt ? { verifiedAt } : {}) };
  const write = before
    ? smsSenderEntity()
        .put(item)
        .where((attribute, { eq }) => eq(attribute.version, before.version))
        .params()
    : smsSenderEntity().create(item).params();
  return {
    write: put(write, "stale"),
    change: {
      action,
      subject: { kind: "smsSender", id },
      version,
      before: before ? recorded(before) : null,
      after: recorded(sender),
    },
  };
}

export function senderRemoval(orgId: OrgId, sender: StoredSender): { readonly write: Write; readonly change: Change } {
  const { id, version } = sender;
  const write = smsSenderEntity()
    .delete({ orgId, senderId: id })
    .where((attribute, { eq }) => eq(attribute.version, version));
  return {
    write: remove(write.params(), "stale"),
    change: {
      action: "smsSender.delete",
      subject: { kind: "smsSender", id },
      version: version + 1,
      before: recorded(sender),
      after: null,
    },
  };
}

/** The sender. Throws NOT_FOUND. */
export function requireSender(senders: readonly StoredSender[], id: SenderId): StoredSender {
  const found = senders.find((sender) => sender.id === id);
  if (!found) throw new KartisError("NOT_FOUND");
  return found;
}

/** Letters, digits and the other characters that operators accept, with at least one letter (facts/messaging section 2). */
const nameForm = /^(?=.*[A-Za-z])[A-Za-z0-9][A-Za-z0-9 &._-]*$/;

/**
 * Converts a sender as typed, and the phone for its code. A number is named by its digits as dialed within its own country. Throws INVALID_INPUT for what
 * operators refuse (non-Latin letters, an invalid number), for a name without a phone for its code, and for the name that codes come from.
 */
export function acceptSender(
  typed: string,
  codePhone: string | null,
  settings: FieldSettings,
): { readonly name: string; readonly kind: SenderKind; readonly phone: string } {
  const wrong = (field: "name" | "phone", message: string) => new KartisError("INVALID_INPUT", { fields: { [field]: message } });
  const name = typed.replace(/\s+/g, " ");
  if (/^\+?[\d\s()-]+$/.test(name)) {
    const number = dialled(name, settings);
    if (!number) throw wrong("name", "validation.phone");
    const digits = nationalPhone(number).replace(/\D/g, "");
    if (digits.length > longestSender) throw wrong("name", "validation.senderLength");
    return { name: digits, kind: "number", phone: number };
  }
  if (!nameForm.test(name)) throw wrong("name", "validation.sender");
  if (name.length > longestSender) throw wrong("name", "validation.senderLength");
  if (name.replace(/[^a-z\d]/gi, "").toLowerCase() === ownSender.toLowerCase()) throw wrong("name", "validation.senderReserved");
  if (!codePhone) throw wrong("phone", "validation.required");
  const number = dialled(codePhone, settings);
  if (!number) throw wrong("phone", "validation.phone");
  return { name, kind: "name", phone: number };
}

/** The number in E.164, if it can receive SMS; undefined for short codes, extensions and anything that is not a phone number. */
export function dialled(text: string, settings: FieldSettings): string | undefined {
  const read = phone.accept(text, settings);
  return read.ok && /^\+\d{7,15}$/.test(read.value) ? read.value : undefined;
}
