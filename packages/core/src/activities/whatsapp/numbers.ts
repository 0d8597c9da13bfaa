import { fieldContext, findCard, getCardType, readScopeOf } from "../../cards/index.ts";
import { chatsOfCards } from "../../chats/index.ts";
import { KartisError } from "../../kernel/error.ts";
import { type CardId, isId, type UserId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { dialled } from "../../sms/index.ts";
import { partsOf } from "../replica/timeline.ts";

interface Dialled {
  readonly phone: string;
  readonly label: string;
}

/**
 * The numbers at which the card can be reached: those of its fields, in their order, and those of its conversations. Throws INVALID_INPUT for a card that is out
 * of sight or in the trash.
 */
export async function numbersOf(
  cardId: CardId,
  context: Pick<OrgContext, "principal">,
): Promise<{ readonly numbers: readonly Dialled[]; readonly owner: UserId | null }> {
  const { orgId } = context.principal;
  const card = await findCard(orgId, await readScopeOf(context), cardId);
  if (!card || card.trashedAt) throw new KartisError("INVALID_INPUT", { fields: { cardId: "validation.relatedCard" } });
  const [type, settings, parts] = await Promise.all([
    getCardType(orgId, card.typeId),
    fieldContext(context.principal),
    partsOf(orgId, cardId),
  ]);
  const ofFields = type.fields.flatMap(({ id, type: fieldType, label }) => {
    const value = fieldType === "phone" ? card.fields[id] : undefined;
    const phone = typeof value === "string" ? dialled(value, { options: [], ...settings }) : undefined;
    return phone ? [{ phone, label }] : [];
  });
  const ofChats = (await chatsOfCards(orgId, [...parts])).map(({ phone, name }) => ({ phone, label: name ?? "WhatsApp" }));
  const owner = card.fields["owner"];
  const found = [...ofFields, ...ofChats].toReversed();
  return {
    numbers: [...new Map(found.map((one) => [one.phone, one])).values()].toReversed(),
    owner: isId("usr", owner) ? owner : null,
  };
}
