import { createHash, randomBytes } from "node:crypto";
import { monotonicFactory, ulid } from "ulid";

export { isId } from "./id-form.ts";

/** Prefix of every kind of id. A new kind of subject is one line here. */
export type IdPrefix =
  | "usr"
  | "org"
  | "ses"
  | "crd"
  | "typ"
  | "fld"
  | "opt"
  | "viw"
  | "lay"
  | "opn"
  | "fil"
  | "mal"
  | "con"
  | "rol"
  | "inv"
  | "eff"
  | "req"
  | "tkn"
  | "tkt"
  | "act"
  | "chk"
  | "aut"
  | "run"
  | "gst"
  | "tpl"
  | "snd"
  | "sme"
  | "sop"
  | "hok"
  | "inw"
  | "frm"
  | "cht"
  | "cal";

/** A prefixed ULID, for example `crd_01J9Z…`; the prefix keeps one kind of id from being passed as another. */
export type Id<P extends IdPrefix> = `${P}_${string}`;

export type UserId = Id<"usr">;
export type OrgId = Id<"org">;
export type SessionId = Id<"ses">;
export type CardId = Id<"crd">;
export type CardTypeId = Id<"typ">;
export type OperationId = Id<"opn">;
export type FileId = Id<"fil">;
export type RoleId = Id<"rol">;
export type ActivityId = Id<"act">;
export type ViewId = Id<"viw">;
export type EffectId = Id<"eff">;
export type TemplateId = Id<"tpl">;
export type ChatId = Id<"cht">;

/** A bare ULID: the id of a journal record. Ids sort by time, to the millisecond, across processes. */
export type RecordId = string;

const randomness = { pool: Buffer.alloc(0), at: 0 };

/** One random byte as a fraction; from a pool, because an id needs sixteen and asking the operating system each time is expensive. */
function random(): number {
  if (randomness.at >= randomness.pool.length) {
    randomness.pool = randomBytes(4_096);
    randomness.at = 0;
  }
  return (randomness.pool[randomness.at++] ?? 0) / 256;
}

/** A new id whose time part is `at` (milliseconds since the epoch). */
export function newId<P extends IdPrefix>(prefix: P, at: number = Date.now()): Id<P> {
  return `${prefix}_${ulid(at, random)}`;
}

/** The id derived from a seed, always the same. `at`: its time part, milliseconds since the epoch. */
export function idFrom<P extends IdPrefix>(prefix: P, at: number, seed: string): Id<P> {
  const bytes = createHash("sha256").update(seed).digest();
  let next = 0;
  return `${prefix}_${ulid(at, () => (bytes[next++] ?? 0) / 256)}`;
}

/** A generator of record ids that increase within one transaction even inside one millisecond. */
export const recordIds = (): ((at: number) => RecordId) => monotonicFactory();
