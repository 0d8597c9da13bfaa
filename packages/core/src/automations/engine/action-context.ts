import type { Language } from "@kartis/i18n/languages.ts";
import { fieldContext, findCards, getCardType, inScope, readScopeOf } from "../../cards/index.ts";
import type { Card, CardType } from "../../cards/schema.ts";
import type { Actor } from "../../kernel/actor.ts";
import { principalOf } from "../../kernel/actor.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import { isId, type UserId } from "../../kernel/id.ts";
import { type TemplateValues, textForCards } from "../../message-templates/index.ts";
import { findMember } from "../../organizations/index.ts";
import { findUser } from "../../users/index.ts";
import type { ActionContext } from "../actions/definition.ts";
import { after } from "../rules.ts";

interface OnBehalf {
  readonly actor: Actor;
  readonly publisherId: UserId;
  readonly clock: Clock;
  /** Values of variables besides the card's that texts may name. */
  readonly values: (language: Language) => Promise<TemplateValues>;
}

/** The context of an action for the card, on behalf of the automation's publisher. */
export async function actionContextOf(
  card: Card,
  type: CardType,
  { actor, publisherId, clock, values }: OnBehalf,
): Promise<ActionContext> {
  const principal = principalOf(actor);
  const { owner: ownerId } = card.fields;
  const [publisher, owner, settings, cardScope] = await Promise.all([
    findUser(publisherId),
    isId("usr", ownerId) ? findMember(principal.orgId, ownerId) : undefined,
    fieldContext(principal),
    readScopeOf({ principal }),
  ]);
  const of = { principal, cardScope, settings, cards: { findCards, getCardType, inScope }, at: instant(clock) };
  const language = publisher?.language ?? "en";
  const more = await values(language);
  return {
    card,
    type,
    publisherId,
    owner: owner && owner.suspendedAt === null ? owner.userId : null,
    text: async (template) => (template === "" ? "" : (await textForCards(template, [type], language, of, more))(card, type)),
    later: (wait) => after(clock.now(), wait, principal.settings?.timeZone ?? "UTC"),
  };
}
