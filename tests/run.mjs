// npm test -- [--seed S]: all checks, one after the other, each with its own output; ends with a line that counts the tests. What misbehaves does so by a seed,
// which is the same each time unless another is asked for; long runs with many seeds are `npm run test:faults`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { ensureChromium, ensureInstalled } from "../packages/local/bin/install.mjs";
import { node24, root } from "../packages/local/bin/node24.mjs";

const { seed } = parseArgs({ options: { seed: { type: "string", default: "1" } } }).values;
if (!/^\d+$/.test(seed)) throw new Error("--seed is a number");

ensureInstalled();
ensureChromium();

const node = node24();
const bin = (name) => join(root, "node_modules/.bin", name);
const environment = {
  ...process.env,
  PATH: [dirname(node), join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
  NODE_OPTIONS: "--disable-warning=ExperimentalWarning",
};
/** What meets every kind of fault within a minute; `npm run test:faults` runs all suites that have to stand them. */
const quickUnderFaults = [
  "packages/core/src/data",
  "packages/core/src/plans",
  "packages/core/src/realtime",
  "functions/publisher",
];
const quickKills = 3;
const reports = mkdtempSync(join(tmpdir(), "kartis-reports-"));
const failures = [];
const late = [];
let passed = 0;
let failed = 0;

function step(name, command, args, more = {}) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...environment, ...more } });
  console.log(`── ${name}: ${status === 0 ? "ok" : "FAILED"}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (status !== 0) failures.push(name);
  return status === 0;
}

/** What one run of the tests found, by file. Null without a report. */
function run(name, args, more) {
  const report = join(reports, `${name.replaceAll(" ", "-")}.json`);
  const command = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...args];
  const ok = step(name, node, [join(root, "node_modules/vitest/vitest.mjs"), ...command], more);
  try {
    const { testResults } = JSON.parse(readFileSync(report, "utf8"));
    const count = (file, status) => file.assertionResults.filter((test) => test.status === status).length;
    const files = testResults.map((file) => {
      const names = file.assertionResults.filter((test) => test.status === "failed").map((test) => test.fullName);
      const found = { passed: count(file, "passed"), failed: names.length, names };
      return [file.name, file.status === "failed" && found.failed === 0 ? { ...found, failed: 1 } : found];
    });
    return { ok, files: new Map(files) };
  } catch {
    return null;
  }
}

/**
 * Files that failed are run once more, one at a time, where `isPatient`: a browser on a busy machine can be late without anything being wrong. That it took two
 * runs is said at the end, so that it is looked into.
 */
function tests(name, args, { isPatient = false, more = {} } = {}) {
  const first = run(name, args, more);
  if (!first || first.files.size === 0) {
    failed++;
    return failures.push(`${name}: ${first ? "no test ran" : "no report"}`);
  }
  let { ok, files } = first;
  const broken = [...files].filter(([, found]) => found.failed > 0).map(([file]) => file);
  if (!ok && isPatient && broken.length > 0 && broken.length <= 6) {
    failures.splice(failures.indexOf(name), 1);
    const second = run(`${name} again`, [...args, "--maxWorkers=1", "--retry=1", ...broken], more);
    ok = second?.ok ?? false;
    files = new Map([...files, ...(second?.files ?? [])]);
    if (ok) late.push(...broken.map((file) => relative(root, file)));
  }
  for (const [file, found] of files) {
    passed += found.passed;
    failed += found.failed;
    if (found.failed > 0) failures.push([`${name}: ${relative(root, file)}`, ...found.names].join("\n    "));
  }
  // An error outside of any test.
  if (!ok && failed === 0) failed++;
}

step("types", "npm", ["run", "--silent", "check:types"]);
step("lint and format", "npm", ["run", "--silent", "check:lint"]);
step("unused code", bin("knip"), []);
step("site", bin("vite"), ["build", "web", "--logLevel", "warn"]);
tests("tests", []);
tests(`tests under faults, seed ${seed}`, ["--config", "tests/faults/vitest.config.ts", ...quickUnderFaults], {
  more: { KARTIS_FAULTS: seed },
});
tests(`tests of the history, seed ${seed}`, ["tests/history"], { more: { KARTIS_KILLS: String(quickKills), KARTIS_SEED: seed } });
tests("end to end", ["--config", "tests/e2e/vitest.config.ts"], { isPatient: true });

rmSync(reports, { recursive: true, force: true });
if (late.length > 0) console.log(`\nPassed only when run again: ${late.join(", ")}`);
if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join("\n  ")}`);
// A failed check counts as a failed test, so that the summary never claims too much.
console.log(`\n${passed} passed, ${failed + failures.filter((name) => !/^(tests|end to end)/.test(name)).length} failed`);
process.exit(failures.length > 0 || failed > 0 ? 1 : 0);
