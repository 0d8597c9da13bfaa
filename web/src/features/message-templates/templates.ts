import type { FileReference } from "@kartis/core/files/schema.ts";
import type { Language } from "@kartis/i18n/languages.ts";
import { languages } from "@kartis/i18n/languages.ts";
import { trpc } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import type { RouterOutputs } from "../../lib/types.ts";

export type Template = RouterOutputs["templates"]["list"]["templates"][number];
export type Version = RouterOutputs["templates"]["versions"]["rows"][number];
export type Variable = RouterOutputs["templates"]["variables"]["variables"][number];

export const path = "/settings/templates";
/** In the address, for a template that is being written. */
export const fresh = "new";

export const templatesOptions = () => trpc.templates.list.queryOptions({}, { staleTime: 0 });
const refreshVersions = () => queryClient.invalidateQueries(trpc.templates.versions.pathFilter());
export async function refreshTemplates(): Promise<void> {
  await Promise.all([queryClient.invalidateQueries(trpc.templates.list.pathFilter()), refreshVersions()]);
}

/** Puts a template as it was just saved into the list, before the list is asked for again. */
export function noteSaved(saved: Template): void {
  queryClient.setQueryData(templatesOptions().queryKey, (before) => {
    if (!before) return before;
    const isThere = before.templates.some(({ id }) => id === saved.id);
    return {
      templates: isThere ? before.templates.map((one) => (one.id === saved.id ? saved : one)) : [...before.templates, saved],
    };
  });
  void refreshVersions();
}

/** Whether the text was last changed before that of the default language: it may not say any more what that says. */
export function isOlder({ texts, defaultLanguage }: Pick<Template, "texts" | "defaultLanguage">, language: Language): boolean {
  const [text, standard] = [texts[language], texts[defaultLanguage]];
  return text !== undefined && (text.changedAt ?? "") < (standard?.changedAt ?? "");
}

export const templateOfSearch = (search: Record<string, unknown>): string | undefined =>
  typeof search["template"] === "string" ? search["template"] : undefined;

/** What is edited: everything of a template that people change. */
export interface Draft {
  readonly name: string;
  readonly cardTypeId: Template["cardTypeId"];
  readonly roleId: Template["roleId"];
  readonly isOn: boolean;
  readonly format: Template["format"];
  readonly attachments: readonly FileReference[];
  readonly texts: Readonly<Record<Language, { readonly subject: string; readonly body: string }>>;
}

const emptyText = { subject: "", body: "" };

export const draftOf = ({ name, cardTypeId, roleId, isOn, format, attachments, texts }: Omit<Template, "id">): Draft => ({
  name,
  cardTypeId,
  roleId,
  isOn,
  format,
  attachments,
  texts: { en: textOf(texts.en), he: textOf(texts.he), hu: textOf(texts.hu), ru: textOf(texts.ru) },
});
const textOf = (text: Template["texts"]["en"]) => (text ? { subject: text.subject, body: text.body } : emptyText);

export const isWritten = ({ subject, body }: Draft["texts"]["en"]): boolean => subject.trim() !== "" || body.trim() !== "";

/** The languages whose text differs. */
export const changedLanguages = (before: Draft, after: Draft): Language[] =>
  languages.filter((language) => {
    const [old, now] = [before.texts[language], after.texts[language]];
    return old.subject !== now.subject || old.body !== now.body;
  });

/** Whether both are the same files in the same order. */
export const sameFiles = (a: Draft["attachments"], b: Draft["attachments"]): boolean =>
  a.length === b.length && a.every(({ fileId }, at) => fileId === b[at]?.fileId);

/** How much is not saved. */
export const changesIn = (before: Draft, after: Draft): number =>
  changedLanguages(before, after).length +
  (sameFiles(before.attachments, after.attachments) ? 0 : 1) +
  (["name", "cardTypeId", "roleId", "isOn", "format"] as const).filter((key) => before[key] !== after[key]).length;

/** The texts as the server takes them: null for a language whose text was emptied. */
export const textsToSend = (draft: Pick<Draft, "texts">, which: readonly Language[]) =>
  Object.fromEntries(which.map((language) => [language, isWritten(draft.texts[language]) ? draft.texts[language] : null]));

/** A template that nobody has saved yet. */
export const newTemplate: Omit<Template, "id"> = {
  version: 0,
  kind: null,
  channel: "mail",
  name: "",
  format: "rich",
  cardTypeId: null,
  roleId: null,
  isOn: true,
  texts: {},
  defaultLanguage: "en",
  attachments: [],
  createdBy: null,
  updatedAt: null,
  canUpdate: true,
  canDelete: true,
};
