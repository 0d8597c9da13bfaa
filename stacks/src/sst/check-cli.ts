import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../bundle.ts";

/*
 * Type-checks sst.config.ts, whose globals are in the platform that SST unpacks into .sst: 34 s and 320 MB the first time, network to npm's
 * registry, no AWS account. Too much for every run of the tests.
 */
const platform = join(repositoryRoot, ".sst", "platform");
const bin = (name: string) => join(repositoryRoot, "node_modules", ".bin", name);

if (!existsSync(join(platform, "node_modules"))) {
  const { status } = spawnSync(bin("sst"), ["install", "--stage", "check"], {
    cwd: repositoryRoot,
    stdio: "inherit",
    env: {
      ...process.env,
      SST_SKIP_DEPENDENCY_CHECK: "true",
      SST_NO_BUN: "true",
      // SST reports every command to its makers unless telemetry is off: https://sst.dev/docs/reference/cli#telemetry-disable
      SST_TELEMETRY_DISABLED: "1",
      DO_NOT_TRACK: "1",
    },
  });
  if (status !== 0) process.exit(1);
}

const { status, stdout } = spawnSync(bin("tsc"), ["-p", "stacks/tsconfig.sst.json"], { cwd: repositoryRoot, encoding: "utf8" });
// The platform is TypeScript source that does not hold to our compiler's strictness; only our own files count.
const own = stdout.split("\n").filter((line) => /^(sst\.config|stacks\/|packages\/)/.test(line));
for (const line of own) console.error(line);
const unchecked = status !== 0 && !/\berror TS\d+/.test(stdout);
if (unchecked) console.error(stdout);
const version = readFileSync(join(platform, "version"), "utf8").trim();
if (own.length === 0 && !unchecked) console.log(`sst.config.ts agrees with the types of SST ${version}.`);
process.exitCode = own.length > 0 || unchecked ? 1 : 0;
