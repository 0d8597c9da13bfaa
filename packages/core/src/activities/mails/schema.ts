import * as z from "zod";
import { email } from "../../cards/fields/types/email.ts";
import type { FileReference } from "../../files/schema.ts";
import type { ActivityId, CardId, Id, RecordId, UserId } from "../../kernel/id.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import { AttachmentsSchema } from "../attachments/schema.ts";
import { isText, type RichText, RichTextSchema } from "../comments/rules.ts";
import type { Direction } from "../communications/schema.ts";
import type { Sharing } from "../../gmail/rules.ts";
import { type Delivery, mostRecipients } from "./rules.ts";

const mailId = idSchema("act");

const AddressSchema = z.string("validation.email").transform((text, context) => {
  const address = email.accept(text, { options: [], currency: "USD", region: "" });
  if (address.ok) return address.value;
  context.addIssue({ code: "custom", message: address.message });
  return z.NEVER;
});

/** One line: it becomes a header of an email. */
const LineSchema = (longest: number) =>
  z
    .string()
    .transform((text) => text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim())
    .pipe(z.string().max(longest));

const PersonSchema = z.object({ email: AddressSchema, name: LineSchema(120).nullable().default(null) });
const PeopleSchema = z.array(PersonSchema).max(mostRecipients);

/** An email has no mentions: names and cards of the organization are not for its reader. */
const BodySchema = RichTextSchema.refine((blocks) => blocks.every(({ content }) => content.every(isText)), "validation.type");

export const SendMailInput = z
  .object({
    cardId: idSchema("crd"),
    to: PeopleSchema.min(1, "validation.required"),
    cc: PeopleSchema.default([]),
    bcc: PeopleSchema.default([]),
    subject: LineSchema(250).pipe(z.string().min(1, "validation.required")),
    body: BodySchema,
    /** Files that were uploaded for this mail, or that are the card's or a template's; together 15 MB at most. */
    attachments: AttachmentsSchema.default([]),
    /** The mail on the card that this one answers. */
    answers: mailId.optional(),
    /** Kartis sends it in the caller's name; or their own Gmail does, once it is connected. */
    through: z.enum(["kartis", "gmail"]).default("kartis"),
    /** The template that the text was begun with, which is counted as used. */
    templateId: idSchema("tpl").optional(),
    /** Made by the caller, so that a call repeated after a lost answer sends no second mail. */
    mailId: mailId.optional(),
  })
  .refine(({ body, attachments }) => body.length > 0 || attachments.length > 0, {
    path: ["body"],
    message: "validation.required",
  })
  .refine(({ to, cc, bcc }) => to.length + cc.length + bcc.length <= mostRecipients, {
    path: ["to"],
    message: "validation.arraySize",
  });
export type SentMail = z.output<typeof SendMailInput>;

export const UpdateMailInput = z.object({ mailId, pinned: z.boolean() });
export const MailRef = z.object({ mailId });

/** Sender or recipient of an email. */
export interface Correspondent {
  readonly email: string;
  readonly name: string | null;
}

export interface Mail {
  readonly id: ActivityId;
  readonly version: number;
  readonly cardId: CardId;
  /** Incoming from the customer, or outgoing to them. */
  readonly direction: Direction;
  /** For outgoing emails: the sender's own address. */
  readonly from: Correspondent;
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
  readonly bcc: readonly Correspondent[];
  readonly subject: string;
  readonly body: RichText;
  /** Text quoted from earlier emails. */
  readonly quoted: RichText;
  readonly signature: string | null;
  readonly attachments: readonly FileReference[];
  /** Null for one from the customer. */
  readonly delivery: Delivery | null;
  /** Only the beginning of a long email was kept. */
  readonly isCut: boolean;
  /** Number of attachments that were too many or too large to keep. */
  readonly dropped: number;
  /** Written by a program, such as an out-of-office notice. */
  readonly isAutomatic: boolean;
  /** Nothing proves that it is from the address that it names as its sender. */
  readonly isUnverified: boolean;
  /** A reply to an invitation that was not counted, because its sender could not be verified. */
  readonly isReplyIgnored: boolean;
  /** The mail that it answers. */
  readonly answers: ActivityId | null;
  /** The mail that started its thread; its own id if it started one itself. */
  readonly threadId: ActivityId;
  /** Whose Gmail it came from, or was sent with, and Gmail's id of it; null for any other. */
  readonly gmail: { readonly userId: UserId; readonly id: string | null } | null;
  /** How much of a mail from somebody's Gmail is kept here. */
  readonly sharing: Sharing;
  readonly pinned: boolean;
  /** Null for one from the customer. */
  readonly createdBy: UserId | null;
  /** The automation that made it in their name. */
  readonly automationId: Id<"aut"> | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trashedAt: string | null;
}

/** A changed mail, with the record that undoes it; null when nothing changed. */
export interface ChangedMail extends Mail {
  readonly recordId: RecordId | null;
}
