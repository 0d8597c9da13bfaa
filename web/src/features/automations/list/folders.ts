import { fold } from "@kartis/core/kernel/fold.ts";
import type { Automation } from "@kartis/core/automations/schema.ts";

/** The automations of a folder; of none if it is null. */
export interface Folder {
  readonly name: string | null;
  readonly automations: readonly Automation[];
}

/** The folders that there are, by name. */
export const foldersIn = (automations: readonly Pick<Automation, "folder">[], locale: string): readonly string[] =>
  [...new Set(automations.flatMap(({ folder }) => folder ?? []))].toSorted(new Intl.Collator(locale, { numeric: true }).compare);

/** The automations by folder, and at the end those in none. */
export function inFolders(automations: readonly Automation[], locale: string): readonly Folder[] {
  const names = [...foldersIn(automations, locale), null];
  const all = names.map((name) => ({ name, automations: automations.filter(({ folder }) => folder === name) }));
  return all.filter((folder) => folder.automations.length > 0);
}

/** The folder that is meant: one that is there, whatever its case, before a new one. */
export const folderNamed = (name: string, folders: readonly string[]): string =>
  folders.find((known) => fold(known) === fold(name.trim())) ?? name.trim();
