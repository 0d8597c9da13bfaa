import { type Language, languages } from "@kartis/i18n/languages.ts";
import * as z from "zod";
import { AttachmentsSchema } from "../activities/attachments/schema.ts";
import type { RichText } from "../activities/comments/rules.ts";
import { CardTypeIdSchema } from "../cards/schema.ts";
import type { FileReference } from "../files/schema.ts";
import type { ActorRef } from "../kernel/actor.ts";
import type { CardTypeId, RecordId, RoleId, TemplateId, UserId } from "../kernel/id.ts";
import { ulidForm } from "../kernel/id-form.ts";
import { idSchema } from "../kernel/id-schema.ts";
import { longestBody, longestSubject } from "./limits.ts";
import { type Channel, channels, type TemplateText, type VariableGroup } from "./kinds/definition.ts";
import { isTemplateKind, type TemplateKind, templateKinds } from "./kinds/list.ts";
import type { SmsSize } from "../sms/rules.ts";

const TemplateIdSchema = idSchema("tpl");
const KindSchema = z.enum(templateKinds);

/** Which template: the id of one that people made, or the kind of one that Kartis sends, for all types of cards or for one: `TASK_EMAIL_REMINDER.typ_…`. */
export type TemplateRef = TemplateId | TemplateKind | `${TemplateKind}.${CardTypeId}`;

const isRecordId = (value: unknown): boolean => typeof value === "string" && ulidForm.test(value);

const isRef = (text: string): boolean => {
  const [kind, typeId, ...rest] = text.split(".");
  return rest.length === 0 && isTemplateKind(kind) && (typeId === undefined || CardTypeIdSchema.safeParse(typeId).success);
};
export const TemplateRefSchema = z.custom<TemplateRef>(
  (value) => typeof value === "string" && (TemplateIdSchema.safeParse(value).success || isRef(value)),
  "validation.type",
);

/** Plain text, or text with the marks of CommonMark. */
export const formats = ["plain", "rich"] as const;
export type Format = (typeof formats)[number];

const TextSchema = z.object({
  subject: z.string().trim().max(longestSubject).default(""),
  body: z.string().trim().min(1, "validation.required").max(longestBody),
});
/** A text in each language it is written in; null takes one away. */
const TextsSchema = z.partialRecord(z.enum(languages), TextSchema.nullable());

const written = {
  name: z.string().trim().min(1, "validation.required").max(100),
  format: z.enum(formats),
  /** The type of the cards it is for; null for all. */
  cardTypeId: CardTypeIdSchema.nullable(),
  /** Who is offered it; null for everybody. */
  roleId: idSchema("rol").nullable(),
  /** Files that go along with each email: uploaded for the template, or on another one; together 15 MB at most. */
  attachments: AttachmentsSchema,
};

export const CreateTemplateInput = z.object({
  ...written,
  channel: z.enum(channels),
  format: written.format.default("rich"),
  cardTypeId: written.cardTypeId.default(null),
  roleId: written.roleId.default(null),
  attachments: written.attachments.default([]),
  texts: TextsSchema,
  /** Made by the caller, for whom files can be uploaded before there is a template. */
  templateId: TemplateIdSchema.optional(),
});

/** Changed parts only. Of one that Kartis sends, `name`, `cardTypeId` and `roleId` are fixed. */
export const UpdateTemplateInput = z.object({
  ...z.object(written).partial().shape,
  templateId: TemplateRefSchema,
  expectedVersion: z.number().int().min(0).optional(),
  /** Whether Kartis sends it. */
  isOn: z.boolean().optional(),
  texts: TextsSchema.optional(),
});
export const TemplateRefInput = z.object({ templateId: TemplateRefSchema });
export const VersionRefInput = TemplateRefInput.extend({ recordId: z.custom<RecordId>(isRecordId, "validation.type") });
export const RestoreTemplateInput = VersionRefInput.extend({ expectedVersion: z.number().int().min(0).optional() });

