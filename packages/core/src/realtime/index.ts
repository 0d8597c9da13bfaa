/*
 * Live updates. Owns: tickets and open connections.
 * Invariant: a message carries what changed and its version, never a value: clients fetch through procedures, so that permission has one place.
 * Not journalled: presence leaves no trace.
 */
import { createHash, randomBytes } from "node:crypto";
import { isFailedCondition } from "../data/entity.ts";
import { isChangedSince } from "../data/journal-entity.ts";
import { type Clock, instant, epochSeconds } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type CardId, isId, type OrgId, type UserId } from "../kernel/id.ts";
import { findMembership } from "../organizations/index.ts";
import { connectionEntity, connectionOwnerEntity, ticketEntity } from "./entity.ts";

const ticketSeconds = 60;
/** API Gateway closes a connection after two hours whatever happens. */
const connectionSeconds = 2 * 3_600;
const hashOf = (ticket: string): string => createHash("sha256").update(ticket).digest("base64url");
const seconds = (clock: Clock): number => epochSeconds(clock.now());

/** A ticket for one connection of that person to that organization's channel. */
export async function issueTicket(orgId: OrgId, userId: UserId | null, clock: Clock): Promise<string> {
  if (!userId) throw new KartisError("FORBIDDEN");
  const ticket = randomBytes(24).toString("base64url");
  await ticketEntity()
    .put({ ticketHash: hashOf(ticket), orgId, userId, expiresAt: seconds(clock) + ticketSeconds })
    .go();
  return ticket;
}

/** Opens the ticket's connection, and uses the ticket up. Throws UNAUTHORIZED for one that is unknown, used or expired. */
export async function connect(connectionId: string, ticket: string, clock: Clock): Promise<void> {
  const { orgId, userId } = await takeTicket({ ticketHash: hashOf(ticket) }, clock);
  // A member a minute ago may have been removed since, or the organization deleted.
  if (!(await findMembership(userId, orgId))) throw new KartisError("UNAUTHORIZED");
  const expiresAt = seconds(clock) + connectionSeconds;
  await Promise.all([
    connectionEntity()
      .put({ orgId, kind: "connection", connectionId, userId, connectedAt: instant(clock), expiresAt })
      .go(),
    connectionOwnerEntity().put({ connectionId, orgId, expiresAt }).go(),
  ]);
}

/** Of two connections with the same ticket, one succeeds. */
async function takeTicket(key: { readonly ticketHash: string }, clock: Clock): Promise<{ orgId: OrgId; userId: UserId }> {
  const { data } = await ticketEntity().get(key).go({ consistent: true });
  if (!data || data.expiresAt < seconds(clock)) throw new KartisError("UNAUTHORIZED");
  const { orgId, userId } = data;
  if (!isId("org", orgId) || !isId("usr", userId)) throw new KartisError("UNAUTHORIZED");
  try {
    await ticketEntity().remove(key).go();
  } catch (error) {
    throw isFailedCondition(error) ? new KartisError("UNAUTHORIZED") : error;
  }
  return { orgId, userId };
}

/** Forgets a connection; harmless for an unknown one. @returns whose channel it was in. */
export async function disconnect(connectionId: string): Promise<OrgId | undefined> {
  const { data } = await connectionOwnerEntity().get({ connectionId }).go({ consistent: true });
  if (!isId("org", data?.orgId)) return undefined;
  const { orgId } = data;
  await connectionEntity().delete({ orgId, kind: "connection", connectionId }).go();
  // Last: until it is gone, a repetition still finds what is left to do.
  await connectionOwnerEntity().delete({ connectionId }).go();
  return orgId;
}

/** $connect may take this long (API Gateway's integration time-out), and until it has answered its connection cannot be sent to: AWS calls it gone. */
const connectingSeconds = 30;

/** Forgets a connection that AWS calls gone, unless it may be one that is only opening. What it does not hear until then, its browser asks for. */
export async function forgetGone(connectionId: string, clock: Clock): Promise<void> {
  const { data } = await connectionOwnerEntity().get({ connectionId }).go({ consistent: true });
  const openedAt = (data?.expiresAt ?? 0) - connectionSeconds;
  if (seconds(clock) > openedAt + connectingSeconds) await disconnect(connectionId);
}

/** Organization of the connection; undefined if nothing is sent to it. */
export async function channelOf(connectionId: string): Promise<OrgId | undefined> {
  const { data } = await connectionOwnerEntity().get({ connectionId }).go({ consistent: true });
  return isId("org", data?.orgId) ? data.orgId : undefined;
}

