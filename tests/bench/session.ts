import { randomUUID } from "node:crypto";
import * as z from "zod";
import { mailedCode } from "../support/mailbox.ts";
import { keptOpen } from "./http.ts";

const Answer = z.object({ result: z.object({ data: z.unknown() }) });

/** A session over HTTP, in an organization of its own. */
export interface Session {
  call(procedure: string, input: unknown): Promise<unknown>;
  readonly cookies: ReadonlyMap<string, string>;
  readonly orgId: string;
  close(): void;
}

/** Signs up and founds an organization through the public API. */
export async function openSession(origin: string): Promise<Session> {
  const http = keptOpen(origin);
  const cookies = new Map<string, string>();
  async function call(procedure: string, input: unknown): Promise<unknown> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await http.post(`/api/trpc/${procedure}`, JSON.stringify(input), { cookie, "x-request-id": randomUUID() });
    if (response.status !== 200) throw new Error(`${procedure}: ${response.status} ${response.body.slice(0, 500)}`);
    for (const line of [response.headers["set-cookie"] ?? []].flat()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    return Answer.parse(JSON.parse(response.body)).result.data;
  }
  const email = `bench-${randomUUID()}@example.com`;
  const { signUpToken } = z
    .object({ signUpToken: z.string() })
    .parse(await call("identity.signUp", { name: "Bench", email, password: "bench bench bench" }));
  await call("identity.confirmSignUp", { signUpToken, code: await mailedCode(origin, email) });
  const { orgId } = z
    .object({ orgId: z.string() })
    .parse(await call("organizations.create", { name: "Bench", language: "en", template: "sales" }));
  return { call, cookies, orgId, close: () => http.close() };
}
