import * as z from "zod";
import { longestGapMs } from "./rules.ts";

/** What a browser is told when somebody comes, goes or moves to another page: to ask who is here. */
export interface PresenceMessage {
  readonly kind: "presence";
}

/** What a browser is told that asked whether it has missed something, and has: to ask for everything on its screen again. */
export interface GapMessage {
  readonly kind: "gap";
}

/** What a browser says: which page it shows, or that it begins to listen after it has asked for that page, so many milliseconds ago. Anything else is a sign of life. */
export const BrowserMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("here"), pathname: z.string().startsWith("/").max(300) }),
  z.object({ kind: z.literal("catchUp"), ms: z.int().min(0).max(longestGapMs) }),
]);
export type BrowserMessage = z.infer<typeof BrowserMessage>;

/** What a browser is told: what changed, never a value. */
export type LiveMessage =
  | {
      readonly kind: "change";
      /** Of the journal record. */
      readonly id: string;
      readonly action: string;
      readonly subject: { readonly kind: string; readonly id: string; readonly typeId?: string };
      readonly version: number;
      readonly actorId: string;
    }
  | {
      readonly kind: "batch";
      readonly id: string;
      readonly action: string;
      readonly typeIds: readonly string[];
      readonly count: number;
      readonly batchId: string | null;
      readonly actorId: string;
    };
