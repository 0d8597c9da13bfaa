import * as z from "zod";
import { CardTypeIdSchema, type Field } from "../cards/schema.ts";
import { CallIdSchema, CallPageSchema, OwnersSchema } from "../incoming-webhooks/schema.ts";
import { incomingModes, type IntakeAttention } from "../incoming-webhooks/rules.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { CardTypeId, Id, UserId } from "../kernel/id.ts";
import { formLanguages, formStates, maxFormFields } from "./rules.ts";

export const LeadFormIdSchema = idSchema("frm");
export const LeadFormRef = z.object({ formId: LeadFormIdSchema });
export type FormMode = (typeof incomingModes)[number];

const text = (max: number) => z.string().trim().max(max, "validation.length").default("");

export const FormFieldSchema = z.object({
  fieldId: z.string().min(1).max(100),
  /** Empty for the field's own. */
  label: text(200),
  help: text(500),
  required: z.boolean().default(false),
});

/** What a visitor sees. Empty texts are the standard ones in the form's language, or none. */
export const DesignSchema = z.object({
  title: text(200),
  text: text(2_000),
  /** In the order of the form. */
  fields: z
    .array(FormFieldSchema)
    .max(maxFormFields)
    .default([])
    .refine((fields) => new Set(fields.map(({ fieldId }) => fieldId)).size === fields.length, "validation.oneColumnEach"),
  button: text(60),
  thanks: text(1_000),
  /** The page that visitors get to instead of a text. */
  redirect: z.union([z.literal(""), z.url({ protocol: /^https?$/, error: "validation.url" }).max(2_000)]).default(""),
  /** `visitor`: that of the browser. */
  language: z.enum(formLanguages).default("visitor"),
  /** What a visitor has to agree to. */
  consent: text(2_000),
});
export type Design = z.output<typeof DesignSchema>;

const name = z.string().trim().min(1, "validation.required").max(100);

export const CreateLeadFormInput = z.object({ name, typeId: CardTypeIdSchema });
export const UpdateLeadFormInput = LeadFormRef.extend({
  /** Version that the changes are based on. */
  expectedVersion: z.number().int().positive(),
  name: name.optional(),
  design: DesignSchema.optional(),
  mode: z.enum(incomingModes).optional(),
  /** The field that matches submissions to cards; required by `createOrUpdate`. */
  matchFieldId: z.string().max(100).nullable().optional(),
  ownerIds: OwnersSchema.optional(),
  state: z.enum(formStates).exclude(["draft"]).optional(),
});
export const SubmissionsInput = LeadFormRef.extend(CallPageSchema.shape);
export const SubmissionRef = LeadFormRef.extend({ callId: CallIdSchema });

/** A form by which visitors of a site create cards. */
export interface LeadForm {
  readonly id: Id<"frm">;
  readonly version: number;
  readonly name: string;
  readonly typeId: CardTypeId;
  /** Its page, which anybody may open. */
  readonly url: string;
  readonly design: Design;
  readonly mode: FormMode;
  readonly matchFieldId: string | null;
  /** Owners of the cards that are created, in turn; empty for `actsAs`. */
  readonly ownerIds: readonly UserId[];
  readonly state: (typeof formStates)[number];
  /** Why nothing that is sent by it becomes a card; null while it works, or is not published. */
  readonly attention: IntakeAttention | null;
  /** Cards are created and changed with this person's permissions: whoever changed it last. */
  readonly actsAs: UserId;
  readonly createdAt: string;
}

/** What a visitor fills in, by field. */
export const AnswersSchema = z.record(
  z.string().max(100),
  z.union([z.string().max(20_000), z.boolean(), z.array(z.string().max(100)).max(500)]),
);
export type Answers = z.output<typeof AnswersSchema>;

export const OpenFormInput = z.object({ token: z.string().max(200) });
export const SubmitInput = OpenFormInput.extend({
  /** Made by the page when it was opened: the same submission, however often it is sent. */
  submissionId: z.string().regex(/^[\w-]{16,64}$/),
  answers: AnswersSchema,
  /** The text that the visitor was shown and has agreed to; empty without. */
  consent: z.string().trim().max(2_000).default(""),
  /** `opened` of the form. */
  opened: z.string().max(100),
  /** An input that people do not see. */
  website: z.string().max(2_000).default(""),
});

/** What the page sends. */
export type Submission = z.input<typeof SubmitInput>;

/** A field of the form, as a visitor sees it. */
export interface OpenField {
  readonly id: string;
  readonly type: Field["type"];
  readonly label: string;
  readonly help: string;
  readonly required: boolean;
  readonly options: readonly { readonly id: string; readonly label: string }[];
  readonly currency: string | null;
  readonly min: number | null;
  readonly max: number | null;
}

/** The form as its page shows it. */
export interface OpenForm {
  /** What stands in the page's place while no answers are taken. */
  readonly isClosed: boolean;
  readonly language: "en" | "he" | "hu" | "ru";
  readonly organizationName: string;
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly consent: string;
  readonly fields: readonly OpenField[];
  /** When it was opened, signed. */
  readonly opened: string;
  /** The page waits for as long before it sends: only robots are faster. */
  readonly waitMs: number;
}

/** What a visitor sees after sending. */
export interface Submitted {
  readonly thanks: string;
  readonly redirect: string;
}

/** What is stored of a submission, as the payload of its event. */
export const ReceivedSubmission = z.object({
  callId: CallIdSchema,
  at: z.string(),
  fields: z.record(z.string(), z.unknown()),
  /** The text that the visitor has agreed to. */
  consent: z.string().optional(),
  isSuspected: z.boolean(),
});
export type ReceivedSubmission = z.output<typeof ReceivedSubmission>;
