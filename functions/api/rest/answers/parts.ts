import { CardTypeIdSchema } from "@kartis/core/cards/schema.ts";
import { ulidForm } from "@kartis/core/kernel/id-form.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import * as z from "zod";

/*
 * What several answers are made of; `Done` alone is one. The files of this folder are what version 1 of the API promises to answer: a contract of its own,
 * beside the domains' types. A test calls every operation and compares its answer with it, so that a changed domain shows here before it shows to a customer;
 * what they export goes into the document by its name.
 */
export const instant = z.iso.datetime().describe("An instant in UTC");
export const recordId = z.string().regex(ulidForm).describe("A record of the journal");
export const version = z.number().int().describe("Goes up by one with each change");
export const nextCursor = z.number().int().nullable().describe("What to send as `cursor` for the next page; null on the last");
export const userId = idSchema("usr");
export const fileId = idSchema("fil");
export const attachments = z.array(z.object({ fileId, name: z.string(), bytes: z.number().int(), mime: z.string() }));
export const fields = z.record(z.string(), z.unknown()).describe("Field id to value, in the shape of the field's type");
export const CardNames = z
  .record(z.string(), z.object({ name: z.string(), typeId: CardTypeIdSchema }))
  .describe("Names of the cards that relations reference, by id; hidden cards are absent");
export const undoneBy = {
  recordId: recordId.nullable().describe("The record that undoes the change; null when nothing changed"),
};

export const madeBy = idSchema("aut").nullable().describe("The automation that made it in the name of `createdBy`");

/** Properties that all written timeline entries share. */
export const ofTimeline = {
  pinned: z.boolean().describe("At the top of the card's timeline"),
  createdBy: userId.nullable().describe("Null for what no person made"),
  createdAt: instant,
  updatedAt: instant,
  trashedAt: instant.nullable().describe("When it was put into the trash"),
};
/** Words, as they are marked. */
export const textRun = z.object({
  text: z.string(),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  strike: z.literal(true).optional(),
  code: z.literal(true).optional(),
  link: z.string().optional(),
});

/** Answer of mutations that return nothing else. */
export const Done = z.object({ ok: z.literal(true) });
