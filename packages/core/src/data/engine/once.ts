import { randomUUID } from "node:crypto";
import { cancellationReasons, EngineError } from "./engine-error.ts";
import type { EngineRequest } from "./repeat.ts";

const memberOf: Readonly<Record<string, string>> = { PutItem: "Put", UpdateItem: "Update", DeleteItem: "Delete" };

/**
 * The write of one item as a transaction of one, which may be sent again after a lost answer: for ten minutes DynamoDB recognizes it by its token, makes it
 * once and does not hold its own effect against its condition. It costs two write units instead of one and returns nothing of the item. Throws for a write that
 * asks for the previous item, which can be read first.
 */
export function onceOnly({ operation, input }: EngineRequest): EngineRequest {
  const member = memberOf[operation];
  const { ReturnValues: returned = "NONE", ...write }: { readonly ReturnValues?: string } = input;
  if (!member || returned !== "NONE")
    throw new Error(`${operation} returning ${returned} cannot be repeated after a lost answer`);
  return { operation: "TransactWriteItems", input: { TransactItems: [{ [member]: write }], ClientRequestToken: randomUUID() } };
}

/** The answer to a request; the reason a transaction of one was canceled is thrown as the exception of a single write. */
export async function asOneWrite<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const code = cancellationReasons(error)?.[0]?.Code;
    if (code === undefined || code === "None") throw error;
    // There, ThrottlingException and ConditionalCheckFailedException are called `ThrottlingError` and `ConditionalCheckFailed`.
    throw new EngineError(`${code.replace(/Error$/, "")}Exception`, error instanceof Error ? error.message : code, 400);
  }
}
