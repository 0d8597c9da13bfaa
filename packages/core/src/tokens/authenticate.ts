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

/**
 * The caller behind a bearer token: its creator, in its organization, with no more than both it and they may do. Undefined for a token that is unknown, expired
 * or removed, and for one whose creator has left since it was made.
 */
export async function authenticateToken(text: string, clock: Clock): Promise<Extract<Actor, { kind: "token" }> | undefined> {
  const named = parsed(text);
  if (!named) return undefined;
  const { orgId, tokenId, secret } = named;
  const { data } = await tokenEntity().get({ orgId, kind: "apiToken", tokenId }).go({ consistent: true });
  if (!data || !isId("usr", data.userId)) return undefined;
  const given = createHash("sha256").update(secret).digest();
  if (!timingSafeEqual(given, Buffer.from(data.secretHash, "base64url"))) return undefined;
  if (Date.parse(data.endsAt) <= clock.now()) return undefined;
  const { userId } = data;
  const [membership, member] = await Promise.all([
    findMembership(userId, orgId),
    findMember(orgId, userId),
    noteUse(orgId, tokenId, data.lastUsedAt, clock),
  ]);
  // A member who has left and come back needs new tokens.
  if (!membership || !member || member.joinedAt > data.createdAt) return undefined;
  return { kind: "token", tokenId, userId, membership: { ...membership, grants: intersection(data.grants, membership.grants) } };
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
