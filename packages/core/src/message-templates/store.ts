import { differenceBetween } from "../data/difference.ts";
import { isLanguage, languages } from "@kartis/i18n/languages.ts";
import { put, remove, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import type { FileReference } from "../files/schema.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { messageTemplateEntity } from "./entity.ts";
import { isTemplateKind, kindOf, type TemplateKind, templateKinds } from "./kinds/list.ts";
import type { MessageTemplate, TemplateRef } from "./schema.ts";

/** A template as it is stored; who may do what with it follows from who asks. */
export type StoredTemplate = Omit<MessageTemplate, "canUpdate" | "canDelete">;

/** The kind of a reference to a text that Kartis sends; null for a template that people made. */
export function kindIn(ref: TemplateRef): TemplateKind | null {
  const [kind] = ref.split(".");
  return isTemplateKind(kind) ? kind : null;
}
const typeIn = (ref: TemplateRef): StoredTemplate["cardTypeId"] => {
  const typeId = ref.split(".")[1];
  return isId("typ", typeId) ? typeId : null;
};

/** The text that Kartis comes with. */
export function builtIn(kind: TemplateKind, ref: TemplateRef = kind): StoredTemplate {
  const { channel, texts } = kindOf(kind);
  return {
    id: ref,
    version: 0,
    kind,
    channel,
    name: "",
    format: channel === "mail" ? "rich" : "plain",
    cardTypeId: typeIn(ref),
    roleId: null,
    isOn: true,
    texts: Object.fromEntries(languages.map((language) => [language, { ...texts[language], changedAt: null }])),
    defaultLanguage: "en",
    attachments: [],
    createdBy: null,
    updatedAt: null,
  };
}

const filesIn = (value: unknown): StoredTemplate["attachments"] => (Array.isArray(value) ? (value as FileReference[]) : []); // as they were accepted

/** All templates that are stored; strongly consistent. */
export async function storedTemplates(orgId: OrgId): Promise<StoredTemplate[]> {
  const query = messageTemplateEntity().query.main({ orgId, partOf: "messageTemplate" });
  const { data } = await query.go({ consistent: true, pages: "all" });
  return data.map((item) => {
    const id = item.templateId as TemplateRef; // as it was written
    return {
      id,
      version: item.version,
      kind: kindIn(id),
      channel: item.channel,
      name: item.name,
      format: item.format,
      cardTypeId: isId("typ", item.cardTypeId) ? item.cardTypeId : null,
      roleId: isId("rol", item.roleId) ? item.roleId : null,
      isOn: item.isOn,
      texts: item.texts as StoredTemplate["texts"], // as its schema accepted it
      defaultLanguage: isLanguage(item.defaultLanguage) ? item.defaultLanguage : "en",
      attachments: filesIn(item.attachments),
      createdBy: isId("usr", item.createdBy) ? item.createdBy : null,
      updatedAt: item.updatedAt,
    };
  });
}

/** Those that are stored, and the built-in texts of the kinds that nobody has changed for all types. */
export async function allTemplates(orgId: OrgId): Promise<StoredTemplate[]> {
  const stored = await storedTemplates(orgId);
  const changed = new Set<string>(stored.map(({ id }) => id));
  return [...templateKinds.filter((kind) => !changed.has(kind)).map((kind) => builtIn(kind)), ...stored];
}

/** The text that is sent for cards of the type: its own, else that of all types, else the built-in one. */
export async function templateFor(orgId: OrgId, kind: TemplateKind, cardTypeId: string | null): Promise<StoredTemplate> {
  const stored = (await storedTemplates(orgId)).filter((template) => template.kind === kind);
  return (
    stored.find((template) => cardTypeId !== null && template.cardTypeId === cardTypeId) ??
    stored.find((template) => template.cardTypeId === null) ??
    builtIn(kind)
  );
}

const subjectOf = ({ id, cardTypeId }: StoredTemplate): Change["subject"] => ({
  kind: "template",
  id,
  ...(cardTypeId ? { typeId: cardTypeId } : {}),
});

const languageKey = "text.";

/** What the journal stores: each language is a value of its own, so that its history can be read. */
export function valuesOf(template: StoredTemplate | undefined): Record<string, unknown> {
  if (!template) return {};
  const { name, kind, channel, format, cardTypeId, roleId, isOn, defaultLanguage, createdBy, texts } = template;
  const attachments = template.attachments.length > 0 ? template.attachments : null;
  const byLanguage = Object.entries(texts).map(([language, text]) => [
    `${languageKey}${language}`,
    { subject: text.subject, body: text.body },
  ]);
  const values = { name: name || kind, channel, format, cardTypeId, roleId, isOn, defaultLanguage, attachments, createdBy };
  return { ...values, ...Object.fromEntries(byLanguage) };
}

/** Values in which each language that is not written says so: a template that takes them on has no other. */
export const allLanguagesIn = (values: Readonly<Record<string, unknown>>): Record<string, unknown> => ({
  ...Object.fromEntries(languages.map((language) => [`${languageKey}${language}`, null])),
  ...values,
});

/** The template with values as the journal stores them; null takes a language away. */
export function withValues(template: StoredTemplate, values: Readonly<Record<string, unknown>>, at: string): StoredTemplate {
  const texts: Partial<Record<string, StoredTemplate["texts"]["en"]>> = { ...template.texts };
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const language = name.startsWith(languageKey) ? name.slice(languageKey.length) : undefined;
    const { subject, body } = Object(value);
    if (language === undefined) others[name] = value;
    else if (typeof subject !== "string" || typeof body !== "string") Reflect.deleteProperty(texts, language);
    else if (texts[language]?.subject !== subject || texts[language].body !== body)
      texts[language] = { subject, body, changedAt: at };
  }
  const { id, version, kind, createdBy, name } = template;
  // What `valuesOf` had made of one like it.
  return {
    ...template,
    ...others,
    texts,
    id,
    version,
    kind,
    createdBy,
    name: kind ? name : (others["name"] ?? name),
    attachments: "attachments" in others ? filesIn(others["attachments"]) : template.attachments,
    updatedAt: at,
  } as StoredTemplate;
}

