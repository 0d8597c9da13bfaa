import { expect, it } from "vitest";
import { buildUnitsPerSecond } from "@kartis/core/data/replica/read-pace.ts";
import type { SubscriptionSpec } from "@kartis/core/kernel/deployment.ts";
import { type Cloud, type CloudResource, at, entries, list } from "../synthesis.fixture.ts";

/** Checks that nothing is lost in delivery: dead-letter queues, alarms, time-outs, partial failures. */
export function checkDelivery(cloud: Cloud): void {
  const prefix = `kartis-${cloud.settings.stage}`;
  const queues = cloud.all("AWS::SQS::Queue");
  const nameOf = ({ properties }: CloudResource) => String(at(properties, "QueueName"));
  const isDeadLetters = (queue: CloudResource) => nameOf(queue).endsWith("-dead-letters");
  const queueOf = (arn: unknown) => queues.find(({ id }) => cloud.text(arn) === `<${id}.Arn>`);
  const mappings = cloud.all("AWS::Lambda::EventSourceMapping");
  const mappingOf = (name: string) =>
    mappings.find(({ properties }) => cloud.text(at(properties, "FunctionName")) === `<${cloud.lambda(name).id}>`);
  const bySubscription = cloud.subscriptions.map((spec) => [spec.name, spec] as const);
  const workQueueOf = (spec: SubscriptionSpec) => queueOf(at(mappingOf(spec.name)?.properties, "EventSourceArn"));

  it.each(bySubscription)("%s reads a queue of its own, whose failures go to a dead-letter queue of its own", (_, spec) => {
    const queue = workQueueOf(spec);
    const redrive = at(queue?.properties, "RedrivePolicy");
    const deadLetters = queueOf(at(redrive, "deadLetterTargetArn"));
    expect(deadLetters && nameOf(deadLetters)).toBe(`${queue && nameOf(queue)}-dead-letters`);
    expect(at(redrive, "maxReceiveCount")).toBe(spec.maxReceiveCount);
    const readers = mappings.filter(({ properties }) => queueOf(at(properties, "EventSourceArn")) === queue);
    expect(readers).toHaveLength(1);
  });

  it.each(bySubscription)("%s cannot get a message again while it may still work on it", (_, spec) => {
    expect(at(workQueueOf(spec)?.properties, "VisibilityTimeout")).toBeGreaterThanOrEqual(6 * spec.timeoutSeconds);
  });

  it.each(bySubscription)(
    "%s says which messages of a batch failed, and cannot take all of the account's concurrency",
    (_, spec) => {
      const { properties } = mappingOf(spec.name) ?? {};
      expect(at(properties, "FunctionResponseTypes")).toEqual(["ReportBatchItemFailures"]);
      expect(at(properties, "BatchSize")).toBe(spec.batchSize);
      expect(at(properties, "MaximumBatchingWindowInSeconds")).toBe(spec.batchingWindowSeconds);
      expect(at(properties, "ScalingConfig", "MaximumConcurrency")).toBeGreaterThanOrEqual(2);
    },
  );

  it("builds replicas with at most half of what a table is given to read", () => {
    const { properties } = mappingOf("replica-on-asked") ?? {};
    const builders = Number(at(properties, "ScalingConfig", "MaximumConcurrency"));
    // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html: 40,000 read units of an on-demand table
    expect(builders * buildUnitsPerSecond).toBeLessThanOrEqual(20_000);
  });

  it("has one rule per subscription to the bus, with its pattern, the organization as the message group and a dead-letter queue", () => {
    const rules = cloud.all("AWS::Events::Rule");
    const fed = cloud.subscriptions.flatMap((spec) => ("pattern" in spec.from ? [{ spec, pattern: spec.from.pattern }] : []));
    expect(rules).toHaveLength(fed.length);
    for (const { spec, pattern } of fed) {
      const rule = rules.find(({ properties }) => at(properties, "Description") === spec.entry);
      expect(at(rule?.properties, "EventPattern")).toEqual(pattern);
      const targets = list(at(rule?.properties, "Targets"));
      expect(targets.map((target) => queueOf(at(target, "Arn")))).toEqual([workQueueOf(spec)]);
      expect(at(targets[0], "SqsParameters", "MessageGroupId")).toBe("$.detail.orgId");
      expect(nameOf(queueOf(at(targets[0], "DeadLetterConfig", "Arn")) ?? failing("no dead-letter queue"))).toBe(
        `${prefix}-${spec.from.kind === "bus" ? spec.name : spec.from.kind}-dead-letters`,
      );
    }
  });

  it("reads the table's stream from the first record on, in order, and sets aside what fails for hours", () => {
    for (const { name, trigger } of cloud.functions) {
      if (trigger.kind !== "stream") continue;
      const { properties } = mappingOf(name) ?? {};
      expect(cloud.text(at(properties, "EventSourceArn"))).toBe(`<${cloud.only("AWS::DynamoDB::Table").id}.StreamArn>`);
      expect(at(properties, "StartingPosition")).toBe("TRIM_HORIZON");
      expect(at(properties, "BatchSize")).toBe(trigger.batchSize);
      const filters = list(at(properties, "FilterCriteria", "Filters")).map((filter) => String(at(filter, "Pattern")));
      expect(filters.map((pattern): unknown => JSON.parse(pattern))).toEqual([trigger.filter]);
      expect(at(properties, "BisectBatchOnFunctionError")).toBe(false);
      expect(at(properties, "FunctionResponseTypes")).toEqual(["ReportBatchItemFailures"]);
      expect(at(properties, "MaximumRecordAgeInSeconds")).toBeLessThan(86_400);
      expect(nameOf(queueOf(at(properties, "DestinationConfig", "OnFailure", "Destination")) ?? failing("no destination"))).toBe(
        `${prefix}-${name}-dead-letters`,
      );
    }
  });

  it("calls by the clock with a dead-letter queue for what is not delivered and for what fails", () => {
    const scheduled = cloud.functions.flatMap(({ name, trigger }) => (trigger.kind === "schedule" ? [{ name, trigger }] : []));
    const schedules = cloud.all("AWS::Scheduler::Schedule");
    expect(schedules).toHaveLength(scheduled.length);
    const onFailure = cloud
      .all("AWS::Lambda::EventInvokeConfig")
      .map(({ properties }) => queueOf(at(properties, "DestinationConfig", "OnFailure", "Destination")));
    for (const { name, trigger } of scheduled) {
      const { properties } =
        schedules.find((schedule) => at(schedule.properties, "Name") === `${prefix}-${name}`) ??
        failing(`no schedule of ${name}`);
      expect(at(properties, "ScheduleExpression")).toBe(trigger.expression);
      const undelivered = queueOf(at(properties, "Target", "DeadLetterConfig", "Arn"));
      expect(undelivered && nameOf(undelivered)).toBe(`${prefix}-${name}-dead-letters`);
      expect(onFailure).toContain(undelivered);
    }
  });

  it("has no queue that nobody reads and that is not a dead-letter queue", () => {
    const unread = queues.filter(
      (queue) => !isDeadLetters(queue) && !mappings.some(({ properties }) => queueOf(at(properties, "EventSourceArn")) === queue),
    );
    expect(unread.map(nameOf)).toEqual([]);
    expect(queues.filter(isDeadLetters).every(({ properties }) => at(properties, "MessageRetentionPeriod") === 14 * 86_400)).toBe(
      true,
    );
  });

  const alarms = cloud.all("AWS::CloudWatch::Alarm");
  const alarmsOn = (metric: string, dimension: string) =>
    alarms.filter(
      ({ properties }) =>
        at(properties, "MetricName") === metric &&
        list(at(properties, "Dimensions")).some((each) => cloud.text(at(each, "Value")) === dimension),
    );

  it.each(queues.map((queue) => [nameOf(queue), queue] as const))("%s has its alarm", (_, queue) => {
    const metric = isDeadLetters(queue) ? "ApproximateNumberOfMessagesVisible" : "ApproximateAgeOfOldestMessage";
    const [alarm] = alarmsOn(metric, `<${queue.id}.QueueName>`);
    expect(alarm, metric).toBeDefined();
    if (isDeadLetters(queue)) expect(at(alarm?.properties, "Threshold")).toBe(1);
  });

  it.each(cloud.specs.map(({ name }) => [name]))("%s has alarms on errors and throttles, traces, and a log that ends", (name) => {
    const lambda = cloud.lambda(name);
    for (const metric of ["Errors", "Throttles"]) expect(alarmsOn(metric, `<${lambda.id}>`), metric).toHaveLength(1);
    expect(at(lambda.properties, "TracingConfig", "Mode")).toBe("Active");
    const log = cloud
      .all("AWS::Logs::LogGroup")
      .find(({ id }) => cloud.text(at(lambda.properties, "LoggingConfig", "LogGroup")) === `<${id}>`);
    expect(at(log?.properties, "RetentionInDays")).toBeGreaterThan(0);
  });

  it("has every alarm ring the topic", () => {
    const topic = `<${cloud.all("AWS::SNS::Topic").find(({ stack }) => stack === "Data")?.id}>`;
    for (const { properties } of alarms) expect(list(at(properties, "AlarmActions")).map(cloud.text)).toEqual([topic]);
    const names = alarms.map(({ properties }) => at(properties, "AlarmName"));
    expect(new Set(names).size).toBe(names.length);
  });

  it("runs every function on arm64 and Node 24, as large and as long as its spec says", () => {
    for (const { name, memoryMb, timeoutSeconds } of cloud.specs) {
      const { properties } = cloud.lambda(name);
      expect(Object.fromEntries(entries(properties))).toMatchObject({
        Architectures: ["arm64"],
        Runtime: "nodejs24.x",
        Handler: "index.handler",
        MemorySize: memoryMb,
        Timeout: timeoutSeconds,
      });
    }
  });
}

function failing(reason: string): never {
  throw new Error(reason);
}
