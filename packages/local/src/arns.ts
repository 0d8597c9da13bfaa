/** The account and Region that every local resource claims to live in. */
export const accountId = "000000000000";
export const region = process.env["AWS_REGION"] ?? "us-east-1";

export type ArnService = "sqs" | "events" | "scheduler" | "lambda" | "ses" | "dynamodb" | "execute-api";

/** `arn("sqs", "orders")`; for Lambda the resource is `function:name`, for a schedule `schedule/group/name`. */
export function arn(service: ArnService, resource: string): string {
  return `arn:aws:${service}:${region}:${accountId}:${resource}`;
}

/** The part after the account in an ARN of that service; undefined for another service, or if it is not an ARN. */
export function resourceOfArn(service: ArnService, text: string): string | undefined {
  const [prefix, , actualService, , , ...resource] = text.split(":");
  return prefix === "arn" && actualService === service && resource.length > 0 ? resource.join(":") : undefined;
}