/** Stores the page that a connection's browser shows. Undefined for a closed one; `isFirst` for its first page, when the person has just arrived. */
export async function moveTo(
  orgId: OrgId,
  connectionId: string,
  pathname: string,
  clock: Clock,
): Promise<{ isFirst: boolean } | undefined> {
  const key = { orgId, kind: "connection" as const, connectionId };
  const { data: before } = await connectionEntity().get(key).go({ consistent: true });
  try {
    await connectionEntity()
      .patch(key)
      .set({ pathname, movedAt: instant(clock) })
      .go();
    return { isFirst: before?.pathname === undefined };
  } catch (error) {
    if (isFailedCondition(error)) return undefined;
    throw error;
  }
}

/**
 * Notes that a connection's person is writing a comment on a card, or has stopped.
 * @returns the connections that show the card's page, besides theirs
 */
export async function typeOn(orgId: OrgId, connectionId: string, cardId: CardId, on: boolean, clock: Clock): Promise<string[]> {
  const entity = connectionEntity().patch({ orgId, kind: "connection", connectionId });
  try {
    await (on ? entity.set({ typingOn: cardId, typingAt: instant(clock) }) : entity.remove(["typingOn", "typingAt"])).go();
  } catch (error) {
    if (isFailedCondition(error)) return [];
    throw error;
  }
  return (await connectionsOf(orgId, clock)).flatMap((other) =>
    other.connectionId !== connectionId && other.pathname?.endsWith(`/${cardId}`) ? [other.connectionId] : [],
  );
}

/** Clocks of two Lambdas differ by less. */
const skewMs = 1_000;

/** Whether the organization was changed in these last milliseconds, before the browser was listening. */
export const hasMissed = (orgId: OrgId, ms: number, clock: Clock): Promise<boolean> =>
  isChangedSince(orgId, clock.now() - ms - skewMs);

/** An open connection of the organization. */
export interface Connection {
  readonly connectionId: string;
  readonly userId: string;
  readonly connectedAt: string;
  readonly pathname?: string | undefined;
  readonly movedAt?: string | undefined;
  readonly typingOn?: string | undefined;
  readonly typingAt?: string | undefined;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** The organization's open connections; unless `consistent`, as of a moment ago. */
export async function connectionsOf(orgId: OrgId, clock: Clock, { consistent = false } = {}): Promise<Connection[]> {
  const { data } = await connectionEntity().query.main({ orgId, kind: "connection" }).go({ pages: "all", consistent });
  return data.filter((connection) => connection.expiresAt > seconds(clock));
}

/** Stops sending to the person's connections in the organization; `closeSockets` then closes them. */
export async function disconnectMember(orgId: OrgId, userId: UserId, clock: Clock): Promise<void> {
  for (const { connectionId, connectedAt, expiresAt, ...connection } of await connectionsOf(orgId, clock)) {
    if (connection.userId !== userId) continue;
    await connectionEntity().put({ orgId, kind: "closing", connectionId, userId, connectedAt, expiresAt }).go();
    await connectionEntity().delete({ orgId, kind: "connection", connectionId }).go();
  }
}

/** The person's sockets to be closed: those that receive nothing more, and any that was opened at that very moment. */
export async function socketsOf(orgId: OrgId, userId: UserId, clock: Clock): Promise<string[]> {
  const { data } = await connectionEntity().query.main({ orgId, kind: "closing" }).go({ pages: "all" });
  return [...data, ...(await connectionsOf(orgId, clock))].flatMap((connection) =>
    connection.userId === userId ? [connection.connectionId] : [],
  );
}

/** Forgets a socket that has been closed. */
export async function forgetSocket(orgId: OrgId, connectionId: string): Promise<void> {
  await disconnect(connectionId);
  await connectionEntity().delete({ orgId, kind: "closing", connectionId }).go();
}

/** Stops sending to people who may no longer be in the organization, because a parent's access to it has ended. */
export async function disconnectStrangers(orgId: OrgId, clock: Clock): Promise<void> {
  const open = Map.groupBy(await connectionsOf(orgId, clock), ({ userId }) => userId);
  for (const [userId, connections] of open) {
    if (isId("usr", userId) && (await findMembership(userId, orgId))) continue;
    await Promise.all(connections.map(({ connectionId }) => disconnect(connectionId)));
  }
}
