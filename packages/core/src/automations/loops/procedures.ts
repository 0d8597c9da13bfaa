import { procedure } from "../../kernel/procedure.ts";
import type { CardTypeId } from "../../kernel/id.ts";
import type { Action } from "../actions/list.ts";
import { type AutomationId, LoopsInput } from "../schema.ts";
import { automationsOf, definitionIn, getAutomation } from "../store.ts";
import type { Trigger } from "../triggers/list.ts";
import { loopsThrough, mayEnd } from "./loops.ts";

/** An automation in a loop: what starts it, and what it does that starts the next one. */
export interface LoopNode {
  readonly automationId: AutomationId;
  readonly name: string;
  readonly cardTypeId: CardTypeId;
  readonly trigger: Trigger;
  readonly stepId: string;
  readonly action: Action;
}

/** Automations of which each starts the next, and the last one the first. */
export interface Loop {
  readonly nodes: readonly LoopNode[];
  /** Whether conditions may end it; otherwise it goes around until Kartis stops it. */
  readonly mayEnd: boolean;
}

/** At most this many loops are listed: one is reason enough to look. */
const mostLoops = 3;

const loops = procedure({
  name: "automations.loops",
  kind: "query",
  input: LoopsInput,
  can: ["AUTOMATION", "read"],
  /**
   * The loops that the draft, or the published version, would be part of, with the automations that are on, shortest first. Throws CONFLICT without a published
   * version.
   */
  async run({ automationId, of }, { principal }): Promise<Loop[]> {
    const { orgId } = principal;
    const [own, all] = await Promise.all([getAutomation(orgId, automationId), automationsOf(orgId)]);
    const others = all.flatMap(({ id, typeId, name, isOn, live }) =>
      isOn && live && id !== automationId ? [{ id, typeId, name, definition: live.definition }] : [],
    );
    const automations = [{ ...own, definition: definitionIn(own, of) }, ...others];
    const byId = new Map(automations.map((automation) => [automation.id, automation]));
    return loopsThrough(automationId, automations)
      .slice(0, mostLoops)
      .map((links) => ({
        nodes: links.flatMap(({ from, stepId, action }) => {
          const node = byId.get(from);
          if (!node) return [];
          const { id, name, typeId: cardTypeId, definition } = node;
          return [{ automationId: id, name, cardTypeId, trigger: definition.trigger, stepId, action }];
        }),
        mayEnd: mayEnd(links),
      }));
  },
});

export const loopProcedures = [loops] as const;
