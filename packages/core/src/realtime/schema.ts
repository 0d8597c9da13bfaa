import * as z from "zod";

/** What a browser is told when somebody comes, goes or moves to another page: to ask who is here. */
export interface PresenceMessage {
  readonly kind: "presence";
}

/** What a browser says of itself. Anything else it sends is only a sign of life. */
export const HereMessage = z.object({ kind: z.literal("here"), pathname: z.string().startsWith("/").max(300) });

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
