import { createHash, randomBytes } from "node:crypto";
import { attributesOf, isFailedCondition } from "../data/entity.ts";
import { getTogetherWith } from "../data/early-reads.ts";
import type { Actor } from "../kernel/actor.ts";
import { type Clock, instant, epochSeconds } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId, type RoleId, type SessionId, type UserId } from "../kernel/id.ts";
import type { CallContext } from "../kernel/procedure.ts";
import {
  findMembership,
  membershipReads,
  membershipsOf,
  noteActivity,
  organizationChoice,
  organizationCookie,
  viewAsCookie,
} from "../organizations/index.ts";
import { isPlatformAdmin } from "../users/index.ts";
import { noteDevice } from "./devices.ts";
import { sessionEntity } from "./entity.ts";
import { beginningOf } from "../kernel/text.ts";

export const sessionCookie = "kartis_session";

const sessionSeconds = 30 * 86_400;
/** A session left open somewhere must not give access to every customer's data. Revoking the right ends the person's sessions. */
const platformSeconds = 12 * 3600;
const sessionIdOf = (token: string): SessionId => `ses_${createHash("sha256").update(token).digest("base64url")}`;

/** Signs the person in: writes the session and sets its cookie. `hasTwoStep`: they have shown two factors, or a passkey that stands for both. */
export async function startSession(userId: UserId, context: CallContext, { hasTwoStep = false } = {}): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const platformUntil = (await isPlatformAdmin(userId, context.clock))
    ? new Date(context.clock.now() + platformSeconds * 1000).toISOString()
    : undefined;
  await sessionEntity()
    .put({
      sessionId: sessionIdOf(token),
      userId,
      createdAt: instant(context.clock),
      address: context.client.address,
      userAgent: beginningOf(context.client.userAgent, 400),
      ...(platformUntil ? { platformUntil } : {}),
      ...(hasTwoStep ? { hasTwoStep } : {}),
      expiresAt: epochSeconds(context.clock.now()) + sessionSeconds,
    })
    .go();
  // The user's id is beside the token only so that session and membership can be read in parallel; it is trusted once the session confirms it.
  context.setCookie({ name: sessionCookie, value: `${token}.${userId}`, maxAgeSeconds: sessionSeconds });
  // Without it each request would have to look up an organization first, and whatever depends on the chosen one (a role preview) would be lost.
  const [organization] = await membershipsOf(userId);
  if (organization) context.setCookie(organizationChoice(organization.orgId));
  await noteDevice(userId, context);
}

/** Ends the session, at once and everywhere. */
export async function endSession(sessionId: SessionId, context: CallContext): Promise<void> {
  await sessionEntity().delete({ sessionId }).go();
  context.setCookie({ name: sessionCookie, value: "", maxAgeSeconds: 0 });
  context.setCookie({ name: organizationCookie, value: "", maxAgeSeconds: 0 });
  context.setCookie({ name: viewAsCookie, value: "", maxAgeSeconds: 0 });
}

/** A person's session as they see it. */
export interface Session {
  readonly id: SessionId;
  readonly createdAt: string;
  readonly lastUsedAt: string;
  readonly address: string;
  readonly userAgent: string;
  readonly isCurrent: boolean;
}

/** The person's open sessions, most recently used first. */
export async function sessionsOf(userId: UserId, current: SessionId | null, clock: Clock): Promise<Session[]> {
  const { data } = await sessionEntity().query.byUser({ userId }).go({ pages: "all" });
  return data
    .filter(({ expiresAt }) => expiresAt * 1000 > clock.now())
    .map(({ sessionId, createdAt, lastUsedAt, address, userAgent }) => ({
      id: sessionId as SessionId, // only `startSession` makes them
      createdAt,
      lastUsedAt: lastUsedAt ?? createdAt,
      address,
      userAgent,
      isCurrent: sessionId === current,
    }))
    .toSorted((a, b) => b.lastUsedAt.localeCompare(a.lastUsedAt));
}

/** The session's person has set up two-step sign-in: where it is required, they are let in. */
export async function noteTwoStep(sessionId: SessionId): Promise<void> {
  await sessionEntity().patch({ sessionId }).set({ hasTwoStep: true }).go();
}

/** Ends one session of the person; NOT_FOUND for one that is not theirs. */
export async function endSessionOf(userId: UserId, sessionId: SessionId): Promise<void> {
  try {
    await sessionEntity()
      .remove({ sessionId })
      .where((attribute, { eq }) => eq(attribute.userId, `${userId}`))
      .go();
  } catch (error) {
    throw isFailedCondition(error) ? new KartisError("NOT_FOUND") : error;
  }
}

