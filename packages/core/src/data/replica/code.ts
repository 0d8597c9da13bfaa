import { createHash } from "node:crypto";
import type { Projection } from "./projection.ts";

/** What the bundler puts in its place: `hashProjectionCode()` at build. */
declare const PROJECTION_CODE: string | undefined;

let code: Promise<string> | undefined;

async function readCode(): Promise<string> {
  if (typeof PROJECTION_CODE === "string") return PROJECTION_CODE;
  const { hashProjectionCode } = await import("./code-hash.ts");
  return hashProjectionCode();
}

/** Identifies the code of this deployment's projections: the same in every function, bundled or not. */
export const projectionCode = (): Promise<string> => (code ??= readCode());

/**
 * Identifies the code that writes snapshots of these projections. Snapshots by other code have another key, so a process reads only what it would have written
 * itself, and nobody has to remember to bump a version.
 */
export const snapshotCode = (projections: readonly Projection[], codeHash: string): string =>
  createHash("sha256")
    .update(JSON.stringify([codeHash, projections.map(({ name }) => name)]))
    .digest("hex")
    .slice(0, 16);
