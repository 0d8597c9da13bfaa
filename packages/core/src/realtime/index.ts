/*
 * Live updates. Owns: tickets and open connections.
 * Invariant: a message carries what changed and its version, never a value: clients fetch through procedures, so that permission has one place.
 * Not journalled: presence leaves no trace.
 */
import { createHash, randomBytes } from "node:crypto";
import { isFailedCondition } from "../data/entity.ts";
import { isChangedSince } from "../data/journal-entity.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId, type UserId } from "../kernel/id.ts";
import { findMembership } from "../organizations/index.ts";
import { connectionEntity, connectionOwnerEntity, ticketEntity } from "./entity.ts";

const ticketSeconds = 60;
/** API Gateway closes a connection after two hours whatever happens. */
const connectionSeconds = 2 * 3_600;
const hashOf = (ticket: string): string => createHash("sha256").update(ticket).digest("base64url");
const seconds = (clock: Clock): number => Math.floor(clock.now() / 1000);

/** A ticket for one connection of that person to that organization's channel. */
export async function issueTicket(orgId: OrgId, userId: UserId | null, clock: Clock): Promise<string> {
  if (!userId) throw new KartisError("FORBIDDEN");
  const ticket = randomBytes(24).toString("base64url");
  await ticketEntity()
    .create({ ticketHash: hashOf(ticket), orgId, userId, expiresAt: seconds(clock) + ticketSeconds })
    .go();
  return ticket;
}

/** Opens the connection that the ticket is for, and uses the ticket up. Throws UNAUTHORIZED for one that is unknown, used or too old. */
export async function connect(connectionId: string, ticket: string, clock: Clock): Promise<void> {
  const { data } = await ticketEntity()
    .delete({ ticketHash: hashOf(ticket) })
    .go({ response: "all_old" });
  if (!data || !("orgId" in data) || data.expiresAt === undefined || data.expiresAt < seconds(clock))
    throw new KartisError("UNAUTHORIZED");
  const { orgId, userId } = data;
  if (!isId("org", orgId) || !isId("usr", userId)) throw new KartisError("UNAUTHORIZED");
  // Whoever was a member a minute ago may have been removed, or the organization deleted.
  if (!(await findMembership(userId, orgId))) throw new KartisError("UNAUTHORIZED");
  const expiresAt = seconds(clock) + connectionSeconds;
  await Promise.all([
    connectionEntity()
      .put({ orgId, kind: "connection", connectionId, userId, connectedAt: instant(clock), expiresAt })
      .go(),
    connectionOwnerEntity().put({ connectionId, orgId, expiresAt }).go(),
  ]);
}

/** Forgets a connection; harmless for one that is unknown. @returns whose channel it was in. */
export async function disconnect(connectionId: string): Promise<OrgId | undefined> {
  const { data } = await connectionOwnerEntity().delete({ connectionId }).go({ response: "all_old" });
  if (!data || !("orgId" in data) || !isId("org", data.orgId)) return undefined;
  await connectionEntity().delete({ orgId: data.orgId, kind: "connection", connectionId }).go();
  return data.orgId;
}

/** Notes the page that a connection's browser shows. Undefined for one that is gone. */
export async function moveTo(connectionId: string, pathname: string, clock: Clock): Promise<OrgId | undefined> {
  const { data } = await connectionOwnerEntity().get({ connectionId }).go({ consistent: true });
  if (!data || !isId("org", data.orgId)) return undefined;
  const { orgId } = data;
  try {
    await connectionEntity()
      .patch({ orgId, kind: "connection", connectionId })
      .set({ pathname, movedAt: instant(clock) })
      .go();
    return orgId;
  } catch (error) {
    if (isFailedCondition(error)) return undefined;
    throw error;
  }
}

/** Clocks of two Lambdas differ by less. */
const skewMs = 1_000;

/** Whether the connection's organization was changed in these last milliseconds, before which its browser heard nothing. */
export async function hasMissed(connectionId: string, ms: number, clock: Clock): Promise<boolean> {
  const { data } = await connectionOwnerEntity().get({ connectionId }).go({ consistent: true });
  return isId("org", data?.orgId) && (await isChangedSince(data.orgId, clock.now() - ms - skewMs));
}

/** An open connection of the organization. */
export interface Connection {
  readonly connectionId: string;
  readonly userId: string;
  readonly connectedAt: string;
  readonly pathname?: string | undefined;
  readonly movedAt?: string | undefined;
  /** Epoch seconds. */
  readonly expiresAt: number;
}

/** The organization's open connections. */
export async function connectionsOf(orgId: OrgId, clock: Clock): Promise<Connection[]> {
  const { data } = await connectionEntity().query.main({ orgId, kind: "connection" }).go({ pages: "all" });
  return data.filter((connection) => connection.expiresAt > seconds(clock));
}

/** What the person has open of the organization hears no more of it from now on; `closeSockets` then closes it. */
export async function disconnectMember(orgId: OrgId, userId: UserId, clock: Clock): Promise<void> {
  for (const { connectionId, connectedAt, expiresAt, ...connection } of await connectionsOf(orgId, clock)) {
    if (connection.userId !== userId) continue;
    await connectionEntity().put({ orgId, kind: "closing", connectionId, userId, connectedAt, expiresAt }).go();
    await connectionEntity().delete({ orgId, kind: "connection", connectionId }).go();
  }
}

/** The person's sockets that are to be closed: those that hear no more, and any that was opened at that very moment. */
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

/** Whoever may not be in the organization any more, because a parent's access to it has ended, hears no more of it. */
export async function disconnectStrangers(orgId: OrgId, clock: Clock): Promise<void> {
  const open = Map.groupBy(await connectionsOf(orgId, clock), ({ userId }) => userId);
  for (const [userId, connections] of open) {
    if (isId("usr", userId) && (await findMembership(userId, orgId))) continue;
    await Promise.all(connections.map(({ connectionId }) => disconnect(connectionId)));
  }
}
