import * as z from "zod";
import type { CardType } from "../../cards/schema.ts";
import { isId } from "../../kernel/id-form.ts";
import type { Channel } from "../../message-templates/kinds/definition.ts";
import type { Problem } from "../triggers/definition.ts";
import type { Lookups } from "./definition.ts";

/* Settings of actions that send either a text of their own or a message template. */

/** A template that people made; empty while it is still to be chosen, which no draft is saved with. */
export const templateId = z
  .string()
  .min(1, "automations.problem.noTemplate")
  .refine((id) => id === "" || isId("tpl", id), "automations.problem.template");

/** Refuses a text beside a template, and neither of them. @param required the texts, with the catalogue key of each that is missing */
export const textOrTemplate =
  <Name extends string>(required: Readonly<Record<Name, string>>) =>
  (config: Readonly<Partial<Record<Name, string>>> & { readonly templateId?: string | undefined }, context: z.RefinementCtx) => {
    const names = Object.keys(required) as Name[]; // the keys of the object
    const written = names.filter((name) => config[name]);
    if (config.templateId === undefined)
      for (const name of names)
        if (!written.includes(name)) context.addIssue({ code: "custom", path: [name], message: required[name] });
    if (config.templateId !== undefined && written.length > 0)
      context.addIssue({ code: "custom", path: ["templateId"], message: "automations.problem.textAndTemplate" });
  };

/** Why whoever publishes the automation cannot send the template to cards of the type. */
export async function problemsOfTemplate(
  chosen: string,
  channel: Channel,
  type: CardType,
  { template }: Lookups,
): Promise<readonly Problem[]> {
  const found = await template(chosen);
  const message = !found
    ? "automations.problem.template"
    : found.channel !== channel
      ? "automations.problem.templateChannel"
      : found.cardTypeId !== null && found.cardTypeId !== type.id
        ? "automations.problem.templateType"
        : found.isOffered
          ? undefined
          : "automations.problem.templateRights";
  return message ? [{ path: "templateId", message }] : [];
}
