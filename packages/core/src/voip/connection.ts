import * as z from "zod";
import { type ChangeSet, commit, put, remove, systemContext } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { seal, unseal } from "../kernel/seal.ts";
import { voipConnectionEntity } from "./entity.ts";
import { type VoipAccount, type VoipProvider } from "./providers/definition.ts";
import { accountWith, providerCalled } from "./providers/list.ts";
import { type ConnectionProblem, isBlocking } from "./rules.ts";
import type { VoipConnection, VoipObstacle } from "./schema.ts";

/** The connection with its encrypted secrets. */
export interface StoredConnection extends VoipConnection {
  readonly secrets: string;
  readonly hookKey: string;
  /** When its account was last entered; absent for one that has not been connected anew since this is kept. */
  readonly connectedAt?: string;
}

const Values = z.record(z.string(), z.string());

/** The organization's connection, strongly consistent; undefined if there is none. */
export async function findConnection(orgId: OrgId): Promise<StoredConnection | undefined> {
  const { data } = await voipConnectionEntity().get({ orgId }).go({ consistent: true });
  if (!data) return undefined;
  const { connectedBy, problem = null, problemAt = null, values, ...connection } = data;
  if (!isId("usr", connectedBy)) throw new Error("A connection that nobody has made");
  return { ...connection, values: Values.parse(values), connectedBy, problem, problemAt };
}

export const sealedSecrets = (orgId: OrgId, secrets: Readonly<Record<string, string>>): string =>
  seal(JSON.stringify(secrets), "voip", [orgId]);

/** The provider and account that a connection is with. Throws if the provider is no longer known. */
export function accountOf(
  orgId: OrgId,
  { provider: name, values, secrets }: Pick<StoredConnection, "provider" | "values" | "secrets">,
): { readonly provider: VoipProvider; readonly account: VoipAccount } {
  const provider = providerCalled(name);
  if (!provider) throw new Error(`No telephony provider is called ${name}`);
  const opened = Values.parse(JSON.parse(unseal(secrets, "voip", [orgId])));
  return { provider, account: accountWith(name, { ...values, ...opened }) };
}

/** What prevents an organization from calling; null if nothing does. */
export const obstacleOf = (connection: VoipConnection | undefined): VoipObstacle | null =>
  connection ? (isBlocking(connection.problem) ? "refused" : null) : "missing";

/** The connection, if calls can be placed through it. Throws PRECONDITION_FAILED that says what is missing, and where to set it up. */
export function requireConnection(connection: StoredConnection | undefined): StoredConnection {
  if (connection && !isBlocking(connection.problem)) return connection;
  throw new KartisError("PRECONDITION_FAILED", {
    messageKey: connection ? "errors.voipRefused" : "errors.voipMissing",
    targetRoute: "/settings/integrations?open=voip",
  });
}

/** What the journal keeps: no secrets; that they changed shows in the version. */
const recorded = ({ provider, problem }: VoipConnection) => ({ provider, problem });

const subjectOf = (orgId: OrgId): Change["subject"] => ({ kind: "voipConnection", id: orgId });

/** The change set that stores the connection. `before` is absent for the first one. */
export function connectionChange(
  orgId: OrgId,
  connection: StoredConnection,
  before?: StoredConnection,
): ChangeSet<StoredConnection> {
  const { problem, problemAt, ...rest } = connection;
  const item = { orgId, ...rest, ...(problem ? { problem } : {}), ...(problemAt ? { problemAt } : {}) };
  const write = before
    ? voipConnectionEntity()
        .put(item)
        .where((attribute, { eq }) => eq(attribute.version, before.version))
        .params()
    : voipConnectionEntity().create(item).params();
  const change: Change = {
    action: before ? "voipConnection.update" : "voipConnection.create",
    subject: subjectOf(orgId),
    version: connection.version,
    before: before ? recorded(before) : null,
    after: recorded(connection),
  };
  return { writes: [put(write, "stale")], records: [{ changes: [change] }], result: connection };
}

export function connectionRemoval(orgId: OrgId, connection: StoredConnection): ChangeSet<undefined> {
  const write = voipConnectionEntity()
    .delete({ orgId })
    .where((attribute, { eq }) => eq(attribute.version, connection.version));
  const change: Change = {
    action: "voipConnection.delete",
    subject: subjectOf(orgId),
    version: connection.version + 1,
    before: recorded(connection),
    after: null,
  };
  return { writes: [remove(write.params(), "stale")], records: [{ changes: [change] }], result: undefined };
}

/**
 * Records that the provider refuses the connection. From then on no calls are placed, if it is blocking, until somebody tests it or connects it again. What was asked
 * at `askedAt` says nothing about an account that was entered since.
 */
export async function noteProblem(orgId: OrgId, problem: ConnectionProblem, askedAt: string, clock: Clock): Promise<void> {
  await commit(systemContext(orgId, "voip", clock), async () => {
    const connection = await findConnection(orgId);
    const isKnown = connection?.problem === problem || isBlocking(connection?.problem);
    const isAnother = (connection?.connectedAt ?? "") > askedAt;
    if (!connection || isKnown || isAnother) return { writes: [], records: [], result: undefined };
    const refused = { ...connection, version: connection.version + 1, problem, problemAt: instant(clock) };
    return { ...connectionChange(orgId, refused, connection), result: undefined };
  });
}

/** Records that the provider has accepted a call: its token is right after all. */
export async function noteAccepted(orgId: OrgId, clock: Clock): Promise<void> {
  if ((await findConnection(orgId))?.problem !== "dialing") return;
  await commit(systemContext(orgId, "voip", clock), async () => {
    const connection = await findConnection(orgId);
    if (connection?.problem !== "dialing") return { writes: [], records: [], result: undefined };
    const accepted = { ...connection, version: connection.version + 1, problem: null, problemAt: null };
    return { ...connectionChange(orgId, accepted, connection), result: undefined };
  });
}
