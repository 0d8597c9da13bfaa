import * as z from "zod";
import { cardTypesOf, getCard, namesOfCards, readScopeOf, scopeOf } from "../cards/index.ts";
import type { CardNames } from "../cards/schema.ts";
import type { CardId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { openReplica } from "../replicas.ts";
import { figuresOf } from "./engine/days.ts";
import { isPressable } from "./engine/pressable.ts";
import { isLive } from "./engine/start.ts";
import { versionEntity } from "./entity.ts";
import {
  type Automation,
  AutomationRef,
  type AutomationVersion,
  ButtonsInput,
  ButtonsOfTypeInput,
  DefinitionSchema,
  ListAutomationsInput,
} from "./schema.ts";
import { readable } from "./secrets.ts";
import { lookupsFor, shownAutomation } from "./shown.ts";
import { automationsOf, getAutomation, type StoredAutomation } from "./store.ts";
import { isId } from "../kernel/id.ts";

const list = procedure({
  name: "automations.list",
  kind: "query",
  input: ListAutomationsInput,
  can: ["AUTOMATION", "read"],
  asksReplica: true,
  /** The organization's automations, optionally of one card type, oldest first. */
  async run({ cardTypeId }, { principal, clock }): Promise<Automation[]> {
    const { orgId } = principal;
    const [automations, figures, types] = await Promise.all([automationsOf(orgId), figuresOf(orgId, clock), cardTypesOf(orgId)]);
    const shown = automations.filter(({ typeId }) => cardTypeId === undefined || typeId === cardTypeId);
    const typeOf = ({ typeId }: { typeId: string }) => Promise.resolve(types.find(({ id }) => id === typeId));
    const lookups = lookupsFor(principal);
    const all = await Promise.all(
      shown.map((automation) => shownAutomation(automation, { principal, clock }, { figures, typeOf, lookups })),
    );
    return all.map((automation) => ({ ...automation, definition: readable(automation.definition, principal) }));
  },
});

const get = procedure({
  name: "automations.get",
  kind: "query",
  input: AutomationRef,
  can: ["AUTOMATION", "read"],
  async run({ automationId }, { principal, clock }): Promise<Automation> {
    const automation = await shownAutomation(await getAutomation(principal.orgId, automationId), { principal, clock });
    return { ...automation, definition: readable(automation.definition, principal) };
  },
});

const versions = procedure({
  name: "automations.versions",
  kind: "query",
  input: AutomationRef,
  can: ["AUTOMATION", "read"],
  /** The published versions, newest first. */
  async run({ automationId }, { principal }): Promise<AutomationVersion[]> {
    const { orgId } = principal;
    await getAutomation(orgId, automationId);
    const { data } = await versionEntity()
      .query.main({ orgId, automationId })
      .go({ consistent: true, pages: "all", order: "desc" });
    return data.flatMap(({ number, definition: stored, publishedBy, publishedAt }) => {
      const definition = readable(DefinitionSchema.parse(stored), principal);
      return isId("usr", publishedBy) ? [{ version: number, definition, publishedBy, publishedAt }] : [];
    });
  },
});

/** A button on a card's page. */
export interface CardButton {
  readonly automationId: Automation["id"];
  readonly label: string;
  /** Asked for confirmation before the run starts; empty for none. */
  readonly question: string;
}

const buttons = procedure({
  name: "automations.buttons",
  kind: "query",
  input: ButtonsInput,
  can: ["CARDS", "read"],
  plan: "any",
  /** The buttons of enabled automations whose conditions the card meets. Empty if the plan does not include automations. */
  async run({ cardId }, context): Promise<CardButton[]> {
    const { orgId, plan } = context.principal;
    if (plan && !plan.capabilities.includes("automation")) return [];
    const card = await getCard(orgId, await scopeOf(context), cardId);
    const candidates = (await automationsOf(orgId)).filter(({ isOn, typeId }) => isOn && typeId === card.typeId);
    const types = candidates.length > 0 ? await cardTypesOf(orgId) : [];
    const type = types.find(({ id }) => id === card.typeId);
    const shown = candidates.map(async (automation): Promise<readonly CardButton[]> => {
      const button = buttonIn(automation);
      if (button.length === 0 || !isLive(automation) || !type) return [];
      return (await isPressable(automation, card, type, context)) ? button : [];
    });
    return (await Promise.all(shown)).flat();
  },
});

/** Its button, if it is on and has one. */
function buttonIn(automation: StoredAutomation): readonly CardButton[] {
  const { id, live } = automation;
  if (!isLive(automation) || live?.definition.trigger.kind !== "buttonClicked") return [];
  const { label, question } = live.definition.trigger;
  return [{ automationId: id, label, question }];
}

const buttonsOfType = procedure({
  name: "automations.buttonsOfType",
  kind: "query",
  input: ButtonsOfTypeInput,
  can: ["CARDS", "update"],
  plan: "any",
  /** The buttons that can be pressed on cards of the type, whatever their conditions. Empty if the plan does not include automations. */
  async run({ typeId: wanted }, { principal: { orgId, plan } }): Promise<CardButton[]> {
    if (plan && !plan.capabilities.includes("automation")) return [];
    return (await automationsOf(orgId)).filter(({ typeId }) => typeId === wanted).flatMap(buttonIn);
  },
});

const names = procedure({
  name: "automations.names",
  kind: "query",
  input: z.object({}),
  can: { member: "a card's history names the automations that changed it, as it names people" },
  /** Names of the organization's automations by id. Deleted automations are absent. */
  run: async (_, { principal: { orgId } }): Promise<Readonly<Record<string, string>>> =>
    Object.fromEntries((await automationsOf(orgId)).map(({ id, name }) => [id, name])),
});

/** Names of the cards that the caller may see, including trashed ones, and which of them are trashed. */
export async function namesFor(
  context: OrgContext,
  cardIds: readonly CardId[],
): Promise<{ readonly names: CardNames; readonly isDeleted: (cardId: CardId) => boolean }> {
  const [replica, scope] = await Promise.all([openReplica(context.principal.orgId), readScopeOf(context)]);
  const asked = new Set(cardIds);
  const [names, present] = [namesOfCards(replica, scope, asked, "anywhere"), namesOfCards(replica, scope, asked)];
  return { names, isDeleted: (cardId) => cardId in names && !(cardId in present) };
}

export const queryProcedures = [list, get, versions, buttons, buttonsOfType, names] as const;
