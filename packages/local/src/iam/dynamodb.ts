import type { Grant } from "@kartis/stacks/grants.ts";
import { arn } from "../arns.ts";
import { isObject } from "../wire/http.ts";
import { type Demand, isAllowed } from "./access.ts";

export const tableArn = (name: string): string => arn("dynamodb", `table/${name}`);
const indexArn = (table: string, index: string): string => `${tableArn(table)}/index/${index}`;

const actionOfWrite = { Put: "PutItem", Update: "UpdateItem", Delete: "DeleteItem", ConditionCheck: "ConditionCheckItem" };

/** IAM knows no transactions: their parts are authorized one by one. */
const actionsOfTransaction: Readonly<Record<string, readonly string[]>> = {
  TransactWriteItems: Object.values(actionOfWrite),
  TransactGetItems: ["GetItem"],
};

/** Actions and resources that a request needs: https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html */
export function demandsOfDynamo(operation: string, input: Readonly<Record<string, unknown>>): Demand[] {
  const on = (action: string, table: unknown, index?: unknown): Demand => ({
    action: `dynamodb:${action}`,
    resource: typeof index === "string" ? indexArn(String(table), index) : tableArn(String(table)),
  });
  if (isObject(input["RequestItems"])) return Object.keys(input["RequestItems"]).map((table) => on(operation, table));
  if (operation in actionsOfTransaction) {
    const items: unknown = input["TransactItems"];
    return (Array.isArray(items) ? items : []).filter(isObject).flatMap((item) =>
      Object.entries({ ...actionOfWrite, Get: "GetItem" }).flatMap(([kind, action]) => {
        const part = item[kind];
        return isObject(part) ? [on(action, part["TableName"])] : [];
      }),
    );
  }
  return [on(operation, input["TableName"], input["IndexName"])];
}

/** The operations for which the request need not be inspected: whatever it contains, the grants cover it on the table and on its indexes. */
export function unconditionalOperations(
  grants: readonly Grant[],
  { arn: table, indexArns }: { readonly arn: string; readonly indexArns: readonly string[] },
): string[] {
  const isCovered = (action: string) =>
    (action === "Query" || action === "Scan" ? [table, ...indexArns] : [table]).every((resource) =>
      isAllowed(grants, { action: `dynamodb:${action}`, resource }),
    );
  const operations = ["GetItem", "BatchGetItem", "Query", "Scan", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"];
  return [...operations, ...Object.keys(actionsOfTransaction)].filter((operation) =>
    (actionsOfTransaction[operation] ?? [operation]).every(isCovered),
  );
}
