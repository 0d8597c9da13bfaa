import { blockTypes } from "@kartis/core/activities/comments/rules.ts";
import { CardTypeIdSchema } from "@kartis/core/cards/schema.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import { channels, variableGroups } from "@kartis/core/message-templates/kinds/definition.ts";
import { templateKinds } from "@kartis/core/message-templates/kinds/list.ts";
import { formats } from "@kartis/core/message-templates/schema.ts";
import { languages } from "@kartis/i18n/languages.ts";
import * as z from "zod";
import { attachments, instant, recordId, textRun, undoneBy, userId, version } from "./parts.ts";

const language = z.enum(languages);
const texts = z.partialRecord(
  language,
  z.object({ subject: z.string(), body: z.string(), changedAt: instant.nullable().describe("Null for a text of the default") }),
);
const written = {
  name: z.string().describe("Empty for one that is sent by itself: its `kind` names it"),
  format: z.enum(formats),
  cardTypeId: CardTypeIdSchema.nullable().describe("The type of the cards it is for; null for all"),
  roleId: idSchema("rol").nullable().describe("Who is offered it; null for everyone"),
  isOn: z.boolean().describe("Whether it is sent, of one that is sent by itself"),
  attachments: attachments.describe("Files that go along with each email"),
  texts,
};
const template = {
  id: z.string().describe("Of one that is sent by itself: its kind, and after a point the type that it is for, if it is for one"),
  version: version.describe("Goes up by one with each change; 0 for a default"),
  kind: z.enum(templateKinds).nullable().describe("When it is sent; null for one that people send"),
  channel: z.enum(channels),
  ...written,
  defaultLanguage: language.describe("Stands in for languages that are not written"),
  createdBy: userId.nullable(),
  updatedAt: instant.nullable(),
  canUpdate: z.boolean(),
  canDelete: z.boolean(),
};
/** @public Named in the document, which spreads this whole module. */
export const Template = z.object(template);
export const Templates = z.object({ templates: z.array(Template) });
export const SavedTemplate = z.object({ ...template, ...undoneBy });
export const TemplateRemoved = z.object(undoneBy);
export const FilledTemplate = z.object({
  subject: z.string(),
  body: z.array(z.object({ type: z.enum(blockTypes), content: z.array(textRun) })),
  language,
  languages: z.array(language).describe("All that it is written in"),
  attachments: attachments.describe("Send an email with these, or without"),
});
export const PreviewedTemplate = z.object({
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  sms: z
    .object({
      segments: z.number().int(),
      used: z.number().int().describe("Places of the alphabet that it takes"),
      room: z.number().int().describe("Places that these segments have"),
      alphabet: z.enum(["gsm7", "ucs2"]),
    })
    .nullable()
    .describe("Null for an email"),
  used: z.array(z.string()).describe("Variables that the text names"),
  missing: z.array(z.string()).describe("Those of them without a value"),
  problems: z.array(z.object({ part: z.enum(["subject", "body"]), messageKey: z.string(), about: z.string() })),
});
export const TemplateVariables = z.object({
  variables: z.array(
    z.object({
      path: z.string(),
      group: z.enum(variableGroups),
      label: z.string().describe("The field's name, for those of cards"),
      kind: z.enum(["text", "link"]),
    }),
  ),
});
export const TemplateUsage = z.object({
  ahead: z
    .number()
    .int()
    .nullable()
    .describe("Of one that is sent by itself: for how many open tasks or upcoming meetings it is still to be sent"),
  sent: z.number().int().nullable().describe("Of one that people made: emails of the last 30 days that were begun with it"),
  lastAt: instant.nullable().describe("When the last of these was sent"),
});
const change = {
  recordId,
  at: instant,
  userId: userId.nullable().describe("Null when it was not a person"),
  actorKind: z.string(),
  action: z.enum(["template.create", "template.update", "template.delete"]),
  changed: z.array(z.string()).describe("What changed, for example `name` or `text.en`"),
};
export const TemplateVersions = z.object({ rows: z.array(z.object(change)) });
export const TemplateVersion = z.object({ ...change, ...written });
