import { CardIdSchema, CardTypeIdSchema } from "@kartis/core/cards/schema.ts";
import * as z from "zod";
import { CardNames, fields, fileId, instant, nextCursor, recordId, undoneBy, userId, version } from "./parts.ts";

const card = {
  id: CardIdSchema,
  typeId: CardTypeIdSchema,
  version,
  fields,
  createdAt: instant,
  updatedAt: instant,
  trashedAt: instant.nullable().describe("When it was put into the trash"),
  mergedInto: CardIdSchema.optional().describe("Of a card in the trash: the card it was merged into"),
};
const figures = z
  .object({
    lastActivityAt: instant
      .nullable()
      .describe("The last comment, logged conversation, completed task or meeting that has begun"),
    nextActivityAt: instant.nullable().describe("The next meeting, or the next task that is due"),
    nextMeetingAt: instant.nullable(),
    openTasks: z.number().int(),
    overdueTasks: z.number().int(),
  })
  .describe("Figures of the card's activities that the caller can see; with `withFigures` only");
/** @public Named in the document, which spreads this whole module. */
export const Card = z.object(card);
export const CardWithNames = z.object({ ...card, related: CardNames });
export const ChangedCard = z.object({
  ...card,
  ...undoneBy,
});
export const CardList = z.object({
  rows: z.array(Card.extend({ figures: figures.optional() })),
  related: CardNames,
  total: z.number().int().describe("How many cards the query finds, on all pages"),
  sums: z.record(z.string(), z.object({ sum: z.number(), average: z.number().nullable(), count: z.number().int() })),
  nextCursor,
});
export const RelatedCards = z.object({
  groups: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      direction: z.enum(["names", "namedBy"]).describe("Cards that this one names, or that name it"),
      typeId: CardTypeIdSchema.describe("The type whose field it is"),
      fieldId: z.string(),
      fieldIds: z.array(z.string()).describe("Fields that are shown beside the name"),
      rows: z.array(Card),
      total: z.number().int(),
      nextCursor,
    }),
  ),
  related: CardNames,
});
export const CardGroups = z.array(
  z.object({
    value: z.union([z.string(), z.number()]).nullable().describe("The option, person or value; null for cards without one"),
    count: z.number().int(),
    sums: z.record(z.string(), z.number()),
  }),
);
const SearchResult = z.object({
  id: CardIdSchema,
  cardTypeId: CardTypeIdSchema,
  name: z.string(),
  avatarFileId: fileId.nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});
export const SearchResults = z.object({ results: z.array(SearchResult), nextCursor });
export const DuplicateCheck = z.object({
  isDuplicate: z.boolean(),
  conflictField: z.string().nullable(),
  duplicates: z.array(SearchResult),
  similar: z.array(SearchResult).describe("Cards that may be the same; a warning, which blocks nothing"),
});
export const History = z.object({
  entries: z.array(
    z.object({
      recordId,
      at: instant,
      action: z.string(),
      userId: userId.nullable(),
      actorKind: z.string(),
      automationId: z.string().nullable(),
      sourceId: z.string().nullable().describe("The lead form or incoming webhook that did it"),
      origin: z.string(),
      before: fields.nullable(),
      after: fields.nullable(),
    }),
  ),
  related: CardNames,
  nextCursor,
});
export const ManyUpdated = z.object({
  outcomes: z.array(
    z.object({
      cardId: CardIdSchema,
      card: Card.nullable(),
      error: z
        .object({
          code: z.string(),
          messageKey: z.string().optional(),
          params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
          fields: z.record(z.string(), z.string()).optional(),
        })
        .nullable(),
    }),
  ),
  recordIds: z.array(recordId),
});
export const Undone = z.object({ recordId: recordId.nullable(), cards: z.array(Card), skipped: z.array(z.unknown()) });
