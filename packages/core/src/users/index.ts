/*
 * People. Owns: users and the locks on their addresses.
 * Invariant: an address has one user.
 * Not journalled: a person belongs to no organization; what they do in one is recorded there.
 */
import { put } from "../data/commit.ts";
import { writeUnjournalled } from "../data/unjournalled.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, newId, type UserId } from "../kernel/id.ts";
import { emailEntity, userEntity } from "./entity.ts";

export interface User {
  readonly id: UserId;
  readonly name: string;
  readonly email: string;
  readonly language: "en" | "he" | "hu" | "ru";
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

/** The user of an address (in lower case), strongly consistent. */
export async function findUserByEmail(email: string): Promise<UserWithSecret | undefined> {
  const { data } = await emailEntity().get({ email }).go({ consistent: true });
  return data && isId("usr", data.userId) ? findUser(data.userId) : undefined;
}

/** From now on the person signs in with this password. */
export async function setPasswordHash(userId: UserId, passwordHash: string): Promise<void> {
  await userEntity().patch({ userId }).set({ passwordHash }).go();
}

/** Changes what a user says of themselves. */
export async function updateUser(
  userId: UserId,
  changes: { language?: User["language"] | undefined; name?: string | undefined },
): Promise<void> {
  await userEntity().patch({ userId }).set(changes).go();
}
