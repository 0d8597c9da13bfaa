import { type Clock, systemClock } from "@kartis/core/kernel/clock.ts";
import type { Actor } from "@kartis/core/kernel/actor.ts";
import { newId, type OrgId, type UserId } from "@kartis/core/kernel/id.ts";
import type { CallContext, Procedure } from "@kartis/core/kernel/procedure.ts";
import { findMembership } from "@kartis/core/organizations/index.ts";
import { calledIn } from "@kartis/core/words.ts";
import type * as z from "zod";

type Call = <Input extends z.ZodType, Output>(
  procedure: Procedure<string, "query" | "mutation", Input, Output>,
  input: z.input<Input>,
) => Promise<Output>;

/** Somebody in the demo, who calls procedures as from a page: with their own permissions and plan, and under their name in the journal. */
export interface DemoMember {
  readonly orgId: OrgId;
  readonly userId: UserId;
  readonly call: Call;
}

export const demoMember = (orgId: OrgId, userId: UserId): DemoMember => ({
  orgId,
  userId,
  async call(procedure, input) {
    const membership = (await findMembership(userId, orgId)) ?? null;
    const actor = { kind: "user", userId, sessionId: newId("ses"), membership } as const;
    return procedure.call(input, contextOf(actor, systemClock));
  },
});

/** Somebody without an account. @param clock theirs, which may be behind */
export const visitor =
  (clock: Clock): Call =>
  (procedure, input) =>
    procedure.call(input, contextOf({ kind: "anonymous" }, clock));

const contextOf = (actor: Actor, clock: Clock): CallContext => ({
  actor,
  clock,
  requestId: newId("req"),
  origin: "ui",
  ...calledIn("en"),
  client: { address: "127.0.0.1", userAgent: "demo" },
  setCookie: () => undefined,
});

/** The procedure of that name in a domain's list, with its types. */
export function named<const List extends readonly Procedure[], Name extends List[number]["name"]>(
  list: List,
  name: Name,
): Extract<List[number], { name: Name }> {
  const found = list.find((one): one is Extract<List[number], { name: Name }> => one.name === name);
  if (!found) throw new Error(`There is no procedure ${name}`);
  return found;
}
