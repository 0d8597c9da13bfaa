/*
 * Setting up an organization: its founder, plan, and what its template brings, in one transaction; later its settings. Owns nothing of its own.
 * Invariant: there is no organization without an owner and its card types.
 * Records: organization.create, organization.update, cardType.create, view.create.
 */
import { translator } from "@kartis/i18n/translate.ts";
import type * as z from "zod";
import { cardTypeCreation } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { KartisError } from "../kernel/error.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { countFounding } from "../identity/index.ts";
import { newId, type OrgId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import {
  attach,
  type Organization,
  organizationChoice,
  organizationCreation,
  presetRolesFor,
  requireParent,
  settingsFor,
} from "../organizations/index.ts";
import { commitMetered, plans } from "../plans/index.ts";
import { cardTypesOfTemplate, describeTemplates, viewsOfTemplate } from "../welcome-templates/index.ts";
import { findUser, type User } from "../users/index.ts";
import { viewCreation } from "../views/index.ts";
import { CreateOrganizationInput, TemplatesInput } from "./schema.ts";
import { acceptNumbers, settingsProcedures } from "./settings.ts";

const listTemplates = procedure({
  name: "organizations.templates",
  kind: "query",
  input: TemplatesInput,
  can: { signedIn: "what a new organization could start with" },
  run: async ({ language }) => describeTemplates(await translator(language)),
});

const create = procedure({
  name: "organizations.create",
  kind: "mutation",
  input: CreateOrganizationInput,
  can: { signedIn: "who founds an organization becomes its owner" },
  async run(input, context): Promise<{ orgId: OrgId }> {
    const founder = await findUser(context.actor.userId);
    if (!founder) throw new KartisError("UNAUTHORIZED");
    await countFounding(founder.id, context.clock);
    const { orgId } = await foundOrganization(input, founder, context.actor, context.requestId, context.clock);
    context.setCookie(organizationChoice(orgId));
    return { orgId };
  },
});

const createChild = procedure({
  name: "organizations.createChild",
  kind: "mutation",
  input: CreateOrganizationInput,
  can: ["ORGANIZATION", "update"],
  whileImpersonating: false,
  /** A new organization with the caller as its owner, attached to this one. Throws PRECONDITION_FAILED if this one is a child itself. */
  async run(input, context): Promise<{ orgId: OrgId }> {
    const { userId, systemRole, orgId: parentId } = context.principal;
    if (systemRole !== "OWNER" || !userId) throw new KartisError("FORBIDDEN", { messageKey: "errors.onlyOwner" });
    const founder = await findUser(userId);
    if (!founder) throw new KartisError("UNAUTHORIZED");
    await requireParent(parentId);
    const { actor, requestId, clock, origin } = context;
    const { orgId } = await foundOrganization(input, founder, actor, requestId, clock);
    await attach({ orgId, actor, clock, requestId, origin }, userId, async () => ({
      parent: await requireParent(parentId),
      writes: [],
    }));
    return { orgId };
  },
});

/**
 * Creates an organization on trial with its owner and its template's card types and views, in one transaction. Throws INVALID_INPUT for an invalid phone
 * number.
 */
export async function foundOrganization(
  { name, phone, language, template, timeZone, region }: z.output<typeof CreateOrganizationInput>,
  founder: User,
  actor: Actor,
  requestId: string,
  clock: Clock,
): Promise<{ orgId: OrgId; types: CardType[] }> {
  const settings = settingsFor(language, phone, { timeZone, region });
  const numbers = acceptNumbers({ phone: phone ?? "" }, settings);
  const now = clock.now();
  const organization: Organization = {
    id: newId("org", now),
    name,
    phone: numbers.phone,
    language,
    ...settings,
    plan: { type: "TRIAL", endsAt: new Date(now + plans.TRIAL.trialDays * 86_400_000).toISOString() },
  };
  const orgId = organization.id;
  const t = await translator(language);
  const types = cardTypesOfTemplate(template, t, settings.currency, now);
  const views = viewsOfTemplate(types, t, now);
  await commitMetered(
    { orgId, actor, clock, requestId, origin: "ui" },
    async (at) => {
      const creation = organizationCreation(organization, founder, at);
      const roles = presetRolesFor(orgId, t, now);
      const typeCreations = types.map((type) => cardTypeCreation(orgId, type));
      const viewCreations = views.map((view) => viewCreation(orgId, view));
      return {
        writes: [
          ...creation.writes,
          ...roles.writes,
          ...typeCreations.flatMap((type) => type.writes),
          ...viewCreations.flatMap((view) => view.writes),
        ],
        records: [creation.change, ...roles.changes, ...[...typeCreations, ...viewCreations].map(({ change }) => change)].map(
          (change) => ({
            changes: [change],
          }),
        ),
        result: undefined,
      };
    },
    null,
  );
  return { orgId, types };
}

export const onboardingProcedures = [listTemplates, create, createChild, ...settingsProcedures] as const;
