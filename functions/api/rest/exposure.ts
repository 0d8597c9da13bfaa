import type * as z from "zod";
import type { procedures } from "../procedures.ts";

export const tags = {
  Cards: "Records of configurable types.",
  "Card types": "What kinds of cards there are, their fields, and how their pages are laid out.",
  Views: "Saved views of lists.",
  Files: "Files of cards.",
  People: "Members and their roles.",
  Audit: "Who did what.",
} as const;
type Tag = keyof typeof tags;

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** Ids that an example stands on; a document has made-up ones, a test real ones. */
export interface ExampleIds {
  readonly cardId: string;
  readonly otherCardId: string;
  readonly typeId: string;
  readonly relationFieldId: string;
  readonly layoutId: string;
  readonly viewId: string;
  readonly userId: string;
  readonly roleId: string;
  readonly fileId: string;
  readonly recordId: string;
}

export interface Exposure {
  readonly method: Method;
  /** Under `/api/v1`; what stands in braces is a property of the procedure's input. */
  readonly path: string;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly output: z.ZodType;
  /** 200 without one. */
  readonly status?: 201;
  /** A whole input that works. */
  readonly example: (ids: ExampleIds) => Readonly<Record<string, unknown>>;
}

/** Procedures that are exposed, by their names, and as what. */
export type Exposures = Partial<Record<(typeof procedures)[number]["name"], Exposure>>;
