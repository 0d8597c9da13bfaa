import { automationProcedures } from "@kartis/core/automations/index.ts";
import { recipes } from "@kartis/core/automations/recipes/list.ts";
import type { Definition } from "@kartis/core/automations/schema.ts";
import { cardProcedures } from "@kartis/core/cards/index.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { createTranslate } from "@kartis/i18n/create-translate.ts";
import words from "@kartis/i18n/catalogues/en/automations.json" with { type: "json" };
import { type DemoMember, named } from "./member.ts";

const t = createTranslate("en", { automations: words });

/** Values above this are large deals, in minor units: 100,000 of the currency. */
const largeDeal = 10_000_000;

/**
 * Publishes automations from recipes and one with conditions, and then does what starts them, so that their log has runs. They run in the cloud as everybody's do:
 * their tasks, notifications and mails come within seconds.
 */
export async function makeAutomations(
  noa: DemoMember,
  types: ReadonlyMap<string, CardType>,
  newest: ReadonlyMap<string, readonly CardId[]>,
): Promise<void> {
  const [leads, deals] = [typeOf(types, "leads"), typeOf(types, "deals")];
  await publish(noa, leads, ...recipe("welcomeTask", leads));
  await publish(noa, leads, ...recipe("whatsappNotice", leads));
  await publish(noa, leads, ...recipe("meetingButton", leads));
  await publish(noa, deals, ...recipe("statusNotice", deals));
  await publish(noa, deals, "Plan large deals that move on", largeDeals(deals));
  const [name, definition] = recipe("feedback", leads);
  await noa.call(named(automationProcedures, "automations.create"), { cardTypeId: leads.id, name, definition });

  for (const lead of ["Foxglove Nursery", "בית הבד גולן", "Tisza Hűtőház"])
    await noa.call(named(cardProcedures, "cards.create"), { typeId: leads.id, fields: { name: lead } });
  const stages = statusesOf(deals);
  for (const [at, cardId] of (newest.get("deals") ?? []).slice(-6).entries())
    await noa.call(named(cardProcedures, "cards.update"), { cardId, fields: { status: stages[2 + (at % 3)] ?? null } });
}

function largeDeals(type: CardType): Definition {
  const value = type.fields.find((field) => field.type === "currency");
  if (!value) throw new Error("Deals have no value");
  const notice = "A large deal has moved on";
  return {
    trigger: { kind: "statusChanged", from: [], to: statusesOf(type).slice(2, 5) },
    filter: { fieldId: value.id, operator: "GREATER_THAN", value: largeDeal },
    steps: [
      { id: "notice", kind: "action", action: { kind: "notify", text: notice, owner: true, memberIds: [], roleIds: [] } },
      {
        id: "task",
        kind: "action",
        action: {
          kind: "createTask",
          title: "Plan the installation at {{ card.name }}",
          description: "",
          due: { amount: 2, unit: "days" },
          assignee: "owner",
          priority: "HIGH",
          reminder: null,
        },
      },
    ],
  };
}

async function publish(noa: DemoMember, type: CardType, name: string, definition: Definition): Promise<void> {
  const made = await noa.call(named(automationProcedures, "automations.create"), { cardTypeId: type.id, name, definition });
  await noa.call(named(automationProcedures, "automations.publish"), { automationId: made.id });
}

function recipe(id: string, type: CardType): [string, Definition] {
  const found = recipes.find((one) => one.id === id);
  const definition = found?.make({ type, t });
  if (!found || !definition || "missing" in definition) throw new Error(`The demo's ${type.slug} have no recipe ${id}`);
  return [t(found.name), definition];
}

function typeOf(types: ReadonlyMap<string, CardType>, slug: string): CardType {
  const type = types.get(slug);
  if (!type) throw new Error(`The demo has no ${slug}`);
  return type;
}

const statusesOf = ({ fields }: CardType): string[] =>
  fields.find(({ id }) => id === "status")?.options.map(({ id }) => id) ?? [];
