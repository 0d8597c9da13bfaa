import { Entity, type EntityItem, type Schema } from "electrodb";
import { documentClient } from "./connection.ts";
import { isConditionFailure } from "./engine/engine-error.ts";
import { declarePartitions, enumerationOf } from "./partitions.ts";
import { declareRecording, readingClient, type UnrecordedReason } from "./recording.ts";
import { tableName } from "./table.ts";

/** The one index of a tenant's entity that spans organizations, and who may use it. */
interface Across {
  readonly index: string;
  readonly because: string;
}

/**
 * An ElectroDB entity of one organization's data. Every index's partition key begins with `orgId`, so nothing can be written or read without naming the
 * organization; and all its partitions can be derived from the organization (`partitions.ts`), so that they are found when it is deleted. A definition that
 * violates either throws when it is first used, which a test does for each.
 * Its items are written by `commit()`, together with a journal record: `.go()` of a write throws.
 */
export function tenantEntity<A extends string, F extends string, C extends string, const S extends Schema<A, F, C>>(
  schema: S,
  across?: Across,
): Entity<A, F, C, S> {
  requireTenantKeys(schema, across);
  const enumerate = enumerationOf(schema);
  declareRecording(schema.model.entity, null);
  const entity = new Entity<A, F, C, S>(schema, { client: readingClient(schema.model.entity), table: tableName() });
  return declarePartitions(entity, enumerate);
}

/** Like `tenantEntity`, for items that need no journal record, for the given reason: they are written with or without `commit()`. */
export function unrecordedEntity<A extends string, F extends string, C extends string, const S extends Schema<A, F, C>>(
  because: UnrecordedReason,
  schema: S,
  across?: Across,
): Entity<A, F, C, S> {
  requireTenantKeys(schema, across);
  const enumerate = enumerationOf(schema);
  declareRecording(schema.model.entity, because);
  return declarePartitions(new Entity<A, F, C, S>(schema, { client: documentClient(), table: tableName() }), enumerate);
}

function requireTenantKeys<A extends string, F extends string, C extends string>(
  { model, indexes }: Schema<A, F, C>,
  across: Across | undefined,
): void {
  for (const [name, index] of Object.entries(indexes)) {
    if (name === across?.index) continue;
    if (index.pk.composite[0] !== "orgId") throw new Error(`${model.entity}.${name}: a tenant's key begins with orgId`);
  }
}

/**
 * An entity that belongs to no organization: people, their sessions, the locks on e-mail addresses. `because` says why it may. One that describes an
 * organization nonetheless is `recorded`, and written as a tenant's is. One with the attribute `orgId` needs an index in which an organization's items are
 * found when it is deleted.
 */
export function globalEntity<A extends string, F extends string, C extends string, const S extends Schema<A, F, C>>(
  schema: S,
  _because: string,
  recording?: "recorded",
): Entity<A, F, C, S> {
  const { entity: name } = schema.model;
  const enumerate = "orgId" in schema.attributes ? enumerationOf(schema) : undefined;
  declareRecording(name, recording ? null : "global");
  const entity = new Entity<A, F, C, S>(schema, {
    client: recording ? readingClient(name) : documentClient(),
    table: tableName(),
  });
  return enumerate ? declarePartitions(entity, enumerate) : entity;
}

/**
 * The attributes of a stored item: what the entity's `parse()` gives, in a tenth of its time, since no entity of ours renames or computes attributes when
 * reading (which a test checks).
 */
export const attributesOf = <A extends string, F extends string, C extends string, S extends Schema<A, F, C>>(
  _entity: Entity<A, F, C, S>,
  item: Readonly<Record<string, unknown>>,
): EntityItem<Entity<A, F, C, S>> => item as EntityItem<Entity<A, F, C, S>>; // the key that it was read by is the entity's

/** True if the error says that the condition of a write did not hold. ElectroDB wraps the connection's errors. */
export const isFailedCondition = (error: unknown): boolean =>
  isConditionFailure(error) || (error instanceof Error && isConditionFailure(error.cause));

/** Builds on first use: each entity costs about 3 ms of import, and a Lambda needs few of them. */
export function lazy<T>(build: () => T): () => T {
  let built: { value: T } | undefined;
  return () => (built ??= { value: build() }).value;
}
