// All checks, one after the other, each with its own output; ends with a line that counts the tests.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { ensureChromium, ensureInstalled } from "../packages/local/bin/install.mjs";
import { node24, root } from "../packages/local/bin/node24.mjs";

ensureInstalled();
ensureChromium();

const node = node24();
const bin = (name) => join(root, "node_modules/.bin", name);
const environment = {
  ...process.env,
  PATH: [dirname(node), join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
  NODE_OPTIONS: "--disable-warning=ExperimentalWarning",
};
const reports = mkdtempSync(join(tmpdir(), "kartis-reports-"));
const failures = [];
let passed = 0;
let failed = 0;

function step(name, command, args) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: environment });
  console.log(`── ${name}: ${status === 0 ? "ok" : "FAILED"}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (status !== 0) failures.push(name);
  return status === 0;
}

function tests(name, args) {
  const report = join(reports, `${name.replaceAll(" ", "-")}.json`);
  const ok = step(name, node, [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    ...args,
  ]);
  try {
    const { numPassedTests, numFailedTests, numTotalTests } = JSON.parse(readFileSync(report, "utf8"));
    passed += numPassedTests;
    failed += numFailedTests;
    if (numTotalTests === 0) failures.push(`${name}: no test ran`);
  } catch {
    failures.push(`${name}: no report`);
  }
  if (!ok && failed === 0) failed++;
}

step("types", "npm", ["run", "--silent", "check:types"]);
step("lint and format", "npm", ["run", "--silent", "check:lint"]);
step("unused code", bin("knip"), []);
step("site", bin("vite"), ["build", "web", "--logLevel", "warn"]);
tests("tests", []);
tests("end to end", ["--config", "tests/e2e/vitest.config.ts"]);

rmSync(reports, { recursive: true, force: true });
if (failures.length > 0) console.log(`\nFailed: ${failures.join("; ")}`);
// A failed check that is no test counts as one, so that the line never says more than is true.
console.log(`\n${passed} passed, ${failed + failures.filter((name) => !/^(tests|end to end)/.test(name)).length} failed`);
process.exit(failures.length > 0 || failed > 0 ? 1 : 0);
