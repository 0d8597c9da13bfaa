import { unzip } from "@kartis/tests/support/unzip.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { zip, type ZipEntry } from "./zip.ts";

async function* each<T>(all: readonly T[]): AsyncGenerator<T> {
  yield* all;
}

async function archive(entries: readonly ZipEntry[]): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zip(each(entries), Date.now())) pieces.push(piece);
  return Buffer.concat(pieces);
}

it("an archive holds every file as it was, whatever its name and however many pieces it came in", async () => {
  const files = fc.uniqueArray(
    fc.record({
      path: fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }).map((path) => path.toWellFormed()),
      pieces: fc.array(fc.uint8Array({ maxLength: 500 }), { maxLength: 5 }),
    }),
    { selector: ({ path }) => path, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(files, async (all) => {
      const read = unzip(await archive(all.map(({ path, pieces }) => ({ path, content: each(pieces) }))));
      expect([...read]).toEqual(all.map(({ path, pieces }) => [path, Buffer.concat(pieces)]));
    }),
    { numRuns: 100 },
  );
});

it("a file that cannot be read to its end makes no archive", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("so far");
    throw new Error("the connection is lost");
  }
  await expect(archive([{ path: "a", content: broken() }])).rejects.toThrow("the connection is lost");
});
