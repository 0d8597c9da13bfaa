import { calledIn } from "@kartis/core/words.ts";
import { authenticate, deviceCookie } from "@kartis/core/identity/index.ts";
import { startSession } from "@kartis/core/identity/sessions.ts";
import { createUser } from "@kartis/core/users/index.ts";
import { onboardingProcedures } from "@kartis/core/onboarding/index.ts";
import { systemClock, type Clock } from "@kartis/core/kernel/clock.ts";
import type { Language } from "@kartis/i18n/languages.ts";
import { newId, type OrgId, type RoleId, type UserId } from "@kartis/core/kernel/id.ts";
import { addMember, organizationCookie } from "@kartis/core/organizations/index.ts";
import type { CallContext, Procedure } from "@kartis/core/kernel/procedure.ts";
import type { Actor } from "@kartis/core/kernel/actor.ts";
import type * as z from "zod";

type ProcedureNamed<List extends readonly Procedure[], Name extends string> = Extract<List[number], { name: Name }>;

/** The procedure of that name out of a domain's list, with its types. */
export function named<const List extends readonly Procedure[], Name extends List[number]["name"]>(
  list: List,
  name: Name,
): ProcedureNamed<List, Name> {
  const found = list.find((candidate): candidate is ProcedureNamed<List, Name> => candidate.name === name);
  if (!found) throw new Error(`There is no procedure ${name}`);
  return found;
}

/** A person's browser: keeps cookies, and calls procedures as the person they identify. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly clock: Clock;
  address = "127.0.0.1";
  userAgent = "test";
  /** Language of the page they look at; null without a page. */
  language: Language | null = null;

  constructor(clock: Clock = systemClock) {
    this.clock = clock;
  }

  actor(): Promise<Actor> {
    return authenticate(this.cookies, this.clock);
  }

  async call<Input extends z.ZodType, Output>(
    procedure: Procedure<string, "query" | "mutation", Input, Output>,
    input: z.input<Input>,
  ): Promise<Output> {
    return procedure.call(input, await this.context());
  }

  async context(): Promise<CallContext> {
    const device = this.cookies.get(deviceCookie);
    return {
      actor: await this.actor(),
      clock: this.clock,
      requestId: newId("req"),
      origin: "ui",
      client: { address: this.address, userAgent: this.userAgent, ...(device === undefined ? {} : { device }) },
      ...calledIn(this.language),
      setCookie: ({ name, value, maxAgeSeconds }) => {
        if (maxAgeSeconds === 0) this.cookies.delete(name);
        else this.cookies.set(name, value);
      },
    };
  }
}

/** A visitor who has signed up and founded an organization. */
export interface Owner extends Visitor {
  readonly orgId: OrgId;
  readonly userId: UserId;
}

let counter = 0;

/** Makes the account that a confirmed sign-up makes, and signs the visitor in: hundreds of tests need somebody, and one of them tests how one becomes so. */
async function join(visitor: Visitor, { name, email }: { name: string; email: string }): Promise<UserId> {
  const userId = await createUser({ name, email, language: "en", passwordHash: undefined }, visitor.clock);
  await startSession(userId, await visitor.context());
  return userId;
}

/** Signs somebody up and founds an organization with the sales template. */
export async function newOwner(
  options: {
    clock?: Clock;
    language?: "en" | "he" | "hu" | "ru";
    template?: "sales" | "empty" | "real-estate" | "field-services";
    phone?: string;
  } = {},
): Promise<Owner> {
  const visitor = new Visitor(options.clock);
  const number = ++counter;
  // An address of their own each: attempts are counted by it.
  visitor.address = `10.0.${number >> 8}.${number & 255}`;
  const account = { name: `Owner ${number}`, email: `owner${number}.${process.pid}@example.com` };
  const userId = await join(visitor, account);
  const { orgId } = await visitor.call(named(onboardingProcedures, "organizations.create"), {
    name: `Firm ${number}`,
    language: options.language ?? "en",
    template: options.template ?? "sales",
    ...(options.phone ? { phone: options.phone } : {}),
  });
  return Object.assign(visitor, { orgId, userId });
}

/** A visitor who has signed up and works in the owner's organization: as a basic member with the role, or as an administrator. */
export async function newMember(
  owner: Pick<Owner, "orgId" | "clock">,
  { roleId, systemRole = "BASIC" }: { roleId?: RoleId; systemRole?: "ADMIN" | "BASIC" },
): Promise<Owner> {
  const visitor = new Visitor(owner.clock);
  const number = ++counter;
  visitor.address = `10.0.${number >> 8}.${number & 255}`;
  const name = `Member ${number}`;
  const email = `member${number}.${process.pid}@example.com`;
  const userId = await join(visitor, { name, email });
  await addMember(
    owner.orgId,
    "Firm",
    { id: userId, name, email, language: "en" },
    { systemRole, roleId: roleId ?? null },
    owner.clock,
  );
  visitor.cookies.set(organizationCookie, owner.orgId);
  return Object.assign(visitor, { orgId: owner.orgId, userId });
}
