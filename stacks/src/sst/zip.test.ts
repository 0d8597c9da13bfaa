import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { afterEach, beforeEach, expect, it } from "vitest";
import { zip, zipDirectory } from "./zip.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "kartis-zip-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

it("gives the same bytes for the same content, whenever and in whichever order it was written", async () => {
  const make = async (name: string, paths: readonly string[], seconds: number): Promise<Buffer> => {
    const source = join(directory, name);
    for (const path of paths) {
      mkdirSync(join(source, path, ".."), { recursive: true });
      writeFileSync(join(source, path), `content of ${path}`);
      utimesSync(join(source, path), seconds, seconds);
    }
    await zipDirectory(source, join(directory, `${name}.zip`));
    return readFileSync(join(directory, `${name}.zip`));
  };
  const paths = ["index.mjs", "assets/ä.txt", "assets/b.txt"];
  const archive = await make("sorted", paths, 1_000_000_000);
  const places = paths.toSorted().map((path) => archive.indexOf(path));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(await make("first", paths, 1_000_000_000)).toEqual(await make("second", paths.toReversed(), 1_700_000_000));
});

it("writes each file's whole content, and names and sizes where readers look for them", () => {
  const content = Buffer.from("x".repeat(100_000));
  const archive = zip([
    { name: "empty", content: Buffer.alloc(0) },
    { name: "assets/ä.txt", content },
  ]);
  const end = archive.length - 22;
  expect(archive.readUInt32LE(end)).toBe(0x06054b50);
  expect(archive.readUInt16LE(end + 10)).toBe(2);
  const first = archive.readUInt32LE(end + 16);
  const second = first + 46 + archive.readUInt16LE(first + 28);
  expect(archive.toString("utf8", second + 46, second + 46 + archive.readUInt16LE(second + 28))).toBe("assets/ä.txt");
  const local = archive.readUInt32LE(second + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26);
  expect(inflateRawSync(archive.subarray(start, start + archive.readUInt32LE(second + 20)))).toEqual(content);
});

const unzip = (() => {
  try {
    execFileSync("unzip", ["-v"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

it.skipIf(!unzip)("is an archive that unzip finds no fault with", () => {
  const file = join(directory, "archive.zip");
  writeFileSync(
    file,
    zip([
      { name: "a/b.txt", content: Buffer.from("b") },
      { name: "c.txt", content: Buffer.from("c") },
    ]),
  );
  expect(execFileSync("unzip", ["-t", file], { encoding: "utf8" })).toMatch(/No errors detected/);
  expect(execFileSync("unzip", ["-Z", "-1", file], { encoding: "utf8" })).toBe("a/b.txt\nc.txt\n");
});
