import { createHash } from "node:crypto";
import type { Clock } from "../kernel/clock.ts";
import { type ErrorDetails, KartisError } from "../kernel/error.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import type { CallContext } from "../kernel/procedure.ts";
import { findUserByEmail } from "../users/index.ts";
import { isKnownDevice } from "./devices.ts";
import { attemptsEntity } from "./entity.ts";
import { networkOf } from "./network.ts";
import { sessionsOf } from "./sessions.ts";
import { epochSeconds } from "../kernel/clock.ts";

const quarterHour = 15 * 60;
const day = 86_400;

interface Limit {
  readonly of: "accountAtNetwork" | "network" | "account" | "accountAtDevice";
  readonly limit: number;
  readonly windowSeconds: number;
}

/**
 * Enough for a person who mistypes, too few for a guesser; an address may have an office behind it. The order matters: what one limit refuses does not count
 * towards the next, so that a stranger at one address uses up their own attempts, and never the account's.
 */
const limits: readonly Limit[] = [
  { of: "accountAtNetwork", limit: 10, windowSeconds: quarterHour },
  { of: "network", limit: 100, windowSeconds: quarterHour },
  { of: "account", limit: 30, windowSeconds: quarterHour },
];

/** Attempts from a browser in which the person has signed in before are counted separately, whatever strangers do. */
const ofKnownDevice: Limit = { of: "accountAtDevice", limit: 10, windowSeconds: quarterHour };

const kinds = {
  signIn: limits,
  signUp: limits,
  contact: limits,
  /**
   * Six digits can be guessed in the long run, a few with each mail: a hundred wrong ones in a month are a chance of one in ten thousand (NIST SP 800-63B,
   * 5.2.2).
   */
  mailedCode: [...limits, { of: "account", limit: 100, windowSeconds: 30 * day }],
  /** Strangers cannot fill anybody's mailbox. */
  codeMail: [...limits, { of: "account", limit: 30, windowSeconds: day }],
} as const satisfies Record<string, readonly Limit[]>;

type Kind = keyof typeof kinds;
type Caller = Pick<CallContext, "client" | "clock">;

/** The account of an attempt: by the typed email, or by id if already known. */
export type Account = { readonly email: string } | { readonly userId: UserId };

/**
 * Counts a call that costs something whether it succeeds or not, such as a mail. Throws TOO_MANY_REQUESTS, with the minutes to wait, past a limit. A device
 * known to the account only has its own limit, and an address that the account is signed in from is not subject to the account's, so that nobody can lock its
 * owner out.
 */
export async function countAttempt(kind: Kind, account: Account, caller: Caller): Promise<void> {
  await take(kind, account, caller);
}

/**
 * Runs `attempt` unless too many have failed, and counts it if it fails too. It is counted beforehand and given back afterwards: guesses cost the guesser and
 * not the server, and none gets in between. @throws as `countAttempt` does, and what `attempt` throws
 */
export async function countFailure<Result>(
  kind: Kind,
  account: Account,
  caller: Caller,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const taken = await take(kind, account, caller);
  const result = await attempt();
  await Promise.all(taken.map(giveBack));
  return result;
}

/** Limit for calls by which nothing can be guessed, but each of which is stored for a while. */
const strangersLimit: Limit = { of: "network", limit: 300, windowSeconds: quarterHour };

/** Counts a call that names no account: by address alone. */
export async function countStranger(
  kind: "passkey" | "passkeyAnswer" | "rsvp" | "unsubscribe" | "feed" | "form",
  { client, clock }: Caller,
): Promise<void> {
  const bucket = bucketOf(kind, strangersLimit, networkOf(client.address), clock);
  if ((await add(bucket)) > strangersLimit.limit) throw tooMany(bucket, clock);
}

const submissionLimit: Limit = { of: "network", limit: 60, windowSeconds: quarterHour };

/** Counts what is sent by lead forms from an address, behind which there may be a whole fair. Throws as `countAttempt` does. */
export async function countSubmission({ client, clock }: Caller): Promise<void> {
  const bucket = bucketOf("submission", submissionLimit, networkOf(client.address), clock);
  if ((await add(bucket)) > submissionLimit.limit) throw tooMany(bucket, clock);
}

const linkLimit: Limit = { of: "account", limit: 60, windowSeconds: quarterHour };

/** Counts a read by a link that Kartis has made, which says itself who may. Throws as `countAttempt` does. */
export async function countLink(kind: "feed", token: string, clock: Clock): Promise<void> {
  const bucket = bucketOf(kind, linkLimit, token, clock);
  if ((await add(bucket)) > linkLimit.limit) throw tooMany(bucket, clock);
}

const senderCodeLimit: Limit = { of: "account", limit: 5, windowSeconds: 3_600 };

/**
 * Counts a code that is sent by SMS, which costs us money and somebody's patience: five in an hour from an organization, and to a phone, whoever asks. Throws
 * TOO_MANY_REQUESTS, which says when the next can be sent.
 */
export const countSenderCode = (orgId: OrgId, phone: string, clock: Clock): Promise<void> => countCodes([orgId, phone], clock);

