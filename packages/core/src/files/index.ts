/*
 * Files. Owns: files' metadata and how much is stored; the bytes are S3's.
 * Invariant: a file is reached through its organization and the rights to what it belongs to, never by a permanent address; the meter is the exact sum of the
 * permanent files, and never above the plan's limit.
 * Records: file.upload, file.update when it passes to another card, activity or template, file.delete.
 */
export {
  arriving,
  dropBytes,
  filesOfCard,
  findFile,
  findFiles,
  finishUpload,
  passingOn,
  removalOf,
  removalsOf,
  storedFileOf,
  type Storage,
  storageOf,
  tooLargeFile,
} from "./lasting.ts";
export { contentsOf } from "./contents.ts";
export { foldedName } from "./projection.ts";
export { lastingKey, readObject, readWhole, signedUrl, storeBytes, temporaryKey } from "./objects.ts";
export { createUpload, type FileOwner, findPassing, readFile, requireUpload, storeFile, storeLines } from "./passing.ts";
export { forgetTemporary, temporaryFiles } from "./temporary.ts";
export type { StoredFile } from "./schema.ts";
