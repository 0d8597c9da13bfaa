import type { HttpHandler } from "../wire/http.ts";
import { Input } from "../wire/input.ts";
import { serveRest } from "../wire/rest.ts";
import type { Authorise } from "../wire/target-protocol.ts";
import { schedulerErrors } from "./errors.ts";
import type { Schedule, ScheduleGroup, ScheduleKey } from "./schedules.ts";
import type { Scheduler } from "./scheduler.ts";
import { readSpecification } from "./specification.ts";

const read = (run: (input: Input) => unknown) => (fields: Record<string, unknown>) => run(new Input(fields));

/** EventBridge Scheduler over REST-JSON. */
export function serveScheduler(scheduler: Scheduler, authorise: Authorise): HttpHandler {
  const { schedules, tokens } = scheduler;
  /** Changes run once per ClientToken, and a schedule that is due already fires before the answer. */
  const change = (method: string, run: (input: Input) => unknown) => (fields: Record<string, unknown>) => {
    const input = new Input(fields);
    const reply = tokens.once(input.optionalText("ClientToken"), [method, fields], () => run(input));
    scheduler.schedulesChanged();
    return reply;
  };

  return serveRest({
    limitBytes: 1_048_576,
    authorise,
    queryNames: { groupName: "GroupName", clientToken: "ClientToken", ScheduleGroup: "GroupName" },
    routes: {
      "POST /schedules/{Name}": change("create", (input) => ({
        ScheduleArn: schedules.create(keyOf(input), readSpecification(input)).arn,
      })),
      "PUT /schedules/{Name}": change("update", (input) => ({
        ScheduleArn: schedules.update(keyOf(input), readSpecification(input)).arn,
      })),
      "DELETE /schedules/{Name}": change("delete", (input) => schedules.remove(keyOf(input))),
      "GET /schedules/{Name}": read((input) => scheduleReply(schedules.get(keyOf(input)))),
      "GET /schedules": read((input) => {
        const group = input.optionalText("GroupName");
        if (group !== undefined) schedules.getGroup(group);
        const prefix = input.optionalText("NamePrefix") ?? "";
        const state = input.oneOf("State", ["ENABLED", "DISABLED"]);
        const found = schedules
          .list(group)
          .filter(({ name, specification }) => name.startsWith(prefix) && (state === undefined || specification.State === state));
        const { page, NextToken } = paged(found, input);
        return { Schedules: page.map(scheduleSummary), NextToken };
      }),
      "POST /schedule-groups/{Name}": change("create-group", (input) => ({
        ScheduleGroupArn: schedules.createGroup(nameOf(input)).arn,
      })),
      "DELETE /schedule-groups/{Name}": change("delete-group", (input) => schedules.removeGroup(nameOf(input))),
      "GET /schedule-groups/{Name}": read((input) => groupReply(schedules.getGroup(nameOf(input)))),
      "GET /schedule-groups": read((input) => {
        const prefix = input.optionalText("NamePrefix") ?? "";
        const { page, NextToken } = paged(
          schedules.groups().filter(({ name }) => name.startsWith(prefix)),
          input,
        );
        return { ScheduleGroups: page.map(groupReply), NextToken };
      }),
    },
  });
}

function nameOf(input: Input): string {
  const name = input.text("Name");
  if (!/^[0-9a-zA-Z-_.]{1,64}$/.test(name)) {
    throw schedulerErrors.invalid(
      `Value '${name}' at 'name' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[0-9a-zA-Z-_.]+$`,
    );
  }
  return name;
}

function keyOf(input: Input): ScheduleKey {
  return { group: input.optionalText("GroupName") ?? "default", name: nameOf(input) };
}

/** Instants go out as epoch seconds. */
function scheduleReply(schedule: Schedule): Record<string, unknown> {
  return {
    ...schedule.specification,
    Name: schedule.name,
    GroupName: schedule.group,
    Arn: schedule.arn,
    CreationDate: schedule.createdAt / 1000,
    LastModificationDate: schedule.modifiedAt / 1000,
  };
}

function scheduleSummary(schedule: Schedule): Record<string, unknown> {
  const { Target, State } = schedule.specification;
  const { Name, GroupName, Arn, CreationDate, LastModificationDate } = scheduleReply(schedule);
  return { Name, GroupName, Arn, State, CreationDate, LastModificationDate, Target: { Arn: Target.Arn } };
}

function groupReply(group: ScheduleGroup): Record<string, unknown> {
  const at = group.createdAt / 1000;
  return { Name: group.name, Arn: group.arn, State: "ACTIVE", CreationDate: at, LastModificationDate: at };
}

/** The token is the ARN of the last item shown: ARNs are in the order of the list. */
function paged<T extends { readonly arn: string }>(
  items: readonly T[],
  input: Input,
): { page: T[]; NextToken: string | undefined } {
  const max = input.optionalInteger("MaxResults", { min: 1, max: 100 }) ?? 100;
  const after = input.optionalText("NextToken");
  const from = after === undefined ? 0 : items.findIndex(({ arn }) => arn > after);
  const page = from < 0 ? [] : items.slice(from, from + max);
  return { page, NextToken: from >= 0 && items.length > from + max ? page.at(-1)?.arn : undefined };
}
