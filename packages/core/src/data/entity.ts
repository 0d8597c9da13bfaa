import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { Entity, type Schema } from "electrodb";
import { documentClient, tableName } from "./table.ts";

/**
 * An ElectroDB entity of one organization's data. Every index's partition key begins with `orgId`, so nothing can be written or read
 * without naming the organization; a definition that forgets it throws when it is first used, which a test does for each.
 */
export function tenantEntity<A extends string, F extends string, C extends string, const S extends Schema<A, F, C>>(
  schema: S,
  /** The one index that goes across organizations, and for whom it may. */
  across?: { readonly index: string; readonly because: string },
): Entity<A, F, C, S> {
  for (const [name, index] of Object.entries(schema.indexes)) {
    if (name === across?.index) continue;
    if (index.pk.composite[0] !== "orgId") throw new Error(`${schema.model.entity}.${name}: a tenant's key begins with orgId`);
  }
  return new Entity(schema, { client: documentClient(), table: tableName() });
}

/**
 * An entity that belongs to no organization: people, their sessions, the locks on e-mail addresses. `because` says why it may.
 */
export function globalEntity<A extends string, F extends string, C extends string, const S extends Schema<A, F, C>>(
  schema: S,
  _because: string,
): Entity<A, F, C, S> {
  return new Entity(schema, { client: documentClient(), table: tableName() });
}

/** True when what was thrown says that the condition of a write did not hold. ElectroDB wraps what the SDK throws. */
export const isFailedCondition = (error: unknown): boolean =>
  error instanceof Error && error.cause instanceof ConditionalCheckFailedException;

/** Builds on first use: each entity costs about 3 ms of import, and a Lambda needs few of them. */
export function lazy<T>(build: () => T): () => T {
  let built: { value: T } | undefined;
  return () => (built ??= { value: build() }).value;
}
