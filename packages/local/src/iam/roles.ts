import { tableSchema } from "@kartis/core/data/table.ts";
import type { FunctionSpec, WorkQueueName } from "@kartis/core/kernel/deployment.ts";
import { grantsFor, type GrantTargets } from "@kartis/stacks/grants.ts";
import { arn } from "../arns.ts";
import { bareAddress } from "../ses/mails.ts";
import type { Access } from "./access.ts";
import { tableArn, unconditionalOperations } from "./dynamodb.ts";

/** One connection of the local WebSocket API, as posting to it or closing it names it. */
export const connectionArn = (verb: string, connectionId: string): string =>
  arn("execute-api", `local/ws/${verb}/@connections/${connectionId}`);

interface Names {
  readonly table: string;
  readonly bus: string;
  readonly bucket: string;
  readonly workQueues: Readonly<Record<WorkQueueName, string>>;
  readonly mailFrom: string;
}

/** ARNs of the local cloud's resources, for grants. */
function targetsOf(names: Names): GrantTargets {
  const table = tableArn(names.table);
  const from = bareAddress(names.mailFrom);
  return {
    table: { arn: table, indexArns: tableSchema.GlobalSecondaryIndexes.map(({ IndexName }) => `${table}/index/${IndexName}`) },
    bus: { arn: arn("events", `event-bus/${names.bus}`) },
    data: { bucketArn: `arn:aws:s3:::${names.bucket}` },
    mail: { from, identityArn: arn("ses", `identity/${from.slice(from.lastIndexOf("@") + 1)}`) },
    sockets: { connectionsArn: connectionArn("POST", "*"), closingArn: connectionArn("DELETE", "*") },
    work: {
      operations: { queueArn: arn("sqs", names.workQueues.operations) },
      replicas: { queueArn: arn("sqs", names.workQueues.replicas) },
      deliveries: { queueArn: arn("sqs", names.workQueues.deliveries) },
      runs: { queueArn: arn("sqs", names.workQueues.runs) },
      mails: { queueArn: arn("sqs", names.workQueues.mails) },
    },
  };
}

export interface Roles {
  /** The access key id of a function, by its name. */
  readonly accessKeyIds: ReadonlyMap<string, string>;
  /** By access key id: operations on the table that are permitted without inspecting the request. */
  readonly unconditional: Readonly<Record<string, readonly string[]>>;
}

/** A role for each function, with what its spec `uses`: from the same table of grants that the stacks make their policies of. */
export function createRoles(access: Access, specs: readonly FunctionSpec[], names: Names): Roles {
  const targets = targetsOf(names);
  const roles = specs.map(({ name, uses }) => {
    const grants = grantsFor(uses, targets);
    return { name, accessKeyId: access.createRole(name, grants), operations: unconditionalOperations(grants, targets.table) };
  });
  return {
    accessKeyIds: new Map(roles.map(({ name, accessKeyId }) => [name, accessKeyId])),
    unconditional: Object.fromEntries(roles.map(({ accessKeyId, operations }) => [accessKeyId, operations])),
  };
}
