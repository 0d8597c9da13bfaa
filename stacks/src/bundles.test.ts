import { execFile } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { hashProjectionCode } from "@kartis/core/data/replica/code-hash.ts";
import { type FunctionSpec, type Resource, environmentOf, replicaDiskMb } from "@kartis/core/kernel/deployment.ts";
import { repositoryRoot } from "./bundle.ts";
import { allFunctions, bundleFunctions } from "./bundle-functions.ts";

/** Code is parsed at each cold start, about 0.1 s per MB. The API carries electrodb, zod and libphonenumber; the clients of AWS wait to be asked for. */
const maxColdBytes = 1024 * 1024;
/** A dynamic `import()` is parsed when first used, while someone waits. The API's largest are passkeys, S3 and the list of common passwords. */
const maxPartBytes = 512 * 1024;
/** Lambda takes 250 MB; this many would show that something came along which nobody asked for. */
const maxBytes = 5 * 1024 * 1024;

const byName = allFunctions.map((spec): readonly [string, FunctionSpec] => [spec.name, spec]);

describe("the lists of functions", () => {
  it("name every file that exports a handler, and only files that do", () => {
    const files = ["functions", "events"].flatMap((folder) =>
      readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts") && !path.includes("node_modules"))
        .map((path) => `${folder}/${path}`),
    );
    const handlers = files.filter((file) =>
      /^export (async function|function|const) handler\b/m.test(readFileSync(join(repositoryRoot, file), "utf8")),
    );
    expect(allFunctions.map(({ entry }) => entry).toSorted()).toEqual(handlers.toSorted());
  });

  it("name every function once", () => {
    expect(new Set(allFunctions.map(({ name }) => name)).size).toBe(allFunctions.length);
  });
});

