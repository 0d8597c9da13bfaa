import {
  CreateScheduleCommand,
  CreateScheduleGroupCommand,
  DeleteScheduleCommand,
  DeleteScheduleGroupCommand,
  GetScheduleCommand,
  ListScheduleGroupsCommand,
  ListSchedulesCommand,
  UpdateScheduleCommand,
} from "@aws-sdk/client-scheduler";
import type { CreateScheduleCommandInput } from "@aws-sdk/client-scheduler";
import { DeleteQueueCommand } from "@aws-sdk/client-sqs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ManualClock } from "../clock.ts";
import { startEngines } from "../engines.ts";
import { engineFixture } from "../engines.fixture.ts";

const { scheduler, sqs, clock, createQueue, receive, bodies } = await engineFixture({
  clock: new ManualClock("2026-03-20T10:00:00Z"),
});

const RoleArn = "arn:aws:iam::000000000000:role/scheduler";
const FlexibleTimeWindow = { Mode: "OFF" } as const;

let names = 0;
type Wish = Partial<CreateScheduleCommandInput> & { queue: { arn: string } };

function schedule(expression: string, { queue, ...more }: Wish): CreateScheduleCommandInput {
  return {
    Name: `schedule-${++names}`,
    ScheduleExpression: expression,
    FlexibleTimeWindow,
    Target: { Arn: queue.arn, RoleArn, Input: "fired" },
    ...more,
  };
}

async function create(expression: string, wish: Wish) {
  const input = schedule(expression, wish);
  await scheduler.send(new CreateScheduleCommand(input));
  return input;
}

const dueTarget = (Input: string) => ({ Arn: "arn:aws:sqs:us-east-1:000000000000:due", RoleArn, Input });

const iso = (instant: number) => new Date(instant).toISOString().slice(0, 19);

test("an at schedule fires once, on time, in its zone, and stays unless it asked to go", async () => {
  const queue = await createQueue();
  const local = new Date(clock.now() + 2 * 3_600_000 + 60_000).toISOString().slice(0, 19);
  // Jerusalem is two hours ahead until 27 March.
  const zone = { queue, ScheduleExpressionTimezone: "Asia/Jerusalem" };
  const kept = await create(`at(${local})`, zone);
  const dropped = await create(`at(${local})`, { ...zone, ActionAfterCompletion: "DELETE" });
  clock.advanceBy(59_999);
  expect(await bodies(queue)).toEqual([]);
  clock.advanceBy(1);
  expect(await bodies(queue)).toEqual(["fired", "fired"]);
  clock.advanceBy(86_400_000);
  expect((await receive(queue)).filter(({ Attributes }) => Attributes?.["ApproximateReceiveCount"] === "1")).toEqual([]);
  expect((await scheduler.send(new GetScheduleCommand({ Name: kept.Name }))).State).toBe("ENABLED");
  await expect(scheduler.send(new GetScheduleCommand({ Name: dropped.Name }))).rejects.toMatchObject({
    name: "ResourceNotFoundException",
    $metadata: { httpStatusCode: 404 },
  });
});

test("an at schedule in the past fires at once", async () => {
  const queue = await createQueue();
  await create(`at(${iso(clock.now() - 60_000)})`, { queue });
  expect(await bodies(queue)).toEqual(["fired"]);
});

test("a rate fires at once and then at each interval, from its StartDate to its EndDate", async () => {
  const [queue, bounded] = [await createQueue(), await createQueue()];
  const unbounded = await create("rate(10 minutes)", { queue });
  await create("rate(10 minutes)", {
    queue: bounded,
    StartDate: new Date(clock.now() + 5 * 60_000),
    EndDate: new Date(clock.now() + 20 * 60_000),
    ActionAfterCompletion: "DELETE",
    Name: "bounded",
  });
  expect(await bodies(queue)).toHaveLength(1);
  expect(await bodies(bounded)).toHaveLength(0);
  clock.advanceBy(5 * 60_000);
  expect(await bodies(bounded)).toHaveLength(1);
  clock.advanceBy(5 * 60_000);
  // the first message is visible again, beside the second firing's
  expect(await bodies(queue)).toHaveLength(2);
  await scheduler.send(new DeleteScheduleCommand({ Name: unbounded.Name }));
  clock.advanceBy(60 * 60_000);
  expect(await bodies(bounded)).toHaveLength(2);
  await expect(scheduler.send(new GetScheduleCommand({ Name: "bounded" }))).rejects.toMatchObject({
    name: "ResourceNotFoundException",
  });
});

