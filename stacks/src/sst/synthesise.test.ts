import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { repositoryRoot } from "../bundle.ts";
import { synthesise } from "./synthesise.ts";

it("fails with what the synthesis had to say", async () => {
  const outdir = join(tmpdir(), `kartis-synthesis-${process.pid}`);
  const environment = { PATH: process.env["PATH"], KARTIS_STAGE: "local" };
  const failing = synthesise({ root: repositoryRoot, outdir, environment, bucketName: "assets" });
  await expect(failing).rejects.toThrow(/KARTIS_STAGE must be .*; KARTIS_MAIL_FROM is not set/);
}, 20_000);
