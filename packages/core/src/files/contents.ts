import type { OrgId } from "../kernel/id.ts";
import { lastingKey, readObject } from "./objects.ts";
import type { FileReference } from "./schema.ts";

/** A file with its bytes, as an email carries it. */
export interface FileContent {
  readonly name: string;
  readonly mime: string;
  readonly content: Uint8Array;
}

/** The files with their bytes, in the same order. Throws NOT_FOUND for one that has been deleted. */
export const contentsOf = (orgId: OrgId, files: readonly FileReference[]): Promise<FileContent[]> =>
  Promise.all(
    files.map(async ({ fileId, name, mime }) => {
      const { body } = await readObject(lastingKey(orgId, fileId));
      const parts: Uint8Array[] = [];
      for await (const part of body as AsyncIterable<Uint8Array>) parts.push(part);
      return { name, mime, content: Buffer.concat(parts) };
    }),
  );