test("a cron schedule fires at its wall times and says which in its context attributes", async () => {
  const queue = await createQueue();
  clock.advanceTo("2026-03-26T12:00:00Z");
  // Israel's clocks skip 02:00–03:00 on 27 March.
  const { Name } = await create("cron(30 2 * * ? *)", {
    queue,
    ScheduleExpressionTimezone: "Asia/Jerusalem",
    Target: { Arn: queue.arn, RoleArn, Input: '{"at":"<aws.scheduler.scheduled-time>","of":"<aws.scheduler.schedule-arn>"}' },
  });
  clock.advanceTo("2026-03-29T12:00:00Z");
  const ofName = `arn:aws:scheduler:us-east-1:000000000000:schedule/default/${Name}`;
  expect((await bodies(queue)).map((body) => JSON.parse(body))).toEqual([
    { at: "2026-03-27T23:30:00Z", of: ofName },
    { at: "2026-03-28T23:30:00Z", of: ofName },
  ]);
});

test("a disabled schedule is silent until it is enabled", async () => {
  const queue = await createQueue();
  const input = await create("rate(1 minute)", { queue, State: "DISABLED" });
  clock.advanceBy(5 * 60_000);
  expect(await bodies(queue)).toEqual([]);
  await scheduler.send(new UpdateScheduleCommand({ ...input, State: "ENABLED" }));
  clock.advanceBy(60_000);
  expect(await bodies(queue)).not.toEqual([]);
  await scheduler.send(new DeleteScheduleCommand({ Name: input.Name }));
});

test("a schedule enabled before its StartDate still begins there", async () => {
  const queue = await createQueue();
  const StartDate = new Date(clock.now() + 60_000);
  const input = await create("rate(1 hour)", { queue, StartDate, State: "DISABLED" });
  await scheduler.send(new UpdateScheduleCommand({ ...input, State: "ENABLED" }));
  expect(await bodies(queue)).toEqual([]);
  clock.advanceBy(60_000);
  expect(await bodies(queue)).toEqual(["fired"]);
  await scheduler.send(new DeleteScheduleCommand({ Name: input.Name }));
});

test("the EndDate of an at schedule is ignored", async () => {
  const queue = await createQueue();
  const input = await create(`at(${iso(clock.now() + 60_000)})`, { queue, EndDate: new Date(clock.now() + 1_000) });
  await scheduler.send(new UpdateScheduleCommand(input));
  clock.advanceBy(60_000);
  expect(await bodies(queue)).toEqual(["fired"]);
});

test("an update replaces everything, and what has run does not run again", async () => {
  const queue = await createQueue({ VisibilityTimeout: "43200" });
  const input = await create(`at(${iso(clock.now() + 60_000)})`, { queue, Description: "before" });
  clock.advanceBy(60_000);
  expect(await bodies(queue)).toEqual(["fired"]);
  const { Description: _, ...without } = input;
  await scheduler.send(new UpdateScheduleCommand(without));
  expect((await scheduler.send(new GetScheduleCommand({ Name: input.Name }))).Description).toBeUndefined();
  expect(await bodies(queue)).toEqual([]);
  await scheduler.send(new UpdateScheduleCommand({ ...input, ScheduleExpression: `at(${iso(clock.now() + 60_000)})` }));
  clock.advanceBy(60_000);
  expect(await bodies(queue)).toEqual(["fired"]);
});

test("a schedule is returned as it was given", async () => {
  const queue = await createQueue();
  const input = await create("cron(0 9 ? * MON *)", {
    queue,
    Description: "weekly",
    StartDate: new Date("2030-01-01T00:00:00Z"),
    EndDate: new Date("2031-01-01T00:00:00Z"),
    FlexibleTimeWindow: { Mode: "FLEXIBLE", MaximumWindowInMinutes: 15 },
    ScheduleExpressionTimezone: "Europe/Budapest",
    Target: {
      Arn: queue.arn,
      RoleArn,
      Input: "{}",
      RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 3600 },
      DeadLetterConfig: { Arn: queue.arn },
    },
  });
  expect(await scheduler.send(new GetScheduleCommand({ Name: input.Name }))).toMatchObject({
    ...input,
    GroupName: "default",
    State: "ENABLED",
    ActionAfterCompletion: "NONE",
    CreationDate: new Date(clock.now()),
  });
});

test("the same ClientToken creates once; another request under it, or under the name, conflicts", async () => {
  const queue = await createQueue();
  const input = { ...schedule("rate(1 day)", { queue }), ClientToken: "token-1" };
  const first = await scheduler.send(new CreateScheduleCommand(input));
  expect((await scheduler.send(new CreateScheduleCommand(input))).ScheduleArn).toBe(first.ScheduleArn);
  for (const other of [
    { ...input, Description: "changed" },
    { ...input, ClientToken: "token-2" },
  ]) {
    await expect(scheduler.send(new CreateScheduleCommand(other))).rejects.toMatchObject({
      name: "ConflictException",
      $metadata: { httpStatusCode: 409 },
    });
  }
});

