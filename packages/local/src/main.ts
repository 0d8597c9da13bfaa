import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import type { WriteStream } from "node:fs";
import { createServer } from "node:net";
import { once } from "node:events";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { functions } from "@kartis/functions/functions.ts";
import { repositoryRoot } from "@kartis/stacks/bundle.ts";
import { PortInUse } from "./apigateway/gateway.ts";
import { buildWeb } from "./build-web.ts";
import { startCloud } from "./cloud.ts";
import type { Cloud } from "./cloud.ts";
import { DataDirectoryInUse } from "./data-directory.ts";

// The folder is a machine's, not a tenant's: everything of one installation. `npm start` keeps it in the repository.
const dataDir = process.env["KARTIS_DATA"] ?? join(repositoryRoot, ".local/data");
const buildDir = join(repositoryRoot, ".local/build");

/** Time to shut down. Everything acknowledged is kept in any case, and running operations resume at the next start. */
const patienceMs = 5_000;
/** A terminal's Ctrl-C comes twice, once to the whole group and once through npm. */
const sameSignalMs = 1_000;

try {
  await main();
} catch (error) {
  const isForPeople = error instanceof PortInUse || error instanceof DataDirectoryInUse;
  console.error(isForPeople ? error.message : error);
  process.exit(1);
}

async function main(): Promise<void> {
  // An option that does not exist is an error, not silence.
  const { values } = parseArgs({ options: { demo: { type: "boolean", default: false }, admin: { type: "string" } } });
  let cloud: Cloud | undefined;
  const end = endOnSignals(async () => cloud?.close());
  const port = portOf(process.env["PORT"]);
  await requireFree(port);
  const { webDist } = await buildWeb();

  cloud = await startCloud({
    dataDir,
    buildDir,
    port,
    webDist,
    functions,
    subscriptions,
    onLog: logTo(join(dataDir, "logs")),
    onFailure(error) {
      console.error(error.message);
      end(1);
    },
  });
  // For commands beside it (`npm run redrive`): where its engines are.
  writeFileSync(join(dataDir, "environment.json"), JSON.stringify(cloud.environment), { mode: 0o600 });
  const demo = values.demo ? await demoIn(cloud) : undefined;
  if (values.admin !== undefined) await makeAdmin(cloud.environment, values.admin);
  const seconds = ((Date.now() - performance.timeOrigin) / 1000).toFixed(1);
  console.log(`\n  Kartis is ready in ${seconds} s\n`);
  console.log(`  Open   ${cloud.origin}`);
  console.log(`  Mail   ${cloud.origin}/local/mailbox, which leads to SMS, WhatsApp, Gmail, calls and webhooks`);
  const shown = relative(process.cwd(), dataDir);
  console.log(`  Data   ${shown.startsWith("..") ? dataDir : shown}\n`);
  if (demo) console.log(`  Demo   ${demo.email}, password ${demo.password}\n`);
}

/** Ends the process in order when it is asked to, or when its terminal is closed; at once when it is asked again. Returns how to end it for another reason. */
function endOnSignals(close: () => Promise<void>): (code: number) => void {
  let endingSince: number | undefined;
  const end = (code: number) => {
    if (endingSince !== undefined) {
      if (performance.now() - endingSince > sameSignalMs) process.exit(1);
      return;
    }
    endingSince = performance.now();
    setTimeout(() => process.exit(code), patienceMs);
    close().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => end(0));
  // A closed terminal takes no more lines.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return end;
}

/** Fills the cloud through core, as a function would: the environment is a function's. Loaded only when asked for. */
async function demoIn({ environment, origin }: Cloud): Promise<{ readonly email: string; readonly password: string }> {
  Object.assign(process.env, environment);
  console.log("Making the demo organization …");
  const { makeDemo } = await import("./demo/make-demo.ts");
  return makeDemo(origin);
}

/** Makes a person who has signed up a platform admin, from their next sign-in on. */
async function makeAdmin(environment: Readonly<Record<string, string>>, email: string): Promise<void> {
  Object.assign(process.env, environment);
  const { findUserByEmail, grantPlatformAdmin } = await import("@kartis/core/users/index.ts");
  const user = await findUserByEmail(email.trim().toLowerCase());
  if (!user) return console.error(`Nobody has signed up as ${email}: sign up first, then start with --admin again.`);
  await grantPlatformAdmin(user.id, { now: () => Date.now() });
  console.log(`${email} is a platform admin from the next sign-in on.`);
}

function portOf(text: string | undefined): number {
  const port = Number(text ?? 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_534) throw new PortInUse(`PORT=${text} is not a port.`);
  return port;
}

/** Before anything is built or locked: a taken port is the commonest mistake and deserves a quick answer. */
async function requireFree(port: number): Promise<void> {
  const server = createServer().listen(port, "127.0.0.1");
  await once(server, "listening").catch(() => {
    throw new PortInUse(`Port ${port} is taken by another program. Choose one with PORT=… npm start.`);
  });
  server.close();
  await once(server, "close");
}

/** One file per function, as CloudWatch has one log group for each. */
function logTo(directory: string): (functionName: string, line: string) => void {
  mkdirSync(directory, { recursive: true });
  const files = new Map<string, WriteStream>();
  return (functionName, line) => {
    let file = files.get(functionName);
    if (file === undefined)
      files.set(functionName, (file = createWriteStream(join(directory, `${functionName}.log`), { flags: "a" })));
    file.write(`${line}\n`);
  };
}
