import * as z from "zod";
import { url } from "../../cards/fields/types/url.ts";
import type { CardId, UserId } from "../../kernel/id.ts";
import { idSchema } from "../../kernel/id-schema.ts";

/*
 * What a comment is written in: a flat list of blocks, so that there is no depth to bound, and neither HTML nor styles. People and cards are mentioned by id
 * alone: whoever reads the comment sees the name that they may see, as it is then.
 */

export const blockTypes = ["paragraph", "bullet", "number", "quote"] as const;
export type BlockType = (typeof blockTypes)[number];

const [longestText, longestStored, mostBlocks, mostMentions] = [10_000, 40_000, 300, 50];

const LinkAddress = z.string().transform((text, context) => {
  const address = url.accept(text, { options: [], currency: "USD", region: "" });
  if (address.ok) return address.value;
  context.addIssue({ code: "custom", message: "validation.url" });
  return z.NEVER;
});
const on = z.literal(true).optional();

const TextRunSchema = z.strictObject({
  text: z.string().max(longestText),
  bold: on,
  italic: on,
  strike: on,
  code: on,
  link: LinkAddress.optional(),
});
const MemberMentionSchema = z.strictObject({ member: idSchema("usr") });
const CardMentionSchema = z.strictObject({ card: idSchema("crd") });
const InlineSchema = z.union([TextRunSchema, MemberMentionSchema, CardMentionSchema]);
const BlockSchema = z.strictObject({
  type: z.enum(blockTypes),
  content: z.array(InlineSchema).max(500),
});

export type TextRun = z.output<typeof TextRunSchema>;
export type Inline = z.output<typeof InlineSchema>;
export type Block = z.output<typeof BlockSchema>;
export type RichText = readonly Block[];

export const isText = (inline: Inline): inline is TextRun => "text" in inline;

/** Without empty runs, and without empty blocks at either end. */
function tidy(blocks: RichText): Block[] {
  const kept = blocks.map(({ type, content }) => ({ type, content: content.filter((one) => !isText(one) || one.text !== "") }));
  const isEmpty = ({ content }: Block) => content.every((one) => isText(one) && one.text.trim() === "");
  const first = kept.findIndex((block) => !isEmpty(block));
  return first === -1 ? [] : kept.slice(first, kept.findLastIndex((block) => !isEmpty(block)) + 1);
}

const lengthOf = (blocks: RichText): number =>
  blocks.reduce((sum, { content }) => sum + content.reduce((all, one) => all + (isText(one) ? one.text.length : 1), 0), 0);

/** At most 10,000 characters of text, and 40,000 including formatting, as stored. Empty if nothing visible is written. */
export const RichTextSchema = z
  .array(BlockSchema)
  .max(mostBlocks)
  .transform(tidy)
  .refine((blocks) => lengthOf(blocks) <= longestText && JSON.stringify(blocks).length <= longestStored, "validation.length")
  .refine((blocks) => mentionsIn(blocks).length <= mostMentions, "validation.arraySize");

/** The part of an inline that says whom it mentions. */
interface Mentioning {
  readonly member?: UserId | undefined;
  readonly card?: CardId;
  readonly text?: string;
}

function mentionsIn(blocks: RichText): Inline[] {
  return blocks.flatMap(({ content }) => content.filter((one) => !isText(one)));
}

/** The people mentioned in blocks, also in those of a record, of which no more is known. */
export const membersIn = (blocks: readonly { readonly content: readonly Mentioning[] }[]): UserId[] => [
  ...new Set(blocks.flatMap(({ content }) => content.flatMap(({ member }) => member ?? []))),
];
export const cardsIn = (blocks: RichText): CardId[] => [
  ...new Set(mentionsIn(blocks).flatMap((one) => ("card" in one ? [one.card] : []))),
];

/** The words alone. A card is mentioned without its name, which not everybody who reads them may see. */
export const plainText = (blocks: RichText, nameOf: (userId: UserId) => string): string =>
  blocks
    .map(({ content }) =>
      content.map((one) => (isText(one) ? one.text : "member" in one ? `@${nameOf(one.member)}` : "@…")).join(""),
    )
    .join("\n");
