import { randomBytes } from "node:crypto";
import * as z from "zod";
import { commit, commitContextOf } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import { procedure } from "../kernel/procedure.ts";
import { sameValue } from "../kernel/same-value.ts";
import { fieldContext } from "../cards/index.ts";
import { hookUrlOf } from "./address.ts";
import { logBegins, logEnds } from "./call-log.ts";
import {
  accountOf,
  connectionChange,
  connectionRemoval,
  findConnection,
  sealedSecrets,
  type StoredConnection,
} from "./connection.ts";
import { VoipRefusal } from "./providers/definition.ts";
import { accountWith, providerCalled, providerNames } from "./providers/list.ts";
import { acceptValues } from "./values.ts";
import { type ConnectionProblem, isConnectionProblem } from "./rules.ts";
import { ConnectVoipInput, type VoipConnection, type VoipSettings } from "./schema.ts";

const manages = ["ORGANIZATION", "update"] as const;

const shown = ({ secrets: _, hookKey: __, connectedAt: ___, ...connection }: StoredConnection): VoipConnection => connection;

const settings = procedure({
  name: "voip.settings",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "read"],
  plan: "any",
  /** The connection without its secrets, what can be connected, and the URL for reports, for callers who may connect a provider. */
  async run(_, { principal: { orgId, grants } }): Promise<VoipSettings> {
    const connection = await findConnection(orgId);
    return {
      connection: connection ? shown(connection) : null,
      providers: providerNames.flatMap((name) => {
        const { extensions, fields } = providerCalled(name) ?? {};
        return extensions && fields ? [{ name, extensions, fields }] : [];
      }),
      hookUrl: connection && grants["ORGANIZATION.update"] ? hookUrlOf(orgId, connection.hookKey) : null,
    };
  },
});

/** Why the provider refuses the account; null if it accepts it. Throws BAD_GATEWAY if it does not answer. */
async function problemOf({ provider, account }: ReturnType<typeof accountOf>): Promise<ConnectionProblem | null> {
  try {
    await provider.test(account);
    return null;
  } catch (error) {
    if (error instanceof VoipRefusal && isConnectionProblem(error.reason)) return error.reason;
    throw new KartisError("BAD_GATEWAY", { messageKey: "errors.voipAway", cause: error });
  }
}

const refusals: Readonly<Record<ConnectionProblem, string>> = {
  account: "validation.voipAccount",
  address: "validation.voipAddress",
  caller: "validation.voipCaller",
  dialing: "validation.voipAccount",
};

const connect = procedure({
  name: "voip.connect",
  kind: "mutation",
  input: ConnectVoipInput,
  can: manages,
  plan: "telephony",
  whileImpersonating: false,
  /** Connects the organization with a provider, or changes its connection, once the provider has accepted it. Secrets that are not given stay the same. */
  async run({ provider: name, values: given }, context): Promise<VoipConnection> {
    const { orgId, userId } = context.principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    const provider = providerCalled(name);
    if (!provider) throw new KartisError("INVALID_INPUT", { fields: { provider: "validation.voipProvider" } });
    const known = await findConnection(orgId);
    const kept = known?.provider === name ? accountOf(orgId, known).account.values : {};
    const values = acceptValues(provider.fields, given, kept, await fieldContext(context.principal));
    const problem = await problemOf({ provider, account: accountWith(name, values) });
    if (problem) {
      const tested = provider.fields
        .filter(({ isTested }) => isTested)
        .map((field) => [`values.${field.name}`, refusals[problem]]);
      throw new KartisError("INVALID_INPUT", { fields: Object.fromEntries(tested) });
    }
    const split = (isSecret: boolean) =>
      Object.fromEntries(
        provider.fields.flatMap((field) =>
          (field.kind === "secret") === isSecret ? [[field.name, values[field.name] ?? ""]] : [],
        ),
      );
    const { result } = await commit(commitContextOf(context), async (at) => {
      const current = await findConnection(orgId);
      const connection: StoredConnection = {
        version: (current?.version ?? 0) + 1,
        provider: name,
        values: split(false),
        secrets: sealedSecrets(orgId, split(true)),
        hookKey: current?.provider === name ? current.hookKey : randomBytes(16).toString("base64url"),
        connectedBy: userId,
        connectedAt: at,
        problem: null,
        problemAt: null,
        createdAt: current?.createdAt ?? at,
      };
      const change = connectionChange(orgId, connection, current);
      const isSame = current?.provider === name;
      const begins = isSame ? [] : provider.log ? [logBegins(orgId, context.clock)] : current ? [logEnds(orgId)] : [];
      return { ...change, writes: [...change.writes, ...begins] };
    });
    return shown(result);
  },
});

const test = procedure({
  name: "voip.test",
  kind: "mutation",
  input: z.object({}),
  can: manages,
  plan: "telephony",
  /**
   * Asks the provider again, without calling anybody. A success clears the recorded problem, unless only a call can show whether it is solved; a refusal is recorded, and
   * the answer says so.
   */
  async run(_, context): Promise<VoipConnection> {
    const { orgId } = context.principal;
    const known = await findConnection(orgId);
    if (!known) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.voipMissing" });
    const refusal = await problemOf(accountOf(orgId, known));
    const { result } = await commit(commitContextOf(context), async (at) => {
      const current = await findConnection(orgId);
      if (!current) throw new KartisError("NOT_FOUND");
      // Somebody has connected another account, or with other codes, while the provider was asked about this one.
      const isAsked =
        current.provider === known.provider && current.secrets === known.secrets && sameValue(current.values, known.values);
      if (!isAsked) return { writes: [], records: [], result: current };
      const problem = refusal ?? (current.problem === "dialing" ? current.problem : null);
      if (current.problem === problem) return { writes: [], records: [], result: current };
      const next = { ...current, version: current.version + 1, problem, problemAt: problem ? at : null };
      return connectionChange(orgId, next, current);
    });
    return shown(result);
  },
});

const disconnect = procedure({
  name: "voip.disconnect",
  kind: "mutation",
  input: z.object({}),
  can: manages,
  plan: "any",
  /** Deletes the connection and its secrets: no calls are placed or taken in any more. Calls stay where they are. */
  async run(_, context): Promise<{ ok: true }> {
    const { orgId } = context.principal;
    await commit(commitContextOf(context), async () => {
      const connection = await findConnection(orgId);
      if (!connection) return { writes: [], records: [], result: undefined };
      const removal = connectionRemoval(orgId, connection);
      return { ...removal, writes: [...removal.writes, logEnds(orgId)] };
    });
    return { ok: true };
  },
});

export const voipSettingsProcedures = [settings, connect, test, disconnect] as const;
