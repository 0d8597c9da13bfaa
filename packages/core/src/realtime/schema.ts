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
