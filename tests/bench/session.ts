import { randomUUID } from "node:crypto";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { isId, type UserId } from "@kartis/core/kernel/id.ts";
import * as z from "zod";
import { mailedCode } from "../support/mailbox.ts";
import { newMember } from "../support/people.ts";
import { type Http, keptOpen } from "./http.ts";

const Answer = z.object({ result: z.object({ data: z.unknown() }) });

/** A session over HTTP, in an organization of its own. */
export interface Session {
  call(procedure: string, input: unknown): Promise<unknown>;
  readonly cookies: ReadonlyMap<string, string>;
  readonly orgId: string;
  close(): void;
}

/** As many colleagues ask in turn: the time that one person's questions may take in a row is bounded (`data/replica/question-time.ts`). */
const askers = 24;

/** What the session's organization asks: each question comes from another of its administrators. */
export async function askingInTurn(
  origin: string,
  { orgId }: Session,
): Promise<Session["call"] & { people: readonly UserId[]; close: () => void }> {
  if (!isId("org", orgId)) throw new Error("No organization");
  const http = keptOpen(origin);
  const seats: Session["call"][] = [];
  const people: UserId[] = [];
  for (let seat = 0; seat < askers; seat++) {
    const { cookies, userId } = await newMember({ orgId, clock: systemClock }, { systemRole: "ADMIN" });
    seats.push(callingWith(http, cookies));
    people.push(userId);
  }
  let next = 0;
  const ask = (procedure: string, input: unknown) => (seats[next++ % askers] ?? expectSeat())(procedure, input);
  return Object.assign(ask, { people, close: () => http.close() });
}
const expectSeat = (): never => {
  throw new Error("Nobody asks");
};

function callingWith(http: Http, cookies: Map<string, string>): Session["call"] {
  return async (procedure, input) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await http.post(`/api/trpc/${procedure}`, JSON.stringify(input), { cookie, "x-request-id": randomUUID() });
    if (response.status !== 200) throw new Error(`${procedure}: ${response.status} ${response.body.slice(0, 500)}`);
    for (const line of [response.headers["set-cookie"] ?? []].flat()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      cookies.set(name, value);
    }
    return Answer.parse(JSON.parse(response.body)).result.data;
  };
}

/** Signs up and founds an organization through the public API. */
export async function openSession(origin: string): Promise<Session> {
  const http = keptOpen(origin);
  const cookies = new Map<string, string>();
  const call = callingWith(http, cookies);
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
