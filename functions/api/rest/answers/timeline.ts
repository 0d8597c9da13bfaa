import { blockTypes } from "@kartis/core/activities/comments/rules.ts";
import { reactions } from "@kartis/core/activities/comments/schema.ts";
import { communicationTypes, directions } from "@kartis/core/activities/communications/schema.ts";
import { callStatuses } from "@kartis/core/activities/types/call.ts";
import { CardIdSchema } from "@kartis/core/cards/schema.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import * as z from "zod";
import { Mail } from "./mails.ts";
import { attachments, CardNames, instant, ofTimeline, textRun, undoneBy, userId, version } from "./parts.ts";

const comment = {
  id: idSchema("act"),
  version,
  cardId: CardIdSchema.nullable().describe("Null for a comment on a task"),
  taskId: idSchema("act").nullable().describe("Null for a comment on a card"),
  parentId: idSchema("act").nullable().describe("The comment that it answers"),
  body: z.array(
    z.object({
      type: z.enum(blockTypes),
      content: z.array(z.union([textRun, z.object({ member: userId }), z.object({ card: CardIdSchema })])),
    }),
  ),
  attachments,
  reactions: z.partialRecord(z.enum(reactions), z.array(userId)),
  editedAt: instant.nullable().describe("When its words or files were last changed"),
  ...ofTimeline,
};
/** @public Named in the document, which spreads this whole module. */
export const Comment = z.object(comment);
export const TaskComments = z.object({ rows: z.array(Comment), total: z.number().int(), related: CardNames });
export const ChangedComment = z.object({ ...comment, ...undoneBy });
const communication = {
  id: idSchema("act"),
  type: z.enum(communicationTypes),
  version,
  cardId: CardIdSchema,
  direction: z.enum(directions).describe("From the customer, or to them"),
  happenedAt: instant,
  note: z.string().nullable(),
  number: z.string().nullable().describe("Of a call: the number of whoever was on the other end"),
  seconds: z.number().int().nullable().describe("Of a call: how long it took"),
  status: z.enum(callStatuses).nullable().describe("Of a call"),
  link: z.string().nullable().describe("Of a social channel: where the conversation is"),
  ...ofTimeline,
};
/** @public Named in the document, which spreads this whole module. */
export const Communication = z.object(communication);
export const ChangedCommunication = z.object({ ...communication, ...undoneBy });
export const Timeline = z.object({
  entries: z.array(
    z.object({
      kind: z.enum(["activity", "history"]),
      id: z.string(),
      at: instant.describe("When it happened"),
      type: z.string().optional().describe("Of an activity"),
      value: z
        .union([Comment, Communication, Mail, z.record(z.string(), z.unknown())])
        .optional()
        .describe("The activity, by its type"),
      thread: z
        .object({ rows: z.array(Comment), total: z.number().int() })
        .nullable()
        .optional()
        .describe("The answers to a comment, oldest first; of many the latest"),
      comments: z.number().int().optional().describe("Of a task: how many comments it has"),
      day: z
        .string()
        .nullable()
        .optional()
        .describe("Of a series to single occurrences of which the card is invited: the day that names the one that is shown"),
      record: z.record(z.string(), z.unknown()).optional().describe("What happened to the card itself"),
    }),
  ),
  related: CardNames,
  nextCursor: z.string().nullable().describe("What to send as `cursor` for the next page; null on the last"),
});
