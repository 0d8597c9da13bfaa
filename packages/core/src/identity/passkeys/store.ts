import { randomBytes } from "node:crypto";
import { isFailedCondition } from "../../data/entity.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { isId, type UserId } from "../../kernel/id.ts";
import { passkeyRefused } from "./challenges.ts";
import { passkeyEntity, passkeyHandleEntity } from "./entity.ts";

export interface Passkey {
  readonly credentialId: string;
  readonly userId: UserId;
  /** The handle by which its authenticator knows the person, base64url. */
  readonly handle: string;
  /** COSE_Key, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

type Stored = NonNullable<Awaited<ReturnType<ReturnType<ReturnType<typeof passkeyEntity>["get"]>["go"]>>["data"]>;

const passkeysIn = (data: readonly Stored[]): Passkey[] =>
  data.flatMap(({ userId, lastUsedAt = null, ...others }) => (isId("usr", userId) ? [{ ...others, userId, lastUsedAt }] : []));

/** The passkey of that id, strongly consistent. */
export async function findPasskey(credentialId: string): Promise<Passkey | undefined> {
  const { data } = await passkeyEntity().get({ credentialId }).go({ consistent: true });
  return passkeysIn(data ? [data] : [])[0];
}

/** The person's passkeys, oldest first. From an index that lags a moment behind. */
export async function passkeysOf(userId: UserId): Promise<Passkey[]> {
  const { data } = await passkeyEntity().query.byUser({ userId }).go({ pages: "all" });
  return passkeysIn(data);
}

/** The handle by which authenticators know the person; made when first needed. */
export async function handleOf(userId: UserId): Promise<string> {
  const handle = randomBytes(32).toString("base64url");
  try {
    await passkeyHandleEntity().create({ userId, handle }).go();
    return handle;
  } catch (error) {
    const { data } = isFailedCondition(error)
      ? await passkeyHandleEntity().get({ userId }).go({ consistent: true })
      : { data: null };
    if (!data) throw error;
    return data.handle;
  }
}

/** Stores a new one. Throws CONFLICT when its id is taken, by anyone. */
export async function createPasskey(passkey: Omit<Passkey, "createdAt" | "lastUsedAt">, clock: Clock): Promise<Passkey> {
  const createdAt = instant(clock);
  try {
    await passkeyEntity()
      .create({ ...passkey, transports: [...passkey.transports], createdAt })
      .go();
  } catch (error) {
    throw isFailedCondition(error) ? new KartisError("CONFLICT", { messageKey: "errors.passkeyKnown" }) : error;
  }
  return { ...passkey, createdAt, lastUsedAt: null };
}

/** Records that it has signed, with its counter. Throws UNAUTHORIZED when it was removed or has signed elsewhere meanwhile. */
export async function noteSigned(passkey: Passkey, counter: number, clock: Clock): Promise<void> {
  try {
    await passkeyEntity()
      .patch({ credentialId: passkey.credentialId })
      .set({ counter, lastUsedAt: instant(clock) })
      .where((attribute, { eq }) => eq(attribute.counter, passkey.counter))
      .go();
  } catch (error) {
    throw isFailedCondition(error) ? passkeyRefused(error) : error;
  }
}

const notTheirs = (error: unknown) => (isFailedCondition(error) ? new KartisError("NOT_FOUND") : error);

/** NOT_FOUND for one that is not the person's. */
export async function renamePasskey(userId: UserId, credentialId: string, name: string): Promise<void> {
  try {
    await passkeyEntity()
      .patch({ credentialId })
      .set({ name })
      .where((attribute, { eq }) => eq(attribute.userId, `${userId}`))
      .go();
  } catch (error) {
    throw notTheirs(error);
  }
}

/** Removes the passkey, so that it no longer signs in. NOT_FOUND for one that is not the person's. */
export async function removePasskey(userId: UserId, credentialId: string): Promise<void> {
  try {
    await passkeyEntity()
      .remove({ credentialId })
      .where((attribute, { eq }) => eq(attribute.userId, `${userId}`))
      .go();
  } catch (error) {
    throw notTheirs(error);
  }
}
