import { type EditorDraft, hasSetting } from "./draft.ts";

/** Path of what is wrong → catalogue key. Paths name items by their id: `fields.fld_1.label`. */
export type Problems = Readonly<Record<string, string>>;

const slugForm = /^[a-z0-9][a-z0-9-]{0,63}$/;
const keyForm = /^[a-z][a-zA-Z0-9_]{0,63}$/;

const same = (text: string): string => text.trim().toLocaleLowerCase();

function counted(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(same(text), (counts.get(same(text)) ?? 0) + 1);
  return counts;
}

/** Problems that can be found without asking the server, all of them. */
export function problemsOf(draft: EditorDraft, otherSlugs: ReadonlySet<string>, otherApiNames: ReadonlySet<string>): Problems {
  const problems: Record<string, string> = {};
  const require = (path: string, text: string) => {
    if (text.trim() === "") problems[path] = "validation.required";
  };
  require("name", draft.name);
  require("pluralName", draft.pluralName);
  if (!slugForm.test(draft.slug)) problems["slug"] = "cardTypes.problem.slug";
  else if (otherSlugs.has(draft.slug)) problems["slug"] = "cardTypes.problem.slugTaken";
  if (!keyForm.test(draft.apiName)) problems["apiName"] = "cardTypes.problem.key";
  else if (otherApiNames.has(draft.apiName)) problems["apiName"] = "cardTypes.problem.apiNameTaken";

  const keys = counted(draft.fields.map((field) => field.key));
  const labels = counted(draft.fields.map((field) => field.label));
  for (const field of draft.fields) {
    const at = `fields.${field.id}`;
    require(`${at}.label`, field.label);
    if (field.label.trim() !== "" && (labels.get(same(field.label)) ?? 0) > 1)
      problems[`${at}.label`] = "cardTypes.problem.labelTaken";
    if (!keyForm.test(field.key)) problems[`${at}.key`] = "cardTypes.problem.key";
    else if ((keys.get(same(field.key)) ?? 0) > 1) problems[`${at}.key`] = "cardTypes.problem.keyTaken";
    if (hasSetting(field.type, "options") && field.options.length === 0)
      problems[`${at}.options`] = "cardTypes.problem.noOptions";
    for (const option of field.options) require(`${at}.options.${option.id}`, option.label);
    if (field.min !== undefined && field.max !== undefined && field.min > field.max)
      problems[`${at}.max`] = "cardTypes.problem.range";
    if (hasSetting(field.type, "relation") && !field.relation) problems[`${at}.relation`] = "validation.required";
  }

  const stepOf = new Map<string, string>();
  for (const process of draft.processes) {
    const at = `processes.${process.id}`;
    require(`${at}.name`, process.name);
    if (process.steps.length < 2) problems[`${at}.steps`] = "cardTypes.problem.steps";
    for (const { statusId } of process.steps) {
      const other = stepOf.get(statusId);
      if (other) problems[`${at}.steps`] = "cardTypes.problem.stepTwice";
      stepOf.set(statusId, process.id);
    }
  }
  for (const view of draft.relationViews) {
    require(`relationViews.${view.id}.title`, view.title);
    if (view.fieldId === "") problems[`relationViews.${view.id}.fieldId`] = "validation.required";
  }
  for (const layout of draft.layouts) {
    if (!layout.isFirst) require(`layouts.${layout.id}.title`, layout.title);
  }
  return problems;
}

export const sections = ["general", "fields", "statuses", "processes", "layouts", "related"] as const;
export type Section = (typeof sections)[number];

/** Section in which a problem is shown. */
export function sectionOf(path: string): Section {
  if (path.startsWith("fields.status")) return "statuses";
  if (path.startsWith("fields")) return "fields";
  if (path.startsWith("processes")) return "processes";
  if (path.startsWith("layouts")) return "layouts";
  if (path.startsWith("relationViews")) return "related";
  return "general";
}
