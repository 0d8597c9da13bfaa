import { arn, resourceOfArn } from "../arns.ts";
import { Input } from "../wire/input.ts";
import type { TargetOperation } from "../wire/target-protocol.ts";
import { eventBridgeErrors } from "./errors.ts";
import { busNameOf } from "./event-bus.ts";
import type { EventBus, EventEntry } from "./event-bus.ts";
import { compile } from "./rules.ts";
import type { Rule, Target } from "./rules.ts";

/** EventBridge over AWS JSON 1.1. */
export function eventBridgeOperations(bus: EventBus): Readonly<Record<string, TargetOperation>> {
  const { rules } = bus;
  const operations: Record<string, (input: Input) => unknown> = {
    CreateEventBus: (input) => {
      const name = input.text("Name");
      rules.createBus(name);
      return { EventBusArn: busArn(name) };
    },
    DescribeEventBus: (input) => {
      const name = busNameOf(input.optionalText("Name"));
      if (!rules.hasBus(name)) throw eventBridgeErrors.notFound(`Event bus ${name}`);
      return { Name: name, Arn: busArn(name) };
    },
    DeleteEventBus: (input) => rules.removeBus(input.text("Name")),
    ListEventBuses: () => ({ EventBuses: rules.buses().map((name) => ({ Name: name, Arn: busArn(name) })) }),
    PutRule: (input) => {
      const name = input.text("Name");
      if (!/^[.\-_A-Za-z0-9]{1,64}$/.test(name))
        throw eventBridgeErrors.invalid(`Value '${name}' at 'name' failed to satisfy constraint.`);
      const rule = rules.put({
        bus: busOf(input),
        name,
        pattern: input.optionalText("EventPattern"),
        schedule: input.optionalText("ScheduleExpression"),
        description: input.optionalText("Description"),
        isEnabled: input.optionalText("State") !== "DISABLED",
      });
      bus.rulesChanged();
      return { RuleArn: rule.arn };
    },
    DescribeRule: (input) => ruleReply(rules.get(busOf(input), input.text("Name"))),
    ListRules: (input) => {
      const prefix = input.optionalText("NamePrefix") ?? "";
      const matching = rules.list(busOf(input)).filter((rule) => rule.name.startsWith(prefix));
      const { page, NextToken } = paged(matching, input, ({ name }) => name);
      return { Rules: page.map(ruleReply), NextToken };
    },
    DeleteRule: (input) => {
      rules.remove(busOf(input), input.text("Name"));
      bus.rulesChanged();
    },
    EnableRule: (input) => {
      rules.setEnabled(busOf(input), input.text("Name"), true);
      bus.rulesChanged();
    },
    DisableRule: (input) => {
      rules.setEnabled(busOf(input), input.text("Name"), false);
      bus.rulesChanged();
    },
    PutTargets: (input) => {
      rules.putTargets(busOf(input), input.text("Rule"), input.objects("Targets").map(readTarget));
      return { FailedEntryCount: 0, FailedEntries: [] };
    },
    RemoveTargets: (input) => {
      rules.removeTargets(busOf(input), input.text("Rule"), input.texts("Ids"));
      return { FailedEntryCount: 0, FailedEntries: [] };
    },
    ListTargetsByRule: (input) => {
      const { name } = rules.get(busOf(input), input.text("Rule"));
      const { page, NextToken } = paged(rules.targets(busOf(input), name), input, ({ Id }) => Id);
      return { Targets: page, NextToken };
    },
    TestEventPattern: (input) => {
      let event: unknown;
      try {
        event = JSON.parse(input.text("Event"));
      } catch {
        throw eventBridgeErrors.invalid("Parameter Event is not valid.");
      }
      return { Result: compile(input.text("EventPattern"))(event) };
    },
    PutEvents: (input) => {
      const results = bus.put(input.objects("Entries").map(readEntry));
      return { FailedEntryCount: results.filter((result) => "ErrorCode" in result).length, Entries: results };
    },
  };
  return Object.fromEntries(
    Object.entries(operations).map(([name, run]) => [name, (fields: Record<string, unknown>) => run(new Input(fields))]),
  );
}

function busArn(name: string): string {
  return arn("events", `event-bus/${name}`);
}

function busOf(input: Input): string {
  return busNameOf(input.optionalText("EventBusName"));
}

function ruleReply(rule: Rule): Record<string, unknown> {
  return {
    Name: rule.name,
    Arn: rule.arn,
    EventBusName: rule.bus,
    EventPattern: rule.pattern,
    ScheduleExpression: rule.schedule,
    Description: rule.description,
    State: rule.isEnabled ? "ENABLED" : "DISABLED",
  };
}

/** The token is the key of the last item shown, so that a page survives changes around it. */
function paged<T>(items: readonly T[], input: Input, key: (item: T) => string): { page: T[]; NextToken: string | undefined } {
  const after = input.optionalText("NextToken") ?? "";
  const limit = input.optionalInteger("Limit", { min: 1, max: 100 }) ?? 100;
  const rest = items.filter((item) => key(item) > after);
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  return { page, NextToken: rest.length > limit && last !== undefined ? key(last) : undefined };
}

function readTarget(input: Input): Target {
  const Arn = input.text("Arn");
  if (resourceOfArn("sqs", Arn) === undefined && resourceOfArn("lambda", Arn) === undefined) {
    throw eventBridgeErrors.invalid(`Parameter ${Arn} is not valid. Reason: Provided Arn is not in correct format.`);
  }
  const transformer = input.optionalObject("InputTransformer");
  const Input = input.optionalText("Input");
  const InputPath = input.optionalText("InputPath");
  if ([Input, InputPath, transformer].filter((one) => one !== undefined).length > 1) {
    throw eventBridgeErrors.invalid(
      `Only one of Input, InputPath, or InputTransformer must be provided for target ${input.text("Id")}.`,
    );
  }
  const retries = input.optionalObject("RetryPolicy");
  const sqs = input.optionalObject("SqsParameters");
  return {
    Id: input.text("Id"),
    Arn,
    Input,
    InputPath,
    InputTransformer: transformer && {
      InputPathsMap: transformer.textMap("InputPathsMap"),
      InputTemplate: transformer.text("InputTemplate"),
    },
    DeadLetterConfig: input.has("DeadLetterConfig") ? { Arn: input.object("DeadLetterConfig").optionalText("Arn") } : undefined,
    RetryPolicy: retries && {
      MaximumRetryAttempts: retries.optionalInteger("MaximumRetryAttempts", { min: 0, max: 185 }),
      MaximumEventAgeInSeconds: retries.optionalInteger("MaximumEventAgeInSeconds", { min: 60, max: 86_400 }),
    },
    SqsParameters: sqs && { MessageGroupId: sqs.text("MessageGroupId") },
  };
}

function readEntry(input: Input): EventEntry {
  return {
    source: input.optionalText("Source"),
    detailType: input.optionalText("DetailType"),
    detail: input.optionalText("Detail"),
    resources: input.texts("Resources"),
    time: input.optionalInstant("Time"),
    bus: input.optionalText("EventBusName"),
  };
}
