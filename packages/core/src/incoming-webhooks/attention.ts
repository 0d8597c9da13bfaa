import type { findCardType } from "../cards/index.ts";
import type { CardType, Field } from "../cards/schema.ts";
import { canMatch } from "../imports/rules.ts";
import type { CardTypeId, OrgId, UserId } from "../kernel/id.ts";
import { membersOf } from "../organizations/index.ts";
import type { incomingModes, IntakeAttention } from "./rules.ts";

/** What of a webhook or form others can change under it. */
interface Standing {
  readonly typeId: CardTypeId;
  readonly userId: UserId;
  readonly mode: (typeof incomingModes)[number];
  readonly matchFieldId?: string | undefined;
}

/** The field by which what is sent finds its card; undefined if that is gone, or of a type that identifies nothing any more. */
export const matchFieldOf = ({ fields }: Pick<CardType, "fields">, matchFieldId: string | undefined): Field | undefined =>
  fields.find((field) => field.id === matchFieldId && canMatch(field));

/**
 * Why nothing that is sent to them becomes a card, though they take it, by the intake; those that work are absent.
 * @param deps given, so that what only receives comes without everything else about cards; `lacks`: whether the fields that the type needs are not all asked for
 */
export async function attentionsOf<Intake extends Standing & { readonly state: string }>(
  orgId: OrgId,
  intakes: readonly Intake[],
  deps: { readonly findCardType: typeof findCardType; readonly lacks?: (intake: Intake, type: CardType) => boolean },
): Promise<ReadonlyMap<Intake, IntakeAttention>> {
  const active = intakes.filter(({ state }) => state === "active");
  if (active.length === 0) return new Map();
  const typeIds = [...new Set(active.map(({ typeId }) => typeId))];
  const [types, members] = await Promise.all([
    Promise.all(typeIds.map((typeId) => deps.findCardType(orgId, typeId))),
    membersOf(orgId),
  ]);
  function attentionOf(intake: Intake): IntakeAttention | undefined {
    const type = types.find((one) => one?.id === intake.typeId);
    if (!type) return "typeGone";
    if (!members.some(({ userId, suspendedAt }) => userId === intake.userId && !suspendedAt)) return "noMember";
    if (intake.mode === "createOrUpdate" && !matchFieldOf(type, intake.matchFieldId)) return "matchGone";
    return deps.lacks?.(intake, type) ? "fieldsMissing" : undefined;
  }
  return new Map(
    active.flatMap((intake) => {
      const attention = attentionOf(intake);
      return attention ? [[intake, attention] as const] : [];
    }),
  );
}
