import * as z from "zod";
import { CardNames, instant, recordId } from "./parts.ts";

export const Audit = z.object({
  entries: z.array(
    z.object({
      id: recordId,
      userId: z.string().nullable(),
      user: z.string().nullable().describe("The name of whoever did it"),
      actorKind: z.string(),
      automationId: z.string().nullable(),
      sourceId: z.string().nullable().describe("The lead form or incoming webhook that did it"),
      origin: z.string(),
      action: z.string(),
      subjectName: z.string().nullable().describe("What the thing is called now, or was then"),
      subject: z.object({ kind: z.string(), id: z.string(), typeId: z.string().optional() }).nullable(),
      changeCount: z.number().int(),
      createdAt: instant,
      before: z.record(z.string(), z.unknown()).nullable(),
      after: z.record(z.string(), z.unknown()).nullable(),
    }),
  ),
  related: CardNames,
  total: z.number().int(),
  nextCursor: recordId.nullable(),
});
