import type { IncomingMessage } from "node:http";
import { arn } from "../arns.ts";
import { bareAddress } from "../ses/mails.ts";
import { isObject } from "../wire/http.ts";
import type { Demand } from "./access.ts";

type Fields = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** To IAM, a batch is a number of single messages. */
export function demandsOfSqs(operation: string, fields: Fields): Demand[] {
  const queue = (textOf(fields["QueueUrl"]) ?? textOf(fields["QueueName"]))?.split("/").at(-1) ?? "*";
  return [{ action: `sqs:${operation.replace(/Batch$/, "")}`, resource: arn("sqs", queue) }];
}

export function demandsOfEventBridge(operation: string, fields: Fields): Demand[] {
  const entries: unknown = fields["Entries"];
  const buses = (Array.isArray(entries) ? entries : [fields]).filter(isObject).map((entry) => entry["EventBusName"]);
  return buses.map((bus) => {
    const name = textOf(bus) ?? "default";
    return { action: `events:${operation}`, resource: name.startsWith("arn:") ? name : arn("events", `event-bus/${name}`) };
  });
}

/** `ses:FromAddress` is the address without the name before it; the identity is its domain. */
export function demandsOfSes(_route: string, fields: Fields): Demand[] {
  if (fields["Content"] === undefined) return [{ action: "ses:GetAccount", resource: "*" }];
  const from = bareAddress(String(fields["FromEmailAddress"]));
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return [{ action: "ses:SendEmail", resource: arn("ses", `identity/${domain}`), context: { "ses:FromAddress": from } }];
}

const schedulerActions: Readonly<Record<string, string>> = {
  "POST /schedules/{Name}": "CreateSchedule",
  "PUT /schedules/{Name}": "UpdateSchedule",
  "DELETE /schedules/{Name}": "DeleteSchedule",
  "GET /schedules/{Name}": "GetSchedule",
  "GET /schedules": "ListSchedules",
  "POST /schedule-groups/{Name}": "CreateScheduleGroup",
  "DELETE /schedule-groups/{Name}": "DeleteScheduleGroup",
  "GET /schedule-groups/{Name}": "GetScheduleGroup",
  "GET /schedule-groups": "ListScheduleGroups",
};

export function demandsOfScheduler(route: string, fields: Fields): Demand[] {
  const group = textOf(fields["GroupName"]) ?? "default";
  const name = textOf(fields["Name"]) ?? "*";
  const resource = route.includes("schedule-groups") ? `schedule-group/${name}` : `schedule/${group}/${name}`;
  return [{ action: `scheduler:${schedulerActions[route] ?? route}`, resource: arn("scheduler", resource) }];
}

export const objectArn = (bucket: string, key: string): string => `arn:aws:s3:::${bucket}/${key}`;

/** A part of an upload counts as writing the object. */
export function demandsOfS3(
  { method = "", headers }: IncomingMessage,
  query: URLSearchParams,
  bucket: string,
  key: string,
): Demand[] {
  const object = (action: string): Demand => ({ action: `s3:${action}`, resource: objectArn(bucket, key) });
  const ofBucket = (action: string): Demand => ({ action: `s3:${action}`, resource: `arn:aws:s3:::${bucket}` });
  if (bucket === "") return [{ action: "s3:ListAllMyBuckets", resource: "*" }];
  if (key === "") {
    if (method === "GET" || method === "HEAD") return [ofBucket("ListBucket")];
    // Deleting many is asked for key by key, when the keys have been read.
    if (method === "POST") return [];
    return [ofBucket(query.has("cors") ? "PutBucketCORS" : "CreateBucket")];
  }
  if (method === "GET" || method === "HEAD") return [object(query.has("uploadId") ? "ListMultipartUploadParts" : "GetObject")];
  if (method === "DELETE") return [object(query.has("uploadId") ? "AbortMultipartUpload" : "DeleteObject")];
  const [, source] = /^\/?([^?]+)/.exec(String(headers["x-amz-copy-source"] ?? "")) ?? [];
  const reading =
    source === undefined ? [] : [{ action: "s3:GetObject", resource: `arn:aws:s3:::${decodeURIComponent(source)}` }];
  return [...reading, object("PutObject")];
}
