import { arn } from "@kartis/local/arns.ts";
import type { OwnApp } from "./app.ts";

let runs = 0;

/** Runs a scheduled function now, through a one-time schedule, as the Scheduler would. */
export function runNow({ cloud }: OwnApp, name: "reminders" | "notifications"): void {
  const { scheduler } = cloud.engines;
  scheduler.schedules.create(
    { group: "default", name: `now-${name}-${(runs += 1)}` },
    {
      ScheduleExpression: `at(${new Date().toISOString().slice(0, 19)})`,
      ScheduleExpressionTimezone: "UTC",
      State: "ENABLED",
      ActionAfterCompletion: "DELETE",
      FlexibleTimeWindow: { Mode: "OFF" },
      Target: { Arn: arn("lambda", `function:${name}`), RoleArn: `arn:aws:iam::000000000000:role/${name}` },
    },
  );
  scheduler.schedulesChanged();
}