describe("bundles", () => {
  let bundles: Awaited<ReturnType<typeof bundleFunctions>>;
  beforeAll(async () => {
    bundles = await bundleFunctions();
  }, 600_000);
  const pathOf = (name: string) => bundles.get(name)?.path ?? "";
  const directoryOf = (name: string) => bundles.get(name)?.directory ?? "";
  const partsOf = (name: string) => readdirSync(directoryOf(name)).filter((file) => file.endsWith(".mjs"));
  const codeOf = (name: string) =>
    partsOf(name)
      .map((file) => readFileSync(join(directoryOf(name), file), "utf8"))
      .join("\n");

  it.each(byName)("%s loads in Node 24, each part of it, with nothing installed beside it, and has a handler", async (name) => {
    const parts = partsOf(name).map((file) => join(directoryOf(name), file));
    const program = `import(${JSON.stringify(pathOf(name))}).then(async (m) => {
      for (const part of ${JSON.stringify(parts)}) await import(part);
      process.stdout.write(process.version + " " + typeof m.handler);
    })`;
    // No environment: a variable that is read while loading would fail before the first invocation, in the init phase.
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], { cwd: "/", env: {} });
    expect(stdout).toMatch(/^v24\.\S+ function$/);
  });

  it.each(byName)("%s stays within its budget and goes up with its source maps alone", (name) => {
    expect(bundles.get(name)?.coldBytes).toBeLessThanOrEqual(maxColdBytes);
    expect(bundles.get(name)?.bytes).toBeLessThanOrEqual(maxBytes);
    const parts = partsOf(name);
    expect(parts).toContain("index.mjs");
    expect(readdirSync(directoryOf(name)).toSorted()).toEqual(parts.flatMap((file) => [file, `${file}.map`]).toSorted());
  });

  it.each(byName)("%s brings little with anything that it imports when it is needed", (name) => {
    const code = new Map(partsOf(name).map((part) => [part, readFileSync(join(directoryOf(name), part), "utf8")]));
    const importsOf = (part: string, pattern: RegExp) =>
      [...(code.get(part) ?? "").matchAll(pattern)].map(([, file = ""]) => file);
    const closure = (part: string) => {
      const reached = new Set([part]);
      for (const one of reached) for (const next of importsOf(one, /(?:from|import)\s?"\.\/([^"]+\.mjs)"/g)) reached.add(next);
      return reached;
    };
    const cold = closure("index.mjs");
    const later = new Set([...code.keys()].flatMap((part) => importsOf(part, /import\("\.\/([^"]+\.mjs)"\)/g)));
    const added = (part: string) =>
      [...closure(part)].filter((one) => !cold.has(one)).reduce((sum, one) => sum + Buffer.byteLength(code.get(one) ?? ""), 0);
    expect([...later].map((part) => [part, added(part)] as const).filter(([, bytes]) => bytes > maxPartBytes)).toEqual([]);
  });

  it.each(byName)("%s goes up without parts that only other functions come to", (name) => {
    const reached = new Set(["index.mjs"]);
    for (const part of reached) {
      const code = readFileSync(join(directoryOf(name), part), "utf8");
      for (const [, imported = ""] of code.matchAll(/(?:from|import)\s?\(?"\.\/([^"]+\.mjs)"/g)) reached.add(imported);
    }
    expect(partsOf(name).toSorted()).toEqual([...reached].toSorted());
  });

  it("that hold replicas have the disk for them", () => {
    for (const [name, { diskMb }] of byName)
      expect([name, diskMb]).toEqual([name, codeOf(name).includes("kartis-replicas") ? replicaDiskMb : undefined]);
  });

  it("identify the projections' code by one and the same hash, whatever part of it they contain", () => {
    const holders = byName.filter(([name]) => codeOf(name).includes("card_fields"));
    expect(holders.length).toBeGreaterThan(2);
    for (const [name] of holders) expect(codeOf(name)).toContain(JSON.stringify(hashProjectionCode()));
  });

  it.each(byName)("%s reads no environment variable that its spec does not bring", (name, { uses }) => {
    const brought = new Set<string>(uses.flatMap((resource): readonly string[] => environmentOf[resource]));
    const known = new Set(Object.values(environmentOf).flat());
    const read = [...known].filter((variable) => codeOf(name).includes(`"${variable}"`));
    expect(read.filter((variable) => !brought.has(variable))).toEqual([]);
  });

  it.each(byName)("%s sends no command that its spec does not allow", (name, { uses }) => {
    // The SDK also compares with names of commands; what it sends stands as a value.
    const sent = [...new Set(codeOf(name).match(/(?<=(?<!===)")[A-Z]\w+Command(?=")/g))];
    const asked = Object.entries(useOfCommand).filter(([command]) => sent.includes(command));
    expect(asked.filter(([, some]) => !some.some((use) => uses.includes(use))).map(([command]) => command)).toEqual([]);
    expect(sent.filter((command) => !(command in useOfCommand) && !isUnsent(command))).toEqual([]);
  });
});

/** Any one of the uses allows it. */
const useOfCommand: Readonly<Record<string, readonly Resource[]>> = {
  PutEventsCommand: ["bus:put"],
  GetObjectCommand: ["data:read"],
  HeadObjectCommand: ["data:read"],
  PutObjectCommand: ["data:write"],
  CopyObjectCommand: ["data:write"],
  DeleteObjectCommand: ["data:delete"],
  DeleteObjectsCommand: ["data:erase"],
  ListObjectsV2Command: ["data:erase"],
  SendEmailCommand: ["mail:send"],
  PostToConnectionCommand: ["sockets:post"],
  DeleteConnectionCommand: ["sockets:close"],
  SendMessageCommand: ["operations:send", "replicas:send", "deliveries:send", "runs:send"],
};

/**
 * Commands that a bundle contains but never sends: DynamoDB's commands all come with lib-dynamodb (the table's grants are checked elsewhere), and the SDK's credential
 * providers bring STS's and SSO's.
 */
function isUnsent(command: string): boolean {
  return (
    /^(AssumeRole|AssumeRoleWithWebIdentity|GetRoleCredentials|CreateToken|CreateOAuth2Token|CreateOAuth2TokenWithIAM|CreateSession|HeadBucket)Command$/.test(
      command,
    ) || dynamoCommand.test(command)
  );
}
const dynamoCommand =
  /(Item|Items|Statement|Transaction|Table|Tables|TimeToLive|Backup|Backups|Limits|Endpoints|Export|Exports|Import|Imports|Insights|Policy|Settings|Destination|Scaling|PointInTime|FromBackup|ToPointInTime|BulkOperation|BulkOperations|OfResource|Resource|Vectors|DocumentClient|BatchGet|BatchWrite|TransactGet|TransactWrite|Query|Scan|Get|Put|Update|Delete)Command$/;
