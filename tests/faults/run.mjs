// npm run test:faults -- [--seeds N] [--seed S] [--kills N] [--automation-kills N] [--sms-kills N]: existing suites against engines that misbehave, once for each of N seeds from S
// on, then the history checker with N kills, then automations and the ledger of SMS with N kills each. Ends with a table of faults by suite.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { node24, root } from "../../packages/local/bin/node24.mjs";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1" },
    seed: { type: "string", default: "1" },
    kills: { type: "string", default: "0" },
    "automation-kills": { type: "string", default: "0" },
    "sms-kills": { type: "string", default: "0" },
  },
});
const numbers = [values.seeds, values.seed, values.kills, values["automation-kills"], values["sms-kills"]].map(Number);
const [seeds, first, kills, automationKills, smsKills] = numbers;
if (!numbers.every((number) => Number.isInteger(number) && number >= 0))
  throw new Error("--seeds, --seed, --kills, --automation-kills and --sms-kills are numbers");

/** Faults that the engines of a suite can have. Streamed answers that are cut and iterators that expire are spared there (`tests/support/backend.ts`). */
const often = ["throttle", "conflict", "error", "reset", "lostAnswer", "delay", "half", "shortPage", "timeOut"];
const seldom = ["reorder"];

const node = node24();
const directory = mkdtempSync(join(tmpdir(), "kartis-faults-"));
const report = join(directory, "report.jsonl");
const vitest = (args, environment) =>
  spawnSync(node, [join(root, "node_modules/vitest/vitest.mjs"), "run", ...args], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      PATH: [dirname(node), process.env.PATH].join(delimiter),
      NODE_OPTIONS: "--disable-warning=ExperimentalWarning",
      ...environment,
    },
  }).status === 0;

const failed = [];
for (let seed = first; seed < first + seeds; seed++) {
  const environment = { KARTIS_FAULTS: String(seed), KARTIS_FAULTS_REPORT: report };
  if (!vitest(["--config", "tests/faults/vitest.config.ts"], environment)) failed.push(`seed ${seed}`);
}
if (kills > 0 && !vitest(["tests/history"], { KARTIS_KILLS: String(kills), KARTIS_SEED: String(first) }))
  failed.push(`${kills} kills with seed ${first}`);
const killed = { KARTIS_AUTOMATION_KILLS: String(automationKills), KARTIS_SEED: String(first) };
if (automationKills > 0 && !vitest(["tests/history/killed-automations.test.ts"], killed))
  failed.push(`automations with ${automationKills} kills and seed ${first}`);
const killedSms = { KARTIS_SMS_KILLS: String(smsKills), KARTIS_SEED: String(first) };
if (smsKills > 0 && !vitest(["packages/core/src/activities/sms/killed.test.ts"], killedSms))
  failed.push(`the ledger of SMS with ${smsKills} kills and seed ${first}`);

/** Per file: how many of each fault there were in all seeds. */
const table = new Map();
for (const line of readIfThere(report).split("\n").filter(Boolean)) {
  const { file, counts } = JSON.parse(line);
  const row = table.get(file) ?? {};
  for (const [name, count] of Object.entries(counts)) {
    const fault = name.slice(name.lastIndexOf(" ") + 1);
    row[fault] = (row[fault] ?? 0) + count;
  }
  table.set(file, row);
}
rmSync(directory, { recursive: true, force: true });
if (seeds > 0) {
  console.log(`\nFaults by suite, seeds ${first} to ${first + seeds - 1}`);
  console.table(Object.fromEntries(table));
  const met = new Set([...table.values()].flatMap(Object.keys));
  // What few calls can meet may be drawn by none of them in one or two seeds.
  const expected = [...often, ...(seeds >= 3 ? seldom : [])];
  const never = expected.filter((fault) => !met.has(fault));
  // Suites that pass because nothing went wrong would have tested nothing.
  if (never.length > 0) failed.push(`these never happened: ${never.join(", ")}`);
}
if (failed.length > 0) console.log(`\nFailed: ${failed.join("; ")}`);
process.exit(failed.length > 0 ? 1 : 0);

function readIfThere(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
