import { commit, systemContext } from "@kartis/core/data/commit.ts";
import { findConnection, connectionChange, sealedToken } from "@kartis/core/gmail/connections.ts";
import { cookieOfStart, finish, gmailProcedures } from "@kartis/core/gmail/procedures.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { OrgId, UserId } from "@kartis/core/kernel/id.ts";
import { handler as onDisconnected } from "@kartis/events/gmail/on-disconnected.ts";
import { handler as onIntended } from "@kartis/events/gmail/on-intended.ts";
import { handler as onReceived } from "@kartis/events/gmail/on-received.ts";
import { handler as onDelivered } from "@kartis/events/mails/on-delivered.ts";
import { handler as hook } from "@kartis/functions/webhooks/gmail/handler.ts";
import { handler as sweep } from "@kartis/functions/mailboxes/handler.ts";
import { Gmail, type PushCall } from "@kartis/simulators/gmail.ts";
import { GoogleAccounts } from "@kartis/simulators/google-accounts.ts";
import { simulateGoogle } from "@kartis/simulators/google.ts";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { named, type Owner } from "./people.ts";
import { queued } from "./queued.ts";

/** Google's simulator with its mailboxes, which this process's environment points to, and the notifications it has to deliver. */
export interface GmailSide {
  readonly gmail: Gmail;
  readonly accounts: GoogleAccounts;
  /** What a person does at Google, and back. @param scopes those that are ticked; all by default */
  connect(owner: Owner, email: string, scopes?: readonly string[]): Promise<unknown>;
  /** Delivers one notification. @returns the status of the answer */
  push(call: PushCall): Promise<number>;
  /** Delivers all that are waiting, the latest first, and has the mailboxes read. */
  settle(orgId: OrgId): Promise<void>;
  /** Passes the latest records to the consumer that sends mails. @returns how many are to be delivered again */
  send(orgId: OrgId): Promise<number>;
  /** Passes them to the consumers that read mailboxes, store deliveries and forget mailboxes. */
  keep(orgId: OrgId): Promise<void>;
  sweep(): Promise<void>;
  close(): Promise<void>;
}

export const gmailScopes = ["gmail.readonly", "gmail.send"].map((name) => `https://www.googleapis.com/auth/${name}`);

/** Starts the simulators, and points this process's environment to them. */
export async function startGmail(now: () => number = Date.now): Promise<GmailSide> {
  const accounts = new GoogleAccounts(now);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = process.env["PUBLIC_ORIGIN"] ?? "";
  const [topic, subscription, account] = ["projects/p/topics/t", "projects/p/subscriptions/s", "push@p.example"];
  const gmail = new Gmail(accounts, { topic, subscription, address: `${origin}/api/hooks/gmail`, account, issuer }, now);
  const client = { clientId: "kartis", clientSecret: "secret", redirectUris: [`${origin}/api/gmail/callback`] };
  const google = simulateGoogle(issuer, client, accounts);
  server.on("request", (request, response) => {
    void (async () => {
      const url = new URL(request.url ?? "/", issuer);
      const body = await buffer(request);
      const method = request.method ?? "GET";
      if (!/^(\/upload)?\/gmail\//.test(url.pathname)) {
        const form = new URLSearchParams(body.toString("utf8"));
        const answer = google({ method, path: url.pathname, query: url.searchParams, form });
        return response.writeHead(answer.status, answer.headers).end(answer.body);
      }
      const { authorization = "", "content-type": contentType = "" } = request.headers;
      const answer = gmail.take({ method, path: `${url.pathname}${url.search}`, authorization, body, contentType });
      if (!answer) return request.socket.destroy();
      if (answer.body === undefined) return response.writeHead(answer.status).end();
      const content = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
      return response.writeHead(answer.status, { "content-type": "application/json" }).end(content);
    })();
  });
  const environment = {
    GOOGLE_ISSUER: issuer,
    GOOGLE_CLIENT_ID: client.clientId,
    GOOGLE_CLIENT_SECRET: client.clientSecret,
    GMAIL_URL: issuer,
    GMAIL_TOPIC: topic,
    GMAIL_SUBSCRIPTION: subscription,
    GMAIL_PUSH_ACCOUNT: account,
  };
  Object.assign(process.env, environment);
  const side: GmailSide = {
    gmail,
    accounts,
    async connect(owner, email, scopes = gmailScopes) {
      const { url } = await owner.call(named(gmailProcedures, "gmail.connect"), {});
      const body = new URLSearchParams({ email });
      for (const scope of scopes) body.append("scope", scope);
      const response = await fetch(url, { method: "POST", redirect: "manual", body });
      const parameters = new URL(response.headers.get("location") ?? "").search.slice(1);
      return owner.call(finish, { kept: owner.cookies.get(cookieOfStart) ?? "", parameters });
    },
    async push({ authorization, body }) {
      const event = { headers: { authorization }, body: Buffer.from(body).toString("base64"), isBase64Encoded: true };
      return (await hook(event)).statusCode ?? 0;
    },
    async settle(orgId) {
      for (const call of gmail.pushes.splice(0).toReversed()) await side.push(call);
      await side.keep(orgId);
    },
    send: async (orgId) =>
      (await onIntended({ Records: (await queued("gmail-on-intended", orgId)).toReversed() })).batchItemFailures.length,
    async keep(orgId) {
      for (const [reaction, handler] of [
        ["gmail-on-received", onReceived],
        ["mails-on-delivered", onDelivered],
        ["gmail-on-disconnected", onDisconnected],
      ] as const) {
        const { batchItemFailures } = await handler({ Records: await queued(reaction, orgId) });
        if (batchItemFailures.length > 0) throw new Error("Something was not kept");
      }
    },
    sweep,
    async close() {
      for (const name of Object.keys(environment)) Reflect.deleteProperty(process.env, name);
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return side;
}

/** Gives a member a Gmail as if Google had confirmed it. Nothing answers for it unless the test has started the simulators. */
export async function connectMailbox({ orgId, userId }: { readonly orgId: OrgId; readonly userId: UserId }): Promise<void> {
  await commit(systemContext(orgId, "test", systemClock), async (at) => {
    if (await findConnection(orgId, userId)) return { writes: [], records: [], result: undefined };
    const connection = {
      orgId,
      userId,
      email: `${userId.toLowerCase()}@gmail.example`,
      refreshToken: sealedToken(orgId, userId, "token"),
      sharing: "whole" as const,
      blocked: [],
      strangersTypeId: null,
      problem: null,
      problemAt: null,
      connectedAt: at,
      version: 1,
    };
    return { ...connectionChange(connection), result: undefined };
  });
}
