import * as z from "zod";

/** The name as it is typed to confirm. */
export const DeleteInput = z.object({ name: z.string().trim().min(1).max(200) });

/** Counts of the records deleted with an organization. */
export interface Holdings {
  readonly name: string;
  readonly members: number;
  readonly cards: number;
  readonly files: number;
}

/** A deletion, as the platform's own people see it. */
export interface Deletion {
  readonly orgId: string;
  readonly deletedAt: string;
  readonly deletedBy: string;
  /** Null for one by its owner. */
  readonly reason: string | null;
  readonly state: "erasing" | "erased";
  /** Items and objects deleted so far. */
  readonly erased: number;
  /** When a sweep found nothing more of it. */
  readonly erasedAt: string | null;
}
