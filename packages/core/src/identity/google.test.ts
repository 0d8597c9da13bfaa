import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { simulateGoogle } from "@kartis/simulators/google.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, Visitor } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorShape } from "../kernel/error.ts";
import { findUser } from "../users/index.ts";
import { finishGoogle, startGoogle } from "./google.ts";
import { identityProcedures } from "./index.ts";

let backend: Backend;
let server: Server;
/** Changes the answers of the token endpoint, like a man in the middle. */
let tamper: (body: string) => string = (body) => body;

beforeAll(async () => {
  backend = await startBackend();
  server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const client = {
    clientId: "kartis",
    clientSecret: "secret",
    redirectUris: ["http://localhost:3000/api/identity/google/callback"],
  };
  const simulate = simulateGoogle(issuer, client);
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", issuer);
    const form = new URLSearchParams(await text(request));
    const asked = { method: request.method ?? "GET", path: url.pathname, query: url.searchParams, form };
    const { status, headers, body } = simulate(asked);
    response.writeHead(status, headers).end(url.pathname === "/token" ? tamper(body) : body);
  };
  server.on("request", (request, response) => void answer(request, response));
  Object.assign(process.env, {
    GOOGLE_ISSUER: issuer,
    GOOGLE_CLIENT_ID: client.clientId,
    GOOGLE_CLIENT_SECRET: client.clientSecret,
  });
});
afterAll(async () => {
  server.close();
  await backend.close();
});

/** Chooses an account at Google. @returns what the browser has, and comes back with. */
async function choose(email: string, name = "Noa Adler"): Promise<{ kept: string; parameters: URLSearchParams }> {
  const { url, kept } = await startGoogle();
  const response = await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams({ email, name }) });
  return { kept, parameters: new URL(response.headers.get("location") ?? "").searchParams };
}

async function finish(visitor: Visitor, { kept, parameters }: { kept: string; parameters: URLSearchParams }) {
  return finishGoogle(kept, parameters, "he", await visitor.context());
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => "no error",
    (error: unknown) => errorShape(error, "r").messageKey,
  );
const me = named(identityProcedures, "identity.me");

describe("signing in with Google", () => {
  it("creates an account for the address, and finds it the next time", async () => {
    const [first, second] = [new Visitor(), new Visitor()];
    await finish(first, await choose("noa@firm.example"));
    const { user } = await first.call(me, {});
    expect(user).toMatchObject({ email: "noa@firm.example", name: "Noa Adler", language: "he" });
    await finish(second, await choose("noa@firm.example"));
    expect((await second.call(me, {})).user.id).toBe(user.id);
  });

  it("signs in to an existing account", async () => {
    const owner = await newOwner();
    const email = (await findUser(owner.userId))?.email ?? "";
    const visitor = new Visitor();
    expect(await finish(visitor, await choose(email))).toEqual({ userId: owner.userId });
  });

  it("refuses an address whose mailbox Google does not run", async () => {
    const visitor = new Visitor();
    expect(await refusal(finish(visitor, await choose("noa@firm.outside")))).toBe("errors.googleMail");
    expect((await visitor.actor()).kind).toBe("anonymous");
  });

  it("finishes only in the browser where it began, and only once", async () => {
    const begun = await choose("noa@firm.example");
    const other = await choose("eve@firm.example");
    // Somebody is led to an account that somebody else has chosen.
    expect(await refusal(finish(new Visitor(), { kept: begun.kept, parameters: other.parameters }))).toBe("errors.googleFailed");
    expect(await refusal(finish(new Visitor(), { kept: "", parameters: begun.parameters }))).toBe("errors.googleFailed");
    await finish(new Visitor(), begun);
    expect(await refusal(finish(new Visitor(), begun))).toBe("errors.googleFailed");
  });

  it("accepts no token that is not Google's, for us, of this sign-in", async () => {
    const part = (token: string, at: number): Record<string, unknown> =>
      JSON.parse(Buffer.from(token.split(".")[at] ?? "", "base64url").toString());
    const forged = (change: Record<string, unknown>) => (body: string) => {
      const answer: { id_token: string } = JSON.parse(body);
      const [head, , signature] = answer.id_token.split(".");
      const claims = Buffer.from(JSON.stringify({ ...part(answer.id_token, 1), ...change })).toString("base64url");
      return JSON.stringify({ ...answer, id_token: `${head}.${claims}.${signature}` });
    };
    for (const change of [
      { email: "owner@firm.example" },
      { aud: "another" },
      { nonce: "another" },
      { iss: "https://evil.example" },
      { exp: 1 },
    ]) {
      tamper = forged(change);
      expect(await refusal(finish(new Visitor(), await choose("eve@firm.example"))), JSON.stringify(change)).toBe(
        "errors.googleFailed",
      );
    }
    tamper = (body) => body;
    await finish(new Visitor(), await choose("eve@firm.example"));
  });

  it("signs nobody in when it is abandoned", async () => {
    const { url, kept } = await startGoogle();
    const response = await fetch(url, { method: "POST", redirect: "manual", body: new URLSearchParams({ cancel: "1" }) });
    const parameters = new URL(response.headers.get("location") ?? "").searchParams;
    expect(await refusal(finish(new Visitor(), { kept, parameters }))).toBe("errors.googleFailed");
  });
});
