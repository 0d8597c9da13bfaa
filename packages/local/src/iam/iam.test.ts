import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environmentOf, type Resource } from "@kartis/core/kernel/deployment.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Cloud, startCloud } from "../cloud.ts";
import type { handler } from "../fixtures/attempts.ts";
import { subscriptions } from "../fixtures/specs.ts";

const directory = mkdtempSync(join(tmpdir(), "kartis-iam-test-"));
type Answers = Awaited<ReturnType<typeof handler>>;

/** Attempts in `fixtures/attempts.ts` that each line of `uses` permits; written out by hand. */
const allowed: Record<Resource, readonly string[]> = {
  "table:read": ["get", "get several", "get in a transaction", "query", "query an index"],
  "table:write": ["put", "update", "delete", "put in a transaction", "check in a transaction"],
  "table:erase": ["delete several"],
  "bus:put": ["put an event"],
  "data:read": ["get an object", "head an object", "list objects"],
  "data:write": ["put an object"],
  "data:delete": ["delete an object", "delete objects"],
  "data:erase": ["delete an object", "delete objects", "delete a snapshot", "list objects"],
  "secrets:seal": [],
  "mail:send": ["mail"],
  "mail:receive": [],
  "push:call": [],
  "webhooks:call": [],
  "sms:offer": [],
  "sms:call": [],
  "whatsapp:call": [],
  "gmail:call": [],
  "gmail:push": [],
  "voip:call": [],
  "checkout:call": [],
  "sockets:post": ["post to a connection"],
  "sockets:close": ["close a connection"],
  "operations:send": ["send an operation", "send operations"],
  "replicas:send": ["ask for a snapshot"],
  "deliveries:send": ["ask for deliveries"],
  "runs:send": ["ask for runs"],
  "google:sign-in": [],
  "viewer:address": [],
};
/** Attempts that no function is ever permitted. */
const never = [
  "scan",
  "scan an index",
  "describe the table",
  "put an event elsewhere",
  "put an object elsewhere",
  "mail as somebody else",
  "receive operations",
  "send elsewhere",
  "create a schedule",
];
/** Each resource is in at least one of them; those of one service, which could substitute for each other, are in different ones. */
const roles: Readonly<Record<string, readonly Resource[]>> = {
  first: ["table:read", "data:write", "mail:send", "mail:receive", "sockets:post"],
  second: ["table:write", "data:read", "bus:put", "sockets:close"],
  third: ["table:erase", "data:delete", "operations:send"],
  replicas: ["replicas:send"],
  deliveries: ["deliveries:send"],
  runs: ["runs:send"],
  fourth: ["table:read", "table:write", "data:read", "data:write", "data:erase"],
  nothing: [
    "secrets:seal",
    "push:call",
    "webhooks:call",
    "sms:offer",
    "sms:call",
    "whatsapp:call",
    "gmail:call",
    "gmail:push",
    "voip:call",
    "checkout:call",
    "google:sign-in",
    "viewer:address",
  ],
};

let cloud: Cloud;
const answersOf = new Map<string, Answers>();
beforeAll(async () => {
  cloud = await startCloud({
    dataDir: join(directory, "data"),
    webDist: directory,
    functions: Object.entries(roles).map(([name, uses]) => ({
      name,
      entry: "packages/local/src/fixtures/attempts.ts",
      memoryMb: 128,
      timeoutSeconds: 60,
      uses,
      trigger: { kind: "http", routes: [`POST /api/${name}`] },
    })),
    subscriptions,
  });
  const body = JSON.stringify({
    sockets: cloud.environment["SOCKETS_ENDPOINT"],
    queue: cloud.environment["OPERATIONS_QUEUE_URL"],
    replicas: cloud.environment["REPLICAS_QUEUE_URL"],
    deliveries: cloud.environment["DELIVERIES_QUEUE_URL"],
    runs: cloud.environment["RUNS_QUEUE_URL"],
  });
  for (const name of Object.keys(roles)) {
    const response = await fetch(`${cloud.origin}/api/${name}`, { method: "POST", body });
    answersOf.set(name, (await response.json()) as Answers); // what the fixture answers, through JSON
  }
});
afterAll(async () => {
  await cloud.close();
  rmSync(directory, { recursive: true, force: true });
});

const isDenied = (answer: Answers[string] | undefined) =>
  answer !== null && answer !== undefined && (/AccessDenied/.test(answer.name) || answer.status === 403);

describe("a function may do what its spec says it uses, and nothing else", () => {
  it("is tried with every resource there is", () => {
    expect(new Set(Object.values(roles).flat())).toEqual(new Set(Object.keys(environmentOf)));
  });

  it.each(Object.entries(roles))("%s: %j", (name, uses) => {
    const answers = answersOf.get(name) ?? {};
    const passed = Object.keys(answers).filter((call) => !isDenied(answers[call]));
    const expected = new Set(uses.flatMap((use) => allowed[use]));
    // A copy is a read and a write.
    if (uses.includes("data:read") && uses.includes("data:write")) expected.add("copy an object");
    expect(passed.toSorted()).toEqual([...expected].toSorted());
    expect(never.filter((call) => !isDenied(answers[call]))).toEqual([]);
  });
});

describe("a refusal is the service's own", () => {
  const refusals: readonly (readonly [call: string, name: string, status: number, action: string])[] = [
    ["put", "AccessDeniedException", 400, "dynamodb:PutItem on resource: arn:aws:dynamodb:us-east-1:000000000000:table/kartis"],
    ["put in a transaction", "AccessDeniedException", 400, "dynamodb:PutItem on resource"],
    [
      "scan an index",
      "AccessDeniedException",
      400,
      "dynamodb:Scan on resource: arn:aws:dynamodb:us-east-1:000000000000:table/kartis/index/gsi1",
    ],
    [
      "put an event",
      "AccessDeniedException",
      400,
      "events:PutEvents on resource: arn:aws:events:us-east-1:000000000000:event-bus/kartis",
    ],
    ["put an object", "AccessDenied", 403, "s3:PutObject on resource: arn:aws:s3:::kartis-data/files/kept"],
    [
      "mail",
      "AccessDeniedException",
      403,
      "ses:SendEmail on resource: arn:aws:ses:us-east-1:000000000000:identity/kartis.example",
    ],
    [
      "send an operation",
      "AccessDenied",
      403,
      "sqs:SendMessage on resource: arn:aws:sqs:us-east-1:000000000000:kartis-operations",
    ],
    ["post to a connection", "AccessDeniedException", 403, "execute-api:ManageConnections on resource"],
  ];
  it.each(refusals)("%s", (call, name, status, action) => {
    expect(answersOf.get("nothing")?.[call]).toMatchObject({
      name,
      status,
      message: expect.stringContaining(
        `User: arn:aws:sts::000000000000:assumed-role/nothing/nothing is not authorized to perform: ${action}`,
      ),
    });
  });
});