/**
 * Writes a template in the place of what there was; undefined when nothing changes.
 * @param current what is stored, or the built-in text that it replaces (version 0).
 */
export function templateWrite(
  orgId: OrgId,
  current: StoredTemplate | undefined,
  next: StoredTemplate,
): { write: Write; change: Change; template: StoredTemplate } | undefined {
  const { before, after } = differenceBetween(valuesOf(current), valuesOf(next));
  if (Object.keys(after).length === 0) return undefined;
  const version = (current?.version ?? 0) + 1;
  const template = { ...next, version };
  const { id, kind: _, cardTypeId, roleId, createdBy, updatedAt, attachments, ...rest } = template;
  const item = {
    orgId,
    templateId: id,
    ...rest,
    updatedAt: updatedAt ?? "",
    ...(cardTypeId ? { cardTypeId } : {}),
    ...(roleId ? { roleId } : {}),
    ...(createdBy ? { createdBy } : {}),
    ...(attachments.length > 0 ? { attachments } : {}),
  };
  const isNew = version === 1;
  return {
    template,
    write: put(
      isNew
        ? messageTemplateEntity().create(item).params()
        : messageTemplateEntity()
            .put(item)
            .where((attribute, { eq }) => eq(attribute.version, version - 1))
            .params(),
      "stale",
    ),
    change: {
      action: isNew ? "template.create" : "template.update",
      subject: subjectOf(template),
      version,
      before: isNew && current === undefined ? null : before,
      after: isNew ? valuesOf(template) : after,
    },
  };
}

export function templateRemoval(orgId: OrgId, template: StoredTemplate): { write: Write; change: Change } {
  return {
    write: remove(
      messageTemplateEntity()
        .delete({ orgId, partOf: "messageTemplate", templateId: template.id })
        .where((attribute, { eq }) => eq(attribute.version, template.version))
        .params(),
      "stale",
    ),
    change: {
      action: "template.delete",
      subject: subjectOf(template),
      version: template.version + 1,
      before: valuesOf(template),
      after: null,
    },
  };
}
