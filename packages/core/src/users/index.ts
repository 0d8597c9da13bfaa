/*
 * People. Owns: users, the locks on their addresses, and which of them are platform admins.
 * Invariant: an address has one user.
 * Not journalled: a person belongs to no organization; what they do in one is recorded there.
 */
import { put, remove, update } from "../data/commit.ts";
import { attributesOf } from "../data/entity.ts";
import { itemsByKey } from "../data/items-by-key.ts";
import { writeUnjournalled } from "../data/unjournalled.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, newId, type UserId } from "../kernel/id.ts";
import { emailEntity, platformAdminEntity, userEntity } from "./entity.ts";
import type { Notifications } from "./rules.ts";

export type { Notifications } from "./rules.ts";
export { grantPlatformAdmin, isPlatformAdmin, revokePlatformAdmin } from "./platform-admins.ts";

export interface User {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly language: "en" | "he" | "hu" | "ru";
}

/** A person's profile beyond their identity. */
export interface Profile {
  /** E.164. */
  readonly phone: string | null;
  /** The number (E.164) that they have proven to be theirs; counts only while it is their phone. */
  readonly provenPhone: string | null;
  /** Signature below the emails that they send. */
  readonly signature: string | null;
  readonly notifications: Notifications;
}

/** A user who signs in with a password also has its hash. */
export interface UserWithSecret extends User {
  readonly passwordHash: string | undefined;
}

/** Makes a user. Throws CONFLICT, naming the field, when the address has one. */
export async function createUser(user: Omit<UserWithSecret, "id">, clock: Clock): Promise<UserId> {
  const userId = newId("usr", clock.now());
  const taken = () => new KartisError("CONFLICT", { fields: { email: "validation.emailTaken" } });
  await writeUnjournalled([
    put(emailEntity().create({ email: user.email, userId }).params(), taken),
    put(
      userEntity()
        .create({ userId, ...user, createdAt: instant(clock) })
        .params(),
      taken,
    ),
  ]);
  return userId;
}

/** The user, strongly consistent. */
export async function findUser(userId: UserId): Promise<UserWithSecret | undefined> {
  const { data } = await userEntity().get({ userId }).go({ consistent: true });
  return data
    ? { id: userId, name: data.name, email: data.email, language: data.language, passwordHash: data.passwordHash }
    : undefined;
}

/** The person's settings; by default all notifications except SMS are on. Throws UNAUTHORIZED for nobody. */
export async function getProfile(userId: UserId): Promise<Profile> {
  const { data } = await userEntity().get({ userId }).go({ consistent: true });
  if (!data) throw new KartisError("UNAUTHORIZED");
  const { phone = null, provenPhone = null, signature = null, notifications } = data;
  return { phone, provenPhone, signature, notifications: notificationsOf(notifications) };
}

/** The extensions of those of the people who entered one themselves, before administrators assigned them; strongly consistent. */
export async function ownExtensionsOf(userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, string>> {
  const keys = userIds.map((userId) => userEntity().get({ userId }).params()["Key"] as Record<string, unknown>); // ElectroDB types its params as a record
  const people = (await itemsByKey(keys)).map((item) => attributesOf(userEntity(), item));
  return new Map(
    people.flatMap(({ userId, voipExtension }) =>
      isId("usr", userId) && voipExtension ? [[userId, voipExtension] as const] : [],
    ),
  );
}

const notificationsOf = (set: Partial<Notifications> | undefined): Notifications => {
  const {
    web = true,
    email = true,
    meetings = true,
    tasks = true,
    mentions = true,
    assignments = true,
    planLimits = true,
    reminderMails = true,
    unreadMails = true,
    // They cost the organization money.
    reminderSms = false,
  } = set ?? {};
  return { web, email, meetings, tasks, mentions, assignments, planLimits, reminderMails, unreadMails, reminderSms };
};

/** The person's addresses, language and notification settings; strongly consistent. */
export async function findRecipient(
  userId: UserId,
): Promise<(User & Pick<Profile, "notifications" | "phone" | "provenPhone">) | undefined> {
  const { data } = await userEntity().get({ userId }).go({ consistent: true });
  if (!data) return undefined;
  const { name, email, language, phone = null, provenPhone = null, notifications } = data;
  return { id: userId, name, email, language, phone, provenPhone, notifications: notificationsOf(notifications) };
}

/** The user of an address (in lower case), strongly consistent. */
export async function findUserByEmail(email: string): Promise<UserWithSecret | undefined> {
  const { data } = await emailEntity().get({ email }).go({ consistent: true });
  return data && isId("usr", data.userId) ? findUser(data.userId) : undefined;
}

/** Replaces the person's password. */
export async function setPasswordHash(userId: UserId, passwordHash: string): Promise<void> {
  await userEntity().patch({ userId }).set({ passwordHash }).go();
}

/** Changes a user's profile; null clears a value. A phone that is set has to be proven anew. */
export async function updateUser(
  userId: UserId,
  { phone, signature, ...others }: Partial<Pick<User, "language" | "name"> & Omit<Profile, "provenPhone">>,
): Promise<void> {
  const optional = { phone, signature };
  const set = Object.fromEntries(Object.entries(optional).filter(([, value]) => typeof value === "string"));
  const gone = [
    ...(["phone", "signature"] as const).filter((key) => optional[key] === null),
    ...(phone === undefined ? [] : (["provenPhone"] as const)),
  ];
  const patch = userEntity()
    .patch({ userId })
    .set({ ...others, ...set });
  const params = (gone.length > 0 ? patch.remove(gone) : patch).params();
  await writeUnjournalled([update(params, () => new KartisError("NOT_FOUND"))]);
}

/** Keeps that a person has proven their phone, as stored, to be theirs. Throws CONFLICT if it has been changed since. */
export async function keepProvenPhone(userId: UserId, phone: string, provenPhone: string): Promise<void> {
  const proven = userEntity()
    .patch({ userId })
    .set({ provenPhone })
    .where((attribute, { eq }) => eq(attribute.phone, phone));
  await writeUnjournalled([update(proven.params(), () => new KartisError("CONFLICT"))]);
}

/** Deletes the account and frees its address. Harmless to repeat. */
export async function removeUser({ id: userId, email }: Pick<User, "id" | "email">): Promise<void> {
  const gone = () => new KartisError("NOT_FOUND");
  await writeUnjournalled([
    remove(
      emailEntity()
        .remove({ email })
        .where((attribute, { eq }) => eq(attribute.userId, `${userId}`))
        .params(),
      gone,
    ),
    remove(userEntity().delete({ userId }).params(), gone),
    remove(platformAdminEntity().delete({ userId }).params(), gone),
  ]);
}
