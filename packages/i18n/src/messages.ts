import type { MessageFormatElement } from "./compile.ts";
import type cards from "./catalogues/en/cards.json";
import type common from "./catalogues/en/common.json";
import type errors from "./catalogues/en/errors.json";
import type fields from "./catalogues/en/fields.json";
import type identity from "./catalogues/en/identity.json";
import type imports from "./catalogues/en/imports.json";
import type mail from "./catalogues/en/mail.json";
import type shell from "./catalogues/en/shell.json";
import type templates from "./catalogues/en/templates.json";
import type validation from "./catalogues/en/validation.json";

/** What screens need; mails and templates are only written on the server. */
export const screenAreas = ["common", "shell", "identity", "cards", "imports", "errors", "fields", "validation"] as const;
export const areas = [...screenAreas, "mail", "templates"] as const;

/** The English catalogue says which keys there are; a test holds the other languages to it. */
interface English {
  cards: typeof cards;
  common: typeof common;
  errors: typeof errors;
  fields: typeof fields;
  identity: typeof identity;
  imports: typeof imports;
  mail: typeof mail;
  shell: typeof shell;
  templates: typeof templates;
  validation: typeof validation;
}

type KeysOf<Area extends keyof English> = Area extends unknown ? `${Area}.${keyof English[Area] & string}` : never;

export type MessageKey = KeysOf<keyof English>;

/** By area and key: ICU sources, or what they were compiled to. */
export type Messages = Readonly<Record<string, Readonly<Record<string, string | MessageFormatElement[]>>>>;

/** A message, where the catalogue has it. */
export function findMessage(messages: Messages, key: string): string | MessageFormatElement[] | undefined {
  const dot = key.indexOf(".");
  return messages[key.slice(0, dot)]?.[key.slice(dot + 1)];
}
