import { resourceOfArn } from "../arns.ts";
import { ExpressionError } from "../schedule-expression/errors.ts";
import { parseExpression } from "../schedule-expression/expression.ts";
import type { Expression } from "../schedule-expression/expression.ts";
import type { Input } from "../wire/input.ts";
import { schedulerErrors } from "./errors.ts";

export interface ScheduleTarget {
  readonly Arn: string;
  readonly RoleArn: string;
  readonly Input?: string | undefined;
  readonly DeadLetterConfig?: { readonly Arn?: string | undefined } | undefined;
  readonly RetryPolicy?:
    | { readonly MaximumRetryAttempts?: number | undefined; readonly MaximumEventAgeInSeconds?: number | undefined }
    | undefined;
  readonly SqsParameters?: { readonly MessageGroupId?: string | undefined } | undefined;
}

/** Client's request, in Scheduler's spelling. Instants are epoch seconds, as on the wire. */
export interface ScheduleSpecification {
  readonly ScheduleExpression: string;
  readonly ScheduleExpressionTimezone: string;
  readonly State: "ENABLED" | "DISABLED";
  readonly ActionAfterCompletion: "NONE" | "DELETE";
  readonly FlexibleTimeWindow: { readonly Mode: "OFF" | "FLEXIBLE"; readonly MaximumWindowInMinutes?: number | undefined };
  readonly StartDate?: number | undefined;
  readonly EndDate?: number | undefined;
  readonly Description?: string | undefined;
  readonly KmsKeyArn?: string | undefined;
  readonly Target: ScheduleTarget;
}

const largestInputBytes = 262_144;

/** Reads and checks the body of CreateSchedule or UpdateSchedule; absent values get their defaults. */
export function readSpecification(input: Input): ScheduleSpecification {
  const window = input.object("FlexibleTimeWindow");
  const Mode = window.oneOf("Mode", ["OFF", "FLEXIBLE"]);
  const MaximumWindowInMinutes = window.optionalInteger("MaximumWindowInMinutes", { min: 1, max: 1440 });
  if (Mode === undefined || (Mode === "FLEXIBLE") !== (MaximumWindowInMinutes !== undefined)) {
    throw schedulerErrors.invalid("MaximumWindowInMinutes must be provided if and only if the flexible time window is FLEXIBLE.");
  }
  const start = input.optionalInstant("StartDate");
  const end = input.optionalInstant("EndDate");
  if (start !== undefined && end !== undefined && end <= start) {
    throw schedulerErrors.invalid("The StartDate you specify must come before the EndDate.");
  }
  const specification: ScheduleSpecification = {
    ScheduleExpression: input.text("ScheduleExpression"),
    ScheduleExpressionTimezone: input.optionalText("ScheduleExpressionTimezone") ?? "UTC",
    State: input.oneOf("State", ["ENABLED", "DISABLED"]) ?? "ENABLED",
    ActionAfterCompletion: input.oneOf("ActionAfterCompletion", ["NONE", "DELETE"]) ?? "NONE",
    FlexibleTimeWindow: { Mode, MaximumWindowInMinutes },
    StartDate: start === undefined ? undefined : start / 1000,
    EndDate: end === undefined ? undefined : end / 1000,
    Description: input.optionalText("Description"),
    KmsKeyArn: input.optionalText("KmsKeyArn"),
    Target: readTarget(input.object("Target")),
  };
  expressionOf(specification);
  return specification;
}

/** Throws ValidationException. */
export function expressionOf(specification: ScheduleSpecification): Expression {
  try {
    return parseExpression(specification.ScheduleExpression, specification.ScheduleExpressionTimezone);
  } catch (error) {
    if (error instanceof ExpressionError) throw schedulerErrors.invalid(error.message);
    throw error;
  }
}

function readTarget(input: Input): ScheduleTarget {
  const Arn = input.text("Arn");
  if (resourceOfArn("sqs", Arn) === undefined && resourceOfArn("lambda", Arn) === undefined) {
    throw schedulerErrors.invalid("Provided Arn is not in correct format, or of a service that is not served here.");
  }
  const Input = input.optionalText("Input");
  if (Input !== undefined && Buffer.byteLength(Input) > largestInputBytes) {
    throw schedulerErrors.invalid(`The target's Input is larger than ${largestInputBytes} bytes.`);
  }
  const sqs = input.optionalObject("SqsParameters");
  const retries = input.optionalObject("RetryPolicy");
  const deadLetters = input.optionalObject("DeadLetterConfig");
  return {
    Arn,
    RoleArn: input.text("RoleArn"),
    Input,
    DeadLetterConfig: deadLetters && { Arn: deadLetters.optionalText("Arn") },
    RetryPolicy: retries && {
      MaximumRetryAttempts: retries.optionalInteger("MaximumRetryAttempts", { min: 0, max: 185 }),
      MaximumEventAgeInSeconds: retries.optionalInteger("MaximumEventAgeInSeconds", { min: 60, max: 86_400 }),
    },
    SqsParameters: sqs && { MessageGroupId: sqs.optionalText("MessageGroupId") },
  };
}
