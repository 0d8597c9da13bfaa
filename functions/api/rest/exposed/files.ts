import { FileAddress, FileList, FileRemoved, StoredFile, Upload } from "../answers/files.ts";
import type { Exposures } from "../exposure.ts";

export const files = {
  "files.list": {
    method: "GET",
    path: "/files",
    tag: "Files",
    summary: "List files",
    description: "`sort` is JSON.",
    output: FileList,
    example: ({ cardId }) => ({ cardId, limit: 10 }),
  },
  "files.createUpload": {
    method: "POST",
    path: "/files",
    tag: "Files",
    summary: "Begin an upload",
    description: "Post the file to the address in the answer, then finish the upload. At most 5 MB.",
    status: 201,
    output: Upload,
    example: ({ cardId }) => ({ name: "offer.txt", bytes: 11, purpose: "card", cardId }),
  },
  "files.finish": {
    method: "POST",
    path: "/files/{fileId}/finish",
    tag: "Files",
    summary: "Finish an upload",
    output: StoredFile,
    example: ({ fileId }) => ({ fileId }),
  },
  "files.download": {
    method: "GET",
    path: "/files/{fileId}/address",
    tag: "Files",
    summary: "Get an address to download a file from",
    output: FileAddress,
    example: ({ fileId }) => ({ fileId }),
  },
  "files.remove": {
    method: "DELETE",
    path: "/files/{fileId}",
    tag: "Files",
    summary: "Delete a file",
    output: FileRemoved,
    example: ({ fileId }) => ({ fileId }),
  },
} as const satisfies Exposures;