/** Counts a code by which a member proves their phone: five in an hour to a member, and to a phone, whoever asks. Throws as `countSenderCode` does. */
export const countMemberCode = (userId: UserId, phone: string, clock: Clock): Promise<void> => countCodes([userId, phone], clock);

async function countCodes(keys: readonly string[], clock: Clock): Promise<void> {
  for (const key of keys) {
    const bucket = bucketOf("senderCode", senderCodeLimit, key, clock);
    if ((await add(bucket)) > senderCodeLimit.limit)
      throw new KartisError("TOO_MANY_REQUESTS", {
        ...waitOf(bucket, clock),
        messageKey: "errors.senderCodeLimit",
      });
  }
}

const diallingLimit: Limit = { of: "account", limit: 20, windowSeconds: 60 };

/** Counts a call that a member places, which costs the organization money and rings at somebody's. Throws as `countAttempt` does. */
export async function countDialling(orgId: OrgId, userId: UserId, clock: Clock): Promise<void> {
  const bucket = bucketOf("dialling", diallingLimit, `${orgId}.${userId}`, clock);
  if ((await add(bucket)) > diallingLimit.limit) throw tooMany(bucket, clock);
}

const foundingLimit: Limit = { of: "account", limit: 10, windowSeconds: quarterHour };

/** Counts a created organization: each is a trial of its own, and a button may be pressed more than once. Throws as `countAttempt` does. */
export async function countFounding(userId: UserId, clock: Clock): Promise<void> {
  const bucket = bucketOf("founding", foundingLimit, userId, clock);
  if ((await add(bucket)) > foundingLimit.limit) throw tooMany(bucket, clock);
}

interface Bucket {
  readonly key: string;
  readonly window: number;
  readonly windowSeconds: number;
}

/** Counts in every bucket, up to the first that is full. @returns the buckets, for giving back */
async function take(kind: Kind, account: Account, caller: Caller): Promise<Bucket[]> {
  const { client, clock } = caller;
  const name = "email" in account ? account.email : account.userId;
  const network = networkOf(client.address);
  const keyOf = { accountAtNetwork: `${name}\n${network}`, network, account: name, accountAtDevice: `${name}\n${client.device}` };
  const taken: Bucket[] = [];
  /** The bucket, if it is full. */
  const count = async (limit: Limit): Promise<Bucket | undefined> => {
    const bucket = bucketOf(kind, limit, keyOf[limit.of], clock);
    taken.push(bucket);
    return (await add(bucket)) > limit.limit ? bucket : undefined;
  };
  for (const limit of kinds[kind]) {
    let full = await count(limit);
    if (!full) continue;
    const owner = await ownerOf(account);
    if (await isKnownDevice(owner, caller)) {
      full = await count(ofKnownDevice);
      if (!full) return taken;
    } else if (limit.of === "account" && (await hasSignedInFrom(owner, network, clock))) continue;
    throw tooMany(full, clock);
  }
  return taken;
}

/** Placeholder id, so that an address without an account is looked up like one with an account. */
const nobody: UserId = "usr_nobody";

const ownerOf = async (account: Account): Promise<UserId> =>
  "userId" in account ? account.userId : ((await findUserByEmail(account.email))?.id ?? nobody);

const hasSignedInFrom = async (userId: UserId, network: string, clock: Clock): Promise<boolean> =>
  (await sessionsOf(userId, null, clock)).some(({ address }) => networkOf(address) === network);

function bucketOf(kind: string, { of, windowSeconds }: Limit, key: string, clock: Clock): Bucket {
  const window = Math.floor(clock.now() / 1000 / windowSeconds);
  const hash = createHash("sha256").update(key).digest("base64url");
  return { key: `${kind}:${of}:${windowSeconds}:${hash}`, window, windowSeconds };
}

/** @returns the new count; one too many after a lost answer of the engine. */
async function add(bucket: Bucket): Promise<number> {
  const { data } = await countedBy(bucket, 1).go({ response: "all_new" });
  return data.count;
}

/** Exactly one, whatever the engine's answers: each one more would be another guess. */
async function giveBack(bucket: Bucket): Promise<void> {
  await countedBy(bucket, -1).go();
}

const countedBy = ({ key, window, windowSeconds }: Bucket, count: 1 | -1) =>
  attemptsEntity()
    .upsert({ bucket: key, window: String(window), expiresAt: (window + 2) * windowSeconds })
    .add({ count });

/** Until the bucket is empty again. */
function waitOf({ window, windowSeconds }: Bucket, clock: Clock): Pick<ErrorDetails, "params" | "retryAfterSeconds"> {
  const retryAfterSeconds = (window + 1) * windowSeconds - epochSeconds(clock.now());
  return { params: { minutes: Math.ceil(retryAfterSeconds / 60) }, retryAfterSeconds };
}

function tooMany(bucket: Bucket, clock: Clock): KartisError {
  if (bucket.windowSeconds > quarterHour) return new KartisError("TOO_MANY_REQUESTS", { messageKey: "errors.tooManyCodes" });
  return new KartisError("TOO_MANY_REQUESTS", { ...waitOf(bucket, clock), messageKey: "errors.tooManyAttempts" });
}