/** Ends all sessions of the person, everywhere, except the given one. */
export async function endSessionsOf(userId: UserId, except?: SessionId): Promise<void> {
  const { data } = await sessionEntity().query.byUser({ userId }).go({ pages: "all" });
  const ended = data.filter(({ sessionId }) => sessionId !== except);
  await Promise.all(ended.map(({ sessionId }) => sessionEntity().delete({ sessionId }).go()));
}

/**
 * The caller, according to the cookies. A session that is unknown, ended or expired is nobody.
 * @param ahead what the call will read by key in the organization that the cookies name, to be read in the same round trip (`readItem`)
 */
export async function authenticate(
  cookies: ReadonlyMap<string, string>,
  clock: Clock,
  ahead: (orgId: OrgId) => readonly object[] = () => [],
): Promise<Actor> {
  const [token, claimedUser] = (cookies.get(sessionCookie) ?? "").split(".");
  if (!token || !isId("usr", claimedUser)) return { kind: "anonymous" };
  const sessionId = sessionIdOf(token);
  const chosen = cookies.get(organizationCookie);
  const orgId = isId("org", chosen) ? chosen : undefined;
  const viewed = cookies.get(viewAsCookie);
  const viewAs = isId("rol", viewed) ? viewed : undefined;
  const reads = orgId && membershipReads(claimedUser, orgId, viewAs);
  const [sessionItem, ...rest] = await getTogetherWith(
    [sessionEntity().get({ sessionId }).params(), ...(reads?.gets ?? [])],
    orgId ? ahead(orgId) : [],
  );
  const session = sessionItem && attributesOf(sessionEntity(), sessionItem);
  if (!session || session.expiresAt * 1000 <= clock.now() || session.userId !== claimedUser) return { kind: "anonymous" };
  const opensConsole = session.platformUntil !== undefined && Date.parse(session.platformUntil) > clock.now();
  if (opensConsole && session.impersonation) {
    const impersonating = await impersonated(claimedUser, sessionId, session.impersonation, clock);
    if (impersonating) return impersonating;
  }
  const membership = (await reads?.make(rest)) ?? (await firstMembership(claimedUser, orgId, viewAs));
  const since = membership?.requiresTwoStepSince;
  if (membership && since && !session.hasTwoStep && session.createdAt > since)
    return { kind: "user", userId: claimedUser, sessionId, membership: null, twoStepFor: membership.orgId };
  await noteUse(sessionId, session.lastUsedAt, clock, async () => {
    if (membership) await noteActivity(membership, claimedUser, clock);
  });
  return { kind: "user", userId: claimedUser, sessionId, membership, ...(opensConsole ? { isPlatformAdmin: true } : {}) };
}

/** The member a platform admin acts as; undefined when the time is over or the member gone: then they are themselves again. */
async function impersonated(
  by: UserId,
  sessionId: SessionId,
  { orgId, userId, until }: { orgId: string; userId: string; until: string },
  clock: Clock,
): Promise<Actor | undefined> {
  if (Date.parse(until) <= clock.now() || !isId("org", orgId) || !isId("usr", userId)) return undefined;
  const membership = await findMembership(userId, orgId);
  return membership && { kind: "user", userId, sessionId, membership, impersonation: { by, until } };
}

const noteSeconds = 5 * 60;

/** Records, on the first use and then every few minutes, that the session is used. One that is ended at this moment stays ended. */
async function noteUse(
  sessionId: SessionId,
  lastUsedAt: string | undefined,
  clock: Clock,
  besides: () => Promise<void>,
): Promise<void> {
  if (lastUsedAt && clock.now() - Date.parse(lastUsedAt) < noteSeconds * 1000) return;
  await besides();
  try {
    await sessionEntity()
      .patch({ sessionId })
      .set({ lastUsedAt: instant(clock) })
      .go();
  } catch (error) {
    if (!isFailedCondition(error)) throw error;
  }
}

async function firstMembership(userId: UserId, except: OrgId | undefined, viewAs: RoleId | undefined) {
  for (const { orgId } of await membershipsOf(userId)) {
    const membership = orgId === except ? undefined : await findMembership(userId, orgId, viewAs);
    if (membership) return membership;
  }
  return null;
}
