import { type ChangeSet, check, commit, put, remove, systemContext, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type CardTypeId, isId, type OrgId, type UserId } from "../kernel/id.ts";
import { seal, unseal } from "../kernel/seal.ts";
import { gmailConnectionEntity, type GmailConnectionItem } from "./entity.ts";
import { gmailRoute, type MailboxProblem, type Sharing } from "./rules.ts";

/** A member's Gmail, with the encrypted token. */
export interface Connection {
  readonly orgId: OrgId;
  readonly userId: UserId;
  readonly email: string;
  readonly refreshToken: string;
  readonly sharing: Sharing;
  readonly blocked: readonly string[];
  readonly strangersTypeId: CardTypeId | null;
  readonly problem: MailboxProblem | null;
  readonly problemAt: string | null;
  readonly connectedAt: string;
  readonly version: number;
}

function connectionOf(item: GmailConnectionItem): Connection {
  const { orgId, userId, strangersTypeId, problem = null, problemAt = null } = item;
  if (!isId("org", orgId) || !isId("usr", userId)) throw new Error(`Not a mailbox: ${userId}`);
  return { ...item, orgId, userId, strangersTypeId: isId("typ", strangersTypeId) ? strangersTypeId : null, problem, problemAt };
}

/** The member's Gmail, strongly consistent; undefined if none is connected. */
export async function findConnection(orgId: OrgId, userId: UserId): Promise<Connection | undefined> {
  const { data } = await gmailConnectionEntity().get({ orgId, userId }).go({ consistent: true });
  return data ? connectionOf(data) : undefined;
}

/** All mailboxes of the organization, strongly consistent. */
export async function connectionsOf(orgId: OrgId): Promise<Connection[]> {
  const { data } = await gmailConnectionEntity().query.main({ orgId }).go({ consistent: true, pages: "all" });
  return data.map(connectionOf);
}

/** Wherever the mailbox is connected, in every organization. */
export async function connectionsTo(email: string): Promise<Connection[]> {
  const { data } = await gmailConnectionEntity().query.byAddress({ email: email.toLowerCase() }).go({ pages: "all" });
  return data.map(connectionOf);
}

/** The mailbox, if it can be used. Throws PRECONDITION_FAILED 'Gmail integration is required' (SPEC section 8), and where to connect it. */
export function requireConnection(connection: Connection | undefined): Connection {
  if (!connection || connection.problem)
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.gmailRequired", targetRoute: gmailRoute });
  return connection;
}

export const sealedToken = (orgId: OrgId, userId: UserId, token: string): string => seal(token, "gmail", [orgId, userId]);
export const tokenOf = ({ orgId, userId, refreshToken }: Connection): string => unseal(refreshToken, "gmail", [orgId, userId]);

/** What the journal keeps: no token; that it changed shows in the version. Blocked addresses are their owner's own affair: only their number. */
const recorded = ({ email, sharing, blocked, strangersTypeId, problem }: Connection) => ({
  email,
  sharing,
  blocked: blocked.length,
  strangersTypeId,
  problem,
});

const subjectOf = (userId: UserId): Change["subject"] => ({ kind: "gmail", id: userId });

/** The change set that stores the mailbox. `before` is absent for a new one. */
export function connectionChange(connection: Connection, before?: Connection): ChangeSet<Connection> {
  const { strangersTypeId, problem, problemAt, blocked, ...rest } = connection;
  const item = {
    ...rest,
    blocked: [...blocked],
    ...(strangersTypeId ? { strangersTypeId } : {}),
    ...(problem ? { problem } : {}),
    ...(problemAt ? { problemAt } : {}),
  };
  const write = before
    ? gmailConnectionEntity()
        .put(item)
        .where((attribute, { eq }) => eq(attribute.version, before.version))
        .params()
    : gmailConnectionEntity().create(item).params();
  const change: Change = {
    action: before ? "gmail.update" : "gmail.connect",
    subject: subjectOf(connection.userId),
    version: connection.version,
    before: before ? recorded(before) : null,
    after: recorded(connection),
  };
  return { writes: [put(write, "stale")], records: [{ changes: [change] }], result: connection };
}

/** Requires, in a transaction that writes what the mailbox has brought, that its settings are still those that were read. */
export const mailboxUnchanged = ({ orgId, userId, version }: Connection): Write =>
  check(
    // As for activities: a deletion has the same key and condition.
    gmailConnectionEntity()
      .delete({ orgId, userId })
      .where((attribute, { eq }) => eq(attribute.version, version))
      .params(),
    "stale",
  );

/** @param mails what becomes of the mails on cards, which the record's consumer sees to */
export function connectionRemoval(connection: Connection, mails: "keep" | "delete"): ChangeSet<undefined> {
  const { orgId, userId, version } = connection;
  const write = gmailConnectionEntity()
    .delete({ orgId, userId })
    .where((attribute, { eq }) => eq(attribute.version, version));
  const change: Change = {
    action: "gmail.disconnect",
    subject: subjectOf(userId),
    version: version + 1,
    before: recorded(connection),
    after: { mails },
  };
  return { writes: [remove(write.params(), "stale")], records: [{ changes: [change] }], result: undefined };
}

/** Forgets the mailbox of somebody who is no longer a member. The mails on cards stay. */
export async function endMailbox(orgId: OrgId, userId: UserId, clock: Clock): Promise<void> {
  await commit(systemContext(orgId, "gmail", clock), async () => {
    const connection = await findConnection(orgId, userId);
    return connection ? connectionRemoval(connection, "keep") : { writes: [], records: [], result: undefined };
  });
}

/**
 * Records that Google refuses the mailbox; once, until it is reconnected. The record notifies its owner. One that was reconnected since it was read is left as it is.
 */
export async function noteProblem(used: Connection, problem: MailboxProblem, clock: Clock): Promise<void> {
  const { orgId, userId } = used;
  await commit(systemContext(orgId, "gmail", clock), async () => {
    const current = await findConnection(orgId, userId);
    if (!current || current.problem || current.refreshToken !== used.refreshToken)
      return { writes: [], records: [], result: undefined };
    const broken = { ...current, problem, problemAt: instant(clock), version: current.version + 1 };
    return { ...connectionChange(broken, current), result: undefined };
  });
}
