import type { CardId, FileId, UserId } from "../kernel/id.ts";

/** A file as the value of a field has it. Nothing of this ever changes, so what stands on a card cannot grow old. */
export interface FileReference {
  readonly fileId: FileId;
  readonly name: string;
  readonly bytes: number;
  /** As the server found it to be, e.g. `image/png`. */
  readonly mime: string;
}

/** What an upload is for: a card's file, a picture of a card, or the likeness of a card or of a person. */
export const uploadPurposes = ["card", "image", "avatar"] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

/** What files are for; those that are not uploaded to stay, the server makes for a person or takes in passing. */
export const filePurposes = ["import", "export", "audit", "rejects", "personalData", "ownData", ...uploadPurposes] as const;
export type FilePurpose = (typeof filePurposes)[number];

/** A lasting file. */
export interface StoredFile extends FileReference {
  readonly purpose: UploadPurpose;
  /** Null for a person's own picture. A card's id may be that of a card still to be made. */
  readonly cardId: CardId | null;
  readonly uploadedBy: UserId;
  readonly createdAt: string;
  readonly version: number;
}
