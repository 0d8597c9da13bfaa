import {
  FilledTemplate,
  PreviewedTemplate,
  SavedTemplate,
  TemplateRemoved,
  TemplateUsage,
  TemplateVariables,
  TemplateVersion,
  TemplateVersions,
  Templates,
} from "../answers/templates.ts";
import type { Exposures } from "../exposure.ts";

const offer = { subject: "Offer for {{ card.name }}", body: "Hello {{ recipient.firstName | there }}" };

export const templates = {
  "templates.list": {
    method: "GET",
    path: "/templates",
    tag: "Templates",
    summary: "List templates",
    description:
      "Those that are sent by themselves, by their `kind`, and those that people made. Where the organization has templates.",
    output: Templates,
    example: () => ({}),
  },
  "templates.create": {
    method: "POST",
    path: "/templates",
    tag: "Templates",
    summary: "Create a template",
    description:
      "`texts` has a text for each language that it is written in; variables stand in double braces, with a fallback after a bar. `attachments` are files uploaded for a `templateId` of your own, with the purpose `template`.",
    status: 201,
    output: SavedTemplate,
    example: ({ typeId }) => ({ name: "Offer", channel: "mail", cardTypeId: typeId, texts: { en: offer } }),
  },
  "templates.update": {
    method: "PATCH",
    path: "/templates/{templateId}",
    tag: "Templates",
    summary: "Change a template",
    description:
      "Only what is sent changes; null takes a language away. `attachments` replaces all files. The first change of one that is sent by itself makes the text the organization's own.",
    output: SavedTemplate,
    example: ({ templateId }) => ({ templateId, texts: { hu: { subject: "Ajánlat", body: "Tisztelt {{ recipient.name }}!" } } }),
  },
  "templates.remove": {
    method: "DELETE",
    path: "/templates/{templateId}",
    tag: "Templates",
    summary: "Delete a template, or reset one to its default",
    output: TemplateRemoved,
    example: ({ templateId }) => ({ templateId }),
  },
  "templates.fill": {
    method: "GET",
    path: "/templates/{templateId}/text",
    tag: "Templates",
    summary: "Fill a template with a card's values",
    description: "As an email can be sent with it. Without `language`, in that of the card's person.",
    output: FilledTemplate,
    example: ({ templateId, cardId }) => ({ templateId, cardId }),
  },
  "templates.preview": {
    method: "POST",
    path: "/templates/preview",
    tag: "Templates",
    summary: "Preview a text with a card's values",
    output: PreviewedTemplate,
    example: ({ cardId }) => ({ channel: "mail", format: "rich", language: "en", ...offer, cardId }),
  },
  "templates.variables": {
    method: "GET",
    path: "/templates/variables",
    tag: "Templates",
    summary: "List what a text can name",
    output: TemplateVariables,
    example: ({ typeId }) => ({ cardTypeId: typeId }),
  },
  "templates.usage": {
    method: "GET",
    path: "/templates/{templateId}/usage",
    tag: "Templates",
    summary: "See how a template is used",
    output: TemplateUsage,
    example: ({ templateId }) => ({ templateId }),
  },
  "templates.versions": {
    method: "GET",
    path: "/templates/{templateId}/versions",
    tag: "Templates",
    summary: "List who changed a template and when",
    output: TemplateVersions,
    example: ({ templateId }) => ({ templateId }),
  },
  "templates.version": {
    method: "GET",
    path: "/templates/{templateId}/versions/{recordId}",
    tag: "Templates",
    summary: "Get a template as it was",
    output: TemplateVersion,
    example: ({ templateId, templateRecordId }) => ({ templateId, recordId: templateRecordId }),
  },
  "templates.restore": {
    method: "POST",
    path: "/templates/{templateId}/versions/{recordId}/restore",
    tag: "Templates",
    summary: "Make a template what it was",
    description: "A change like any other: it can be undone.",
    output: SavedTemplate,
    example: ({ templateId, templateRecordId }) => ({ templateId, recordId: templateRecordId }),
  },
} as const satisfies Exposures;
