import { useT } from "../../lib/i18n.tsx";
import type { Template } from "./templates.ts";

/** Name of a template: those that Kartis sends have theirs in the catalogues. */
export function useTemplateName(): (template: Pick<Template, "kind" | "name">) => string {
  const t = useT();
  return ({ kind, name }) => (kind ? (t.find(`messageTemplates.kind.${kind}`) ?? kind) : name);
}
