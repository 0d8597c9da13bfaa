// npm test -- [--seed S] [--minutes M]: all checks, one after the other, each with its own output; ends with a line that counts the tests. What misbehaves does so
// by a seed, which is the same each time unless another is asked for; long runs with many seeds are `npm run test:faults`.
// On a machine that is too slow for all of it within M minutes (0 is no limit), test files are left out, other ones for each commit, and named at the end.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { ensureChromium, ensureInstalled } from "../packages/local/bin/install.mjs";
import { node24, root } from "../packages/local/bin/node24.mjs";

const { seed, minutes } = parseArgs({
  options: { seed: { type: "string", default: "1" }, minutes: { type: "string", default: "38" } },
}).values;
for (const [name, value] of Object.entries({ seed, minutes })) if (!/^\d+$/.test(value)) throw new Error(`--${name} is a number`);
const limit = Number(minutes);

/** Part of the time after which no more tests begin against the engines alone, so that those in the browser have the rest. */
const engineShare = 0.6;
/** What is kept for running files again that failed, and how many there may be: more are no accident. */
const againMinutes = 5;
const mostAgain = 6;
const begun = Date.now();
/** When a part of the run has to be over, in milliseconds since 1970, as `tests/support/deadline.ts` reads it. */
const untilMinute = (minute) => (limit === 0 ? {} : { KARTIS_UNTIL: String(Math.round(begun + minute * 60_000)) });
const git = (...args) => spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout ?? "";

ensureInstalled();
ensureChromium();

const node = node24();
const bin = (name) => join(root, "node_modules/.bin", name);
const environment = {
  ...process.env,
  PATH: [dirname(node), join(root, "node_modules/.bin"), process.env.PATH].join(delimiter),
  NODE_OPTIONS: "--disable-warning=ExperimentalWarning",
  ...(limit === 0
    ? {}
    : { KARTIS_TURN: git("rev-parse", "HEAD").trim(), KARTIS_LATELY: git("log", "-20", "--name-only", "--format=") }),
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
const leftOut = [];
let passed = 0;
let failed = 0;

function step(name, command, args, more = {}) {
  console.log(`\n── ${name}`);
  const started = Date.now();
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...environment, ...more } });
  // Vitest says of a run that was ended early that it failed; whether a test did is seen in its report.
  const isOver = more.KARTIS_UNTIL !== undefined && Date.now() >= Number(more.KARTIS_UNTIL);
  const outcome = status === 0 ? "ok" : isOver ? "ended by its time" : "FAILED";
  console.log(`── ${name}: ${outcome}, ${((Date.now() - started) / 1000).toFixed(1)} s`);
  if (status !== 0) failures.push(name);
  return status === 0;
}

/** What Vitest says of a process that started late, or did not end in time: the tests in it have been answered, or their file counts as failed. */
const aboutItsProcesses = /^(Error: )?\[vitest-(pool|worker)/;

/** What one run of the tests found, by file, and the files for which there was no time. Null without a report. */
function run(name, args, more) {
  const report = join(reports, `${name.replaceAll(" ", "-")}.json`);
  const outOfTime = `${report}.left`;
  const reporters = [
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
    "--reporter=tests/support/deadline.ts",
  ];
  const command = ["run", ...reporters, ...args];
  const isFine = step(name, node, [join(root, "node_modules/vitest/vitest.mjs"), ...command], {
    ...more,
    KARTIS_LEFT_OUT: outOfTime,
  });
  try {
    const { testResults } = JSON.parse(readFileSync(report, "utf8"));
    const { asked, leftOut: left, errors } = JSON.parse(readFileSync(outOfTime, "utf8"));
    const count = (file, status) => file.assertionResults.filter((test) => test.status === status).length;
    const files = testResults.map((file) => {
      const names = file.assertionResults.filter((test) => test.status === "failed").map((test) => test.fullName);
      const found = { passed: count(file, "passed"), failed: names.length, names };
      const isUnanswered = file.status === "failed" || file.assertionResults.length === 0;
      const isBroken = isUnanswered && found.failed === 0 && !left.includes(file.name);
      return [file.name, isBroken ? { ...found, failed: 1 } : found];
    });
    const known = new Set([...testResults.map((file) => file.name), ...left]);
    const unread = asked.filter((file) => !known.has(file));
    files.push(
      ...unread.map((file) => [file, { passed: 0, failed: 1, names: ["It was not run: its process did not start, or ended."] }]),
    );
    const outside = errors.filter((error) => !aboutItsProcesses.test(error));
    const ok = isFine || (outside.length === 0 && files.length > 0 && files.every(([, { failed: count }]) => count === 0));
    if (ok && !isFine) failures.splice(failures.indexOf(name), 1);
    for (const error of errors) {
      const said = `${name}, outside of any test: ${error.split("\n").slice(0, 8).join("\n    ")}`;
      if (outside.includes(error)) failures.push(said);
      else console.log(said);
    }
    return { ok, files: new Map(files), left };
  } catch {
    return null;
  }
}

/**
 * Files that failed are run once more, one at a time and each in a process of its own: on a busy machine something can be late without being wrong. That it took
 * two runs is said at the end, so that it is looked into.
 */
function tests(name, args, more = {}) {
  const first = run(name, args, more);
  if (!first || (first.files.size === 0 && first.left.length === 0)) {
    failed++;
    return failures.push(`${name}: ${first ? "no test ran" : "no report"}`);
  }
  let { ok, files } = first;
  leftOut.push(...first.left.map((file) => relative(root, file)));
  const broken = [...files].filter(([, found]) => found.failed > 0).map(([file]) => file);
  if (!ok && broken.length > 0 && broken.length <= mostAgain) {
    failures.splice(failures.indexOf(name), 1);
    const second = run(`${name} again`, [...args, "--maxWorkers=1", "--retry=1", ...broken], {
      ...more,
      ...untilMinute(limit),
      KARTIS_ALONE: "1",
    });
    const isAnswered = second !== null && second.left.length === 0;
    ok = isAnswered && second.ok;
    // What there was no time to run again stays as it was.
    if (isAnswered) files = new Map([...files, ...second.files]);
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
tests(`tests under faults, seed ${seed}`, ["--config", "tests/faults/vitest.config.ts", ...quickUnderFaults], {
  KARTIS_FAULTS: seed,
});
tests(`tests of the history, seed ${seed}`, ["tests/history"], { KARTIS_KILLS: String(quickKills), KARTIS_SEED: seed });
tests("tests", [], untilMinute(limit * engineShare));
tests("end to end", ["--config", "tests/e2e/vitest.config.ts"], untilMinute(limit - againMinutes));

rmSync(reports, { recursive: true, force: true });
if (late.length > 0) console.log(`\nPassed only when run again: ${late.join(", ")}`);
if (leftOut.length > 0)
  console.log(
    `\n${limit} minutes were not enough for ${leftOut.length} files, which are left out; --minutes 0 runs all:\n  ${leftOut.join("\n  ")}`,
  );
if (failures.length > 0) console.log(`\nFailed:\n  ${failures.join("\n  ")}`);
// A failed check counts as a failed test, so that the summary never claims too much.
console.log(`\n${passed} passed, ${failed + failures.filter((name) => !/^(tests|end to end)/.test(name)).length} failed`);
process.exit(failures.length > 0 || failed > 0 ? 1 : 0);
