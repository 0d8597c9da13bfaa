import type { Language } from "@kartis/i18n/languages.ts";
import { fieldContext, findCards, getCardType, inScope, readScopeOf } from "../../cards/index.ts";
import type { Card, CardType } from "../../cards/schema.ts";
import type { Actor } from "../../kernel/actor.ts";
import { principalOf } from "../../kernel/actor.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import { isId, type UserId } from "../../kernel/id.ts";
import { templateFiller, type TemplateValues, textForCards } from "../../message-templates/index.ts";
import { findMember } from "../../organizations/index.ts";
import { findUser } from "../../users/index.ts";
import type { ActionContext } from "../actions/definition.ts";
import { after } from "../rules.ts";
import { type RelatedReader, relatedValues } from "./related-values.ts";

interface OnBehalf {
  readonly actor: Actor;
  readonly publisherId: UserId;
}
/** Values of variables besides the card's that texts may name. */
type Values = (language: Language) => Promise<TemplateValues>;

/** What the contexts of all cards have in common. */
async function commonOf({ actor, publisherId }: OnBehalf) {
  const principal = principalOf(actor);
  const [publisher, settings, cardScope] = await Promise.all([
    findUser(publisherId),
    fieldContext(principal),
    readScopeOf({ principal }),
  ]);
  const language = publisher?.language ?? "en";
  const cards = { findCards, getCardType, inScope };
  const template = templateFiller(language, { principal, cardScope, settings, cards });
  return { principal, publisherId, language, settings, cardScope, cards, template };
}

/** The context of an action for the card, on behalf of the automation's publisher. */
export async function actionContextOf(
  card: Card,
  type: CardType,
  {
    clock,
    values,
    read,
    ...onBehalf
  }: OnBehalf & { readonly clock: Clock; readonly values: Values; readonly read?: RelatedReader | undefined },
): Promise<ActionContext> {
  const ownerId = card.fields["owner"];
  const [common, owner] = await Promise.all([
    commonOf(onBehalf),
    isId("usr", ownerId) ? findMember(principalOf(onBehalf.actor).orgId, ownerId) : undefined,
  ]);
  return contextOf(card, type, { ...common, more: await values(common.language), read }, owner, clock);
}

/** The same for many cards: what they have in common is read once, and each owner once. */
export async function actionContexts(
  onBehalf: OnBehalf,
): Promise<(card: Card, type: CardType, clock: Clock, values: Values, read?: RelatedReader) => Promise<ActionContext>> {
  const common = await commonOf(onBehalf);
  const owners = new Map<UserId, ReturnType<typeof findMember>>();
  return async (card, type, clock, values, read) => {
    const ownerId = card.fields["owner"];
    const own = { ...common, more: await values(common.language), read };
    if (!isId("usr", ownerId)) return contextOf(card, type, own, undefined, clock);
    const owner = owners.get(ownerId) ?? findMember(common.principal.orgId, ownerId);
    owners.set(ownerId, owner);
    return contextOf(card, type, own, await owner, clock);
  };
}

function contextOf(
  card: Card,
  type: CardType,
  {
    principal,
    publisherId,
    language,
    settings,
    cardScope,
    cards,
    template,
    more,
    read,
  }: Awaited<ReturnType<typeof commonOf>> & { readonly more: TemplateValues; readonly read: RelatedReader | undefined },
  owner: Awaited<ReturnType<typeof findMember>>,
  clock: Clock,
): ActionContext {
  const timeZone = principal.settings?.timeZone ?? "UTC";
  const of = { principal, cardScope, settings, cards, at: instant(clock) };
  const written = { orgId: principal.orgId, language, timeZone, settings, cardScope };
  return {
    card,
    type,
    publisherId,
    owner: owner && owner.suspendedAt === null ? owner.userId : null,
    async text(template) {
      if (template === "") return "";
      const related = await relatedValues(template, card, type, written, read);
      return (await textForCards(template, [type], language, of, { ...more, ...related }))(card, type);
    },
    template: (templateId, email) => template(templateId, card, type, email),
    nowMs: clock.now(),
    timeZone,
    settings,
    later: (wait) => after(clock.now(), wait, timeZone),
  };
}