test("groups hold schedules of their own, are listed page by page, and take them along when deleted", async () => {
  const queue = await createQueue();
  for (const Name of ["team", "team-b"]) await scheduler.send(new CreateScheduleGroupCommand({ Name }));
  for (const GroupName of ["team", "team-b"]) {
    for (const Name of ["a", "b"])
      await create("rate(1 day)", { queue, GroupName, Name, State: GroupName === "team" ? "ENABLED" : "DISABLED" });
  }
  const listed: string[] = [];
  let NextToken: string | undefined;
  do {
    const page = await scheduler.send(new ListSchedulesCommand({ MaxResults: 1, NextToken, NamePrefix: "" }));
    listed.push(...(page.Schedules ?? []).map(({ GroupName, Name }) => `${GroupName}/${Name}`));
    NextToken = page.NextToken;
  } while (NextToken);
  expect(listed.filter((name) => name.startsWith("team")).toSorted()).toEqual(["team-b/a", "team-b/b", "team/a", "team/b"]);

  const inGroup = async (query: object) =>
    ((await scheduler.send(new ListSchedulesCommand(query))).Schedules ?? []).map(
      ({ GroupName, Name }) => `${GroupName}/${Name}`,
    );
  expect(await inGroup({ GroupName: "team", NamePrefix: "a" })).toEqual(["team/a"]);
  expect(await inGroup({ GroupName: "team-b", State: "ENABLED" })).toEqual([]);
  await scheduler.send(new DeleteScheduleGroupCommand({ Name: "team" }));
  const { ScheduleGroups } = await scheduler.send(new ListScheduleGroupsCommand({}));
  expect(ScheduleGroups?.map(({ Name }) => Name)).toEqual(["default", "team-b"]);
  await expect(scheduler.send(new GetScheduleCommand({ GroupName: "team", Name: "a" }))).rejects.toMatchObject({
    name: "ResourceNotFoundException",
  });
});

test("a target that is gone leaves a dead letter", async () => {
  const [queue, dead] = [await createQueue(), await createQueue()];
  await sqs.send(new DeleteQueueCommand({ QueueUrl: queue.url }));
  await create(`at(${iso(clock.now())})`, {
    queue,
    Target: { Arn: queue.arn, RoleArn, Input: "lost", DeadLetterConfig: { Arn: dead.arn } },
  });
  const [letter] = await receive(dead);
  expect([letter?.Body, letter?.MessageAttributes?.["ERROR_CODE"]?.StringValue]).toEqual(["lost", "NO_RESOURCE"]);
});

test.each<[string, Partial<CreateScheduleCommandInput>]>([
  ["rate(5 minute)", {}],
  ["rate(1 hour)", { ScheduleExpressionTimezone: "Mars/Olympus" }],
  ["rate(1 hour)", { Name: "no spaces" }],
  ["rate(1 hour)", { FlexibleTimeWindow: { Mode: "FLEXIBLE" } }],
  ["rate(1 hour)", { StartDate: new Date(2000), EndDate: new Date(1000) }],
  ["rate(1 hour)", { Target: { Arn: "arn:aws:sns:us-east-1:000000000000:topic", RoleArn } }],
  ["rate(1 hour)", { Target: { Arn: "arn:aws:sqs:us-east-1:000000000000:q", RoleArn, Input: "x".repeat(262_145) } }],
])("refuses %s with %o", async (expression, more) => {
  const queue = { arn: "arn:aws:sqs:us-east-1:000000000000:any" };
  await expect(create(expression, { queue, ...more })).rejects.toMatchObject({ name: "ValidationException" });
});

test("what fell due while the machine was off fires on start: an at once, a rate once for all it missed", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "kartis-scheduler-"));
  const start = "2026-06-01T10:00:00Z";
  const before = await startEngines({ dataDir, clock: new ManualClock(start) });
  before.sqs.queues.create("due", {});
  const specification = {
    ScheduleExpressionTimezone: "UTC",
    State: "ENABLED",
    ActionAfterCompletion: "NONE",
    FlexibleTimeWindow,
  } as const;
  const { schedules } = before.scheduler;
  schedules.create(
    { group: "default", name: "at" },
    { ...specification, ScheduleExpression: "at(2026-06-01T11:00:00)", Target: dueTarget("at") },
  );
  schedules.create(
    { group: "default", name: "rate" },
    {
      ...specification,
      ScheduleExpression: "rate(1 hour)",
      StartDate: Date.parse(start) / 1000 + 3600,
      Target: dueTarget("rate"),
    },
  );
  await before.close();

  const after = await startEngines({ dataDir, clock: new ManualClock("2026-06-02T10:30:00Z") });
  const fired = await after.sqs.receive("due", { max: 10 });
  expect(fired.map(({ body }) => body).toSorted()).toEqual(["at", "rate"]);
  expect(new Date(after.scheduler.schedules.get({ group: "default", name: "rate" }).nextAt ?? 0).toISOString()).toBe(
    "2026-06-02T11:00:00.000Z",
  );
  await after.close();
  await rm(dataDir, { recursive: true });
});
