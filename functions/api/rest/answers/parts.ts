import { CardTypeIdSchema } from "@kartis/core/cards/schema.ts";
import { ulidForm } from "@kartis/core/kernel/id-form.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import * as z from "zod";

/** What several answers are made of; the document names none of it. */
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
