import * as z from "zod";
import { getCardType } from "../cards/index.ts";
import { commit, commitContextOf } from "../data/commit.ts";
import { reportFailure } from "../data/consumer.ts";
import { instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { type OrgContext, procedure, requireRight } from "../kernel/procedure.ts";
import { findUser } from "../users/index.ts";
import { profileOf, stop, watch } from "./api.ts";
import {
  type Connection,
  connectionChange,
  connectionRemoval,
  connectionsOf,
  connectionsTo,
  findConnection,
  sealedToken,
  tokenOf,
} from "./connections.ts";
import { finishConnecting, isOffered, revoke, startConnecting } from "./oauth.ts";
import { ask, findProgress, forgetProgress, progressWrite } from "./progress.ts";
import { DisconnectGmailInput, type GmailSettings, type Mailbox, UpdateGmailInput } from "./schema.ts";

/** The cookie that ends connecting where it began. */
const startedCookie = "kartis_gmail";
const startedSeconds = 15 * 60;

/** The caller in their own organization. Throws FORBIDDEN for programs, and for visitors from a parent organization. */
function oneself({ principal }: Pick<OrgContext, "principal">): { orgId: OrgId; userId: UserId } {
  const { orgId, userId, through } = principal;
  if (!userId) throw new KartisError("FORBIDDEN");
  if (through) throw new KartisError("FORBIDDEN", { messageKey: "errors.notForVisitors" });
  return { orgId, userId };
}

async function shown(connection: Connection): Promise<Mailbox> {
  const { refreshToken: _, orgId, userId, ...mailbox } = connection;
  const progress = await findProgress(orgId, userId);
  return { ...mailbox, syncedAt: progress?.syncedAt ?? null, delay: progress?.delay ?? null };
}

const settings = procedure({
  name: "gmail.settings",
  kind: "query",
  input: z.object({}),
  can: { member: "one's own mailbox" },
  plan: "any",
  /** The caller's own Gmail, without its token; and whether this deployment offers Gmail. */
  async run(_, { principal: { orgId, userId, through } }): Promise<GmailSettings> {
    const connection = userId && !through ? await findConnection(orgId, userId) : undefined;
    return { isOffered: isOffered(), mailbox: connection ? await shown(connection) : null };
  },
});

const connect = procedure({
  name: "gmail.connect",
  kind: "mutation",
  input: z.object({}),
  can: ["COMMENTS", "create"],
  plan: "mailing",
  whileImpersonating: false,
  /** Begins connecting the caller's Gmail, or connecting it again: the page goes to `url`, and Google sends it back. Changes nothing by itself. */
  async run(_, context): Promise<{ url: string }> {
    const { orgId, userId } = oneself(context);
    const known = await findConnection(orgId, userId);
    const hint = known?.email ?? (await findUser(userId))?.email;
    const { url, kept } = await startConnecting(orgId, userId, hint, context.clock.now()).catch((error: unknown) => {
      if (error instanceof KartisError) throw error;
      throw new KartisError("BAD_GATEWAY", { messageKey: "errors.gmailAway", cause: error });
    });
    context.setCookie({ name: startedCookie, value: kept, maxAgeSeconds: startedSeconds });
    return { url };
  },
});

/** Has Google forget what it gave us, unless the same mailbox is connected elsewhere: it knows one watch and one consent for all of Kartis. */
async function leave(connection: Connection): Promise<void> {
  const others = await connectionsTo(connection.email);
  if (others.some(({ orgId, userId }) => orgId !== connection.orgId || userId !== connection.userId)) return;
  for (const call of [() => stop(connection), () => revoke(tokenOf(connection))])
    await call().catch((error: unknown) => reportFailure("gmail-disconnect", error));
}

/** Back from Google: no procedure that pages call, but the route that Google sends the browser to. */
export const finish = procedure({
  name: "gmail.finish",
  kind: "mutation",
  input: z.object({ kept: z.string().max(4_000), parameters: z.string().max(4_000) }),
  can: ["COMMENTS", "create"],
  plan: "mailing",
  whileImpersonating: false,
  /** Connects the mailbox, which is watched and read from now on. Throws PRECONDITION_FAILED with the reason, and CONFLICT for a colleague's mailbox. */
  async run({ kept, parameters }, context): Promise<Mailbox> {
    const { orgId, userId } = oneself(context);
    context.setCookie({ name: startedCookie, value: "", maxAgeSeconds: 0 });
    const token = await finishConnecting(orgId, userId, kept, new URLSearchParams(parameters), context.clock.now());
    const fresh: Connection = {
      orgId,
      userId,
      email: "",
      refreshToken: sealedToken(orgId, userId, token),
      sharing: "whole",
      blocked: [],
      strangersTypeId: null,
      problem: null,
      problemAt: null,
      connectedAt: instant(context.clock),
      version: 1,
    };
    const { email, historyId } = await profileOf(fresh)
      .then(async (profile) => {
        await watch(fresh);
        return profile;
      })
      .catch((cause: unknown) => {
        throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.gmailFailed", cause });
      });
    const { result } = await commit(commitContextOf(context), async () => {
      const all = await connectionsOf(orgId);
      if (all.some((other) => other.email === email && other.userId !== userId))
        throw new KartisError("CONFLICT", { messageKey: "errors.gmailTaken" });
      const current = all.find((one) => one.userId === userId);
      const { sharing, blocked, strangersTypeId } = current ?? fresh;
      const next = { ...fresh, email, sharing, blocked, strangersTypeId, version: (current?.version ?? 0) + 1 };
      const change = connectionChange(next, current);
      // Reconnected, it goes on where it was, unless it is another mailbox.
      const isSame = current?.email === email && (await findProgress(orgId, userId)) !== undefined;
      const progress = isSame ? [] : [progressWrite(orgId, userId, historyId, context.clock)];
      const before = current?.email === email ? undefined : current;
      return { ...change, writes: [...change.writes, ...progress], result: { connection: change.result, before } };
    });
    if (result.before) await leave(result.before);
    await ask(orgId, userId, context.clock);
    return shown(result.connection);
  },
});

/** The cookie's name, for the route. */
export const cookieOfStart = startedCookie;

const update = procedure({
  name: "gmail.update",
  kind: "mutation",
  input: UpdateGmailInput,
  can: { member: "one's own mailbox" },
  whileImpersonating: false,
  /**
   * Changes what of the caller's mails colleagues can read, from now on. Mails that are on cards already stay as they are. Throws NO_PERMISSION to have cards created
   * without being allowed to create any.
   */
  async run({ expectedVersion, ...given }, context): Promise<Mailbox> {
    const { orgId, userId } = oneself(context);
    if (given.strangersTypeId) await getCardType(orgId, given.strangersTypeId);
    const { result } = await commit(commitContextOf(context), async () => {
      const current = await findConnection(orgId, userId);
      if (!current) throw new KartisError("NOT_FOUND");
      if (current.version !== expectedVersion) throw new KartisError("CONFLICT");
      const next: Connection = {
        ...current,
        sharing: given.sharing ?? current.sharing,
        blocked: given.blocked ?? current.blocked,
        strangersTypeId: given.strangersTypeId === undefined ? current.strangersTypeId : given.strangersTypeId,
      };
      if (next.strangersTypeId && next.strangersTypeId !== current.strangersTypeId) requireRight(["CARDS", "create"], context);
      const isSame =
        next.sharing === current.sharing &&
        next.strangersTypeId === current.strangersTypeId &&
        next.blocked.join("\n") === current.blocked.join("\n");
      if (isSame) return { writes: [], records: [], result: current };
      return connectionChange({ ...next, version: current.version + 1 }, current);
    });
    return shown(result);
  },
});

const disconnect = procedure({
  name: "gmail.disconnect",
  kind: "mutation",
  input: DisconnectGmailInput,
  can: { member: "one's own mailbox" },
  plan: "any",
  whileImpersonating: false,
  /** Ends the connection, at Google too, and deletes its token. The mails on cards stay, or are put into the trash. */
  async run({ mails }, context): Promise<{ ok: true }> {
    const { orgId, userId } = oneself(context);
    const connection = await findConnection(orgId, userId);
    if (!connection) return { ok: true };
    await leave(connection);
    await commit(commitContextOf(context), async () => {
      const current = await findConnection(orgId, userId);
      return current ? connectionRemoval(current, mails) : { writes: [], records: [], result: undefined };
    });
    await forgetProgress(orgId, userId);
    return { ok: true };
  },
});

export const gmailProcedures = [settings, connect, update, disconnect] as const;