export const PreviewInput = z.object({
  channel: z.enum(channels),
  format: z.enum(formats),
  kind: KindSchema.nullable().default(null),
  language: z.enum(languages),
  subject: z.string().max(longestSubject).default(""),
  body: z.string().max(longestBody),
  cardTypeId: CardTypeIdSchema.nullable().default(null),
  /** Shown with this card's values; without one, variables of cards show their names. */
  cardId: idSchema("crd").nullable().default(null),
});
export type Preview = z.output<typeof PreviewInput>;
/** The same, with the files that go along. */
export const TestInput = PreviewInput.extend({ attachments: AttachmentsSchema.default([]) });

export const FillInput = z.object({
  /** One that people made. */
  templateId: TemplateRefSchema,
  cardId: idSchema("crd"),
  /** Without one, that of the card, or else the caller's. */
  language: z.enum(languages).optional(),
});
/** A template with a card's values. */
export interface Filled {
  readonly subject: string;
  readonly body: RichText;
  /** In which it is, and all in which it is written. */
  readonly language: Language;
  readonly languages: readonly Language[];
  readonly attachments: readonly FileReference[];
}

/** SPEC section 3, "Template". */
export interface MessageTemplate {
  readonly id: TemplateRef;
  /** 0 for a built-in text that nobody has changed. */
  readonly version: number;
  /** Null for one that people made and send themselves. */
  readonly kind: TemplateKind | null;
  readonly channel: Channel;
  /** Of a kind empty: its name is in the catalogues. */
  readonly name: string;
  readonly format: Format;
  readonly cardTypeId: CardTypeId | null;
  readonly roleId: RoleId | null;
  readonly isOn: boolean;
  readonly texts: Readonly<Partial<Record<Language, TemplateText & { readonly changedAt: string | null }>>>;
  /** The language that stands in for one that is not written. */
  readonly defaultLanguage: Language;
  readonly attachments: readonly FileReference[];
  readonly createdBy: UserId | null;
  readonly updatedAt: string | null;
  readonly canUpdate: boolean;
  readonly canDelete: boolean;
}

/** A template as it was just saved, with the record that undoes it; null when nothing changed. */
export interface SavedTemplate extends MessageTemplate {
  readonly recordId: RecordId | null;
}

/** What can be named in a template, for completion. */
export interface VariableInfo {
  readonly path: string;
  readonly group: VariableGroup;
  /** The field's name for those of cards; empty where the catalogues have it. */
  readonly label: string;
  readonly kind: "text" | "link";
}

/** A problem in the text: its catalogue key and what it is about. */
export interface ShownProblem {
  readonly part: "subject" | "body";
  readonly messageKey: string;
  readonly about: string;
}

export interface Previewed {
  readonly subject: string;
  readonly text: string;
  /** A whole document, for a frame without scripts; null for plain text. */
  readonly html: string | null;
  readonly sms: SmsSize | null;
  /** Variables that the text names, and those of them without a value in this preview. */
  readonly used: readonly string[];
  readonly missing: readonly string[];
  readonly problems: readonly ShownProblem[];
}

/** One change of a template. */
export interface TemplateVersion {
  readonly recordId: RecordId;
  readonly at: string;
  /** Null when it was not a person. */
  readonly userId: UserId | null;
  readonly actorKind: ActorRef["kind"];
  readonly action: "template.create" | "template.update" | "template.delete";
  /** What changed: `name`, `isOn`, `text.en`, … */
  readonly changed: readonly string[];
}

/** A template as it was. */
export type VersionContent = TemplateVersion &
  Pick<MessageTemplate, "name" | "format" | "cardTypeId" | "roleId" | "isOn" | "texts" | "attachments">;

/** How a template is used. */
export interface TemplateUsage {
  /** Of a text that Kartis sends: how many open tasks or coming meetings it is still to be sent for. Null for others. */
  readonly ahead: number | null;
  /** Of one that people made: emails that were begun with it, in the last `usageDays`, and when the last of all was sent. */
  readonly sent: number | null;
  readonly lastAt: string | null;
}
