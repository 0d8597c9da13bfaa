/*
 * The texts of messages: those that Kartis sends by itself, in the organization's words, and those that people send. Owns: templates.
 * Invariant: a stored text can be parsed and names only variables that exist for it; values never add structure to it.
 * Records: template.create, template.update, template.delete.
 */
import type { OrgId } from "../kernel/id.ts";
import type { Message, MessageOf } from "./render.ts";

export { templateProcedures } from "./procedures.ts";
export { Link, type TemplateValues } from "./values.ts";

/** A message that Kartis sends, in the organization's words; null where the organization has switched it off. */
export async function renderKind(orgId: OrgId, message: MessageOf): Promise<Message | null> {
  const render = await import("./render.ts");
  return render.renderKind(orgId, message);
}
