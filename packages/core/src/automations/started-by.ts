import * as z from "zod";
import { CardTypeIdSchema, FieldValuesSchema } from "../cards/schema.ts";
import { importModes } from "../imports/schema.ts";
import type { CardTypeId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { isLive } from "./engine/start.ts";
import type { Effect } from "./loops/effect.ts";
import type { AutomationId } from "./schema.ts";
import { automationsOf } from "./store.ts";
import { triggerOf } from "./triggers/list.ts";

/** A change to many cards: an edit of fields, or an import that fills these. */
const ChangeOfManySchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("edit"), fields: FieldValuesSchema }),
  z.object({ kind: z.literal("import"), mode: z.enum(importModes), fieldIds: z.array(z.string().max(100)).max(200) }),
]);
export type ChangeOfMany = z.output<typeof ChangeOfManySchema>;

/** An automation that a change to many cards can start. */
export interface StartedAutomation {
  readonly automationId: AutomationId;
  readonly name: string;
}

const startedBy = procedure({
  name: "automations.startedBy",
  kind: "query",
  input: z.object({ cardTypeId: CardTypeIdSchema, change: ChangeOfManySchema }),
  can: { member: "a card's history names the automations that changed it, as it names people" },
  plan: "any",
  /**
   * The automations that an import or a bulk edit of cards of the type starts if it is asked to (`startAutomations`), oldest first; their conditions decide for each
   * card. Empty if the plan does not include automations.
   */
  async run({ cardTypeId, change }, { principal: { orgId, plan } }): Promise<StartedAutomation[]> {
    if (plan && !plan.capabilities.includes("automation")) return [];
    const effects = effectsOf(change, cardTypeId);
    return (await automationsOf(orgId))
      .filter(isLive)
      .filter(({ typeId, live: { definition } }) => typeId === cardTypeId && isStartedByAny(definition.trigger, effects))
      .map(({ id: automationId, name }) => ({ automationId, name }));
  },
});

const isStartedByAny = (trigger: Parameters<typeof triggerOf>[0], effects: readonly Effect[]): boolean =>
  effects.some((effect) => triggerOf(trigger).startedBy?.(trigger, effect));

/** Values of an import are known only row by row. */
function effectsOf(change: ChangeOfMany, typeId: CardTypeId): Effect[] {
  const edits = change.kind === "edit" ? Object.entries(change.fields) : change.fieldIds.map((id) => [id, undefined] as const);
  const edited = edits.map(([fieldId, value]): Effect => ({ kind: "fieldChanged", typeId, fieldId, value }));
  if (change.kind === "edit" || change.mode === "update") return edited;
  // Whoever imports owns what the file gives no owner.
  const created: Effect = { kind: "cardCreated", typeId, fields: { owner: undefined, ...Object.fromEntries(edits) } };
  return change.mode === "create" ? [created] : [created, ...edited];
}

export const startedByProcedures = [startedBy] as const;
