import type { ActivityId, CardId, FileId, UserId } from "../kernel/id.ts";

/** A file as a field's value has it. None of this ever changes, so what a card shows cannot become outdated. */
export interface FileReference {
  readonly fileId: FileId;
  readonly name: string;
  readonly bytes: number;
  /** As detected by the server, e.g. `image/png`. */
  readonly mime: string;
}

/** Purposes of uploads: a card's file, an image field, the avatar of a card or person, or an attachment of an activity or of a template. */
export const uploadPurposes = ["card", "image", "avatar", "activity", "template"] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

/** Pictures are shown as they are, so nothing but an image is taken for them. */
export const isForPicture = (purpose: UploadPurpose): boolean => purpose === "image" || purpose === "avatar";

/** Purposes of files; temporary ones are generated for a person, or uploaded only to be read. */
export const filePurposes = ["import", "export", "audit", "rejects", "personalData", "ownData", ...uploadPurposes] as const;
export type FilePurpose = (typeof filePurposes)[number];

/** A permanent file. */
export interface StoredFile extends FileReference {
  readonly purpose: UploadPurpose;
  /** Null for a person's own avatar, and for files of activities and templates. A card's id may be that of a card still to be created. */
  readonly cardId: CardId | null;
  /** The activity that it is attached to, or was uploaded for: whoever may read that may have the file. */
  readonly activityId: ActivityId | null;
  /** The template that it was uploaded for (a `TemplateRef`): whoever is offered that, or may read what was sent with it, may have the file. */
  readonly templateId: string | null;
  readonly uploadedBy: UserId;
  readonly createdAt: string;
  readonly version: number;
}
