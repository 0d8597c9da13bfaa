/*
 * Setting up an organization: its founder, plan, and what its template brings, in one transaction. Owns nothing of its own.
 * Invariant: there is no organization without an owner and its card types.
 * Records: organization.create, cardType.create.
 */
import { translator } from "@kartis/i18n/translate.ts";
import { phone as phoneField } from "../cards/fields/contact.ts";
import { cardTypeCreation } from "../cards/index.ts";
import { commit } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import { newId, type OrgId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { type Organization, organizationCookie, organizationCreation, settingsFor } from "../organizations/index.ts";
import { plans } from "../plans/plans.ts";
import { cardTypesOfTemplate, describeTemplates } from "../templates/index.ts";
import { findUser } from "../users/index.ts";
import { CreateOrganizationInput, TemplatesInput } from "./schema.ts";

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
  async run({ name, phone, language, template }, context): Promise<{ orgId: OrgId }> {
    const settings = settingsFor(language, phone);
    const parsedPhone = phone
      ? phoneField.accept(phone, { options: [], currency: settings.currency, region: settings.region })
      : undefined;
    if (parsedPhone && !parsedPhone.ok) throw new KartisError("INVALID_INPUT", { fields: { phone: parsedPhone.message } });
    const founder = await findUser(context.actor.userId);
    if (!founder) throw new KartisError("UNAUTHORIZED");
    const now = context.clock.now();
    const organization: Organization = {
      id: newId("org", now),
      name,
      phone: parsedPhone?.value ?? null,
      language,
      ...settings,
      plan: { type: "TRIAL", endsAt: new Date(now + plans.TRIAL.trialDays * 86_400_000).toISOString() },
    };
    const orgId = organization.id;
    const types = cardTypesOfTemplate(template, await translator(language), settings.currency, now).map((type) =>
      cardTypeCreation(orgId, type),
    );
    await commit(
      { orgId, actor: context.actor, clock: context.clock, requestId: context.requestId, origin: context.origin },
      async (at) => {
        const creation = organizationCreation(organization, founder, at);
        return {
          writes: [...creation.writes, ...types.map((type) => type.write)],
          records: [creation.change, ...types.map((type) => type.change)].map((change) => ({ changes: [change] })),
          result: undefined,
        };
      },
    );
    context.setCookie({ name: organizationCookie, value: orgId, maxAgeSeconds: 365 * 86_400 });
    return { orgId };
  },
});

export const onboardingProcedures = [listTemplates, create] as const;
