import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";
import { procedure } from "../kernel/procedure.ts";
import { sendableTemplates } from "../message-templates/index.ts";
import { allSteps, type AutomationId, type Definition, type NamedTemplate } from "./schema.ts";
import { automationsOf, type StoredAutomation } from "./store.ts";

const templatesIn = ({ steps }: Definition): readonly string[] =>
  allSteps(steps).flatMap((step) => {
    const settings: object = step.kind === "action" ? step.action : {};
    return "templateId" in settings && typeof settings.templateId === "string" ? settings.templateId : [];
  });

/** The message templates that the automation sends, in its draft or as it runs. */
const templatesOf = ({ draft, live }: Pick<StoredAutomation, "draft" | "live">): readonly string[] =>
  [draft, ...(live ? [live.definition] : [])].flatMap(templatesIn);

const templates = procedure({
  name: "automations.templates",
  kind: "query",
  input: z.object({}),
  can: ["AUTOMATION", "read"],
  /** The message templates that the caller may use, and the names of those that automations send, which the caller can read as well. */
  async run(_, { principal }): Promise<NamedTemplate[]> {
    const { orgId } = principal;
    const [sendable, automations] = await Promise.all([sendableTemplates(orgId, principal), automationsOf(orgId)]);
    const named = new Set(automations.flatMap(templatesOf));
    return sendable
      .filter(({ id, isOffered }) => isOffered || named.has(id))
      .toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
  },
});

/** An automation that sends a message template. */
export interface TemplateUser {
  readonly automationId: AutomationId;
  readonly name: string;
  readonly isOn: boolean;
}

const ofTemplate = procedure({
  name: "automations.ofTemplate",
  kind: "query",
  input: z.object({ templateId: idSchema("tpl") }),
  can: ["AUTOMATION", "read"],
  /** The automations that send the template, in their draft or as they run, oldest first. */
  run: async ({ templateId }, { principal: { orgId } }): Promise<TemplateUser[]> =>
    (await automationsOf(orgId))
      .filter((automation) => templatesOf(automation).includes(templateId))
      .map(({ id: automationId, name, isOn }) => ({ automationId, name, isOn })),
});

export const templateProcedures = [templates, ofTemplate] as const;
