import { createHash, timingSafeEqual } from "node:crypto";
import { isFailedCondition } from "../data/entity.ts";
import { updateUnrecorded } from "../data/recording.ts";
import type { Actor } from "../kernel/actor.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { type Id, isId, type OrgId } from "../kernel/id.ts";
import { findMember, findMembership } from "../organizations/index.ts";
import { tokenEntity } from "./entity.ts";
import { intersection } from "./rules.ts";
import { parsed } from "./text.ts";

type TokenActor = Extract<Actor, { kind: "token" }>;

/**
 * The caller behind a bearer token: its creator, in its organization, with no more than both it and they may do. Undefined for a token that is unknown, expired
 * or removed, and for one whose creator has left since it was made.
 */
export async function authenticateToken(text: string, clock: Clock): Promise<TokenActor | undefined> {
  const named = parsed(text);
  if (!named) return undefined;
  const { orgId, tokenId, secret } = named;
  const data = await findToken(orgId, tokenId);
  if (!data) return undefined;
  const given = createHash("sha256").update(secret).digest();
  if (!timingSafeEqual(given, Buffer.from(data.secretHash, "base64url"))) return undefined;
  if (Date.parse(data.endsAt) <= clock.now()) return undefined;
  const [actor] = await Promise.all([actorOf(data), noteUse(orgId, tokenId, data.lastUsedAt, clock)]);
  return actor;
}

/** The same for a long operation that a token has started, which goes on without its secret. */
export async function actorOfToken(orgId: OrgId, tokenId: Id<"tkn">, clock: Clock): Promise<TokenActor | undefined> {
  const data = await findToken(orgId, tokenId);
  return data && Date.parse(data.endsAt) > clock.now() ? actorOf(data) : undefined;
}

async function findToken(orgId: OrgId, tokenId: Id<"tkn">) {
  const { data } = await tokenEntity().get({ orgId, kind: "apiToken", tokenId }).go({ consistent: true });
  return data && isId("usr", data.userId) ? { ...data, orgId, tokenId, userId: data.userId } : undefined;
}

async function actorOf({
  orgId,
  tokenId,
  userId,
  grants,
  createdAt,
}: NonNullable<Awaited<ReturnType<typeof findToken>>>): Promise<TokenActor | undefined> {
  const [membership, member] = await Promise.all([findMembership(userId, orgId), findMember(orgId, userId)]);
  // A member who has left and come back needs new tokens.
  if (!membership || !member || member.joinedAt > createdAt) return undefined;
  return { kind: "token", tokenId, userId, membership: { ...membership, grants: intersection(grants, membership.grants) } };
}

const noteMilliseconds = 5 * 60_000;

/** Records, every few minutes, that the token is used. One removed at this moment stays removed. */
async function noteUse(orgId: OrgId, tokenId: Id<"tkn">, lastUsedAt: string | undefined, clock: Clock): Promise<void> {
  if (lastUsedAt && clock.now() - Date.parse(lastUsedAt) < noteMilliseconds) return;
  try {
    const used = tokenEntity()
      .patch({ orgId, kind: "apiToken", tokenId })
      .set({ lastUsedAt: instant(clock) });
    await updateUnrecorded(used.params(), "presence");
  } catch (error) {
    if (!isFailedCondition(error)) throw error;
  }
}
