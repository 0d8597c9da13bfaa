import type { Schema } from "electrodb";

/** The part of an index's definition that says where its items are. */
interface IndexKeys {
  readonly index?: string;
  readonly condition?: unknown;
  readonly pk: { readonly composite: readonly string[]; readonly template?: string };
  readonly sk?: { readonly composite: readonly string[] };
}

/** One partition of the table, or of one of its indexes. */
export interface Partition {
  /** Absent for the table itself. */
  readonly index?: string;
  /** Value of the partition key. */
  readonly key: string;
}

type Enumerate = (orgId: string) => readonly Partition[];
/** Entity → all the partitions that hold an organization's items of it. */
const enumerations = new WeakMap<object, Enumerate>();

/**
 * The key of an entity's only partition in an organization, not shared with others: for items that need not be read together with another's, and whose load one
 * key can take.
 */
export const partition = <const Name extends string, const Field extends string = "pk">(name: Name, field?: Field) =>
  ({
    field: (field ?? "pk") as Field,
    composite: ["orgId"],
    template: `$kartis#orgId_\${orgId}#${name}`,
    casing: "none",
  }) as const;

/** The same for an entity whose items are written faster than one key allows: they have the attribute `shard`. */
export const shardedPartition = <const Name extends string>(name: Name) =>
  ({
    field: "pk",
    composite: ["orgId", "shard"],
    template: `$kartis#orgId_\${orgId}#${name}#\${shard}`,
    casing: "none",
  }) as const;

/**
 * How the partitions of an organization are enumerated for an entity of this schema: by an index that has every item of it, and whose partition key is made of
 * the organization and of attributes with a fixed set of values. Throws when there is none: its items could not be found when the organization is deleted.
 */
export function enumerationOf<A extends string, F extends string, C extends string>(schema: Schema<A, F, C>): Enumerate {
  const { entity, service } = schema.model;
  const candidates: IndexKeys[] = Object.values(schema.indexes);
  for (const keys of candidates.toSorted((a, b) => Number(a.index !== undefined) - Number(b.index !== undefined))) {
    if (!hasEveryItem(keys, schema.attributes)) continue;
    const values = valuesOf(keys, schema.attributes);
    if (!values) continue;
    const { index, pk } = keys;
    return (orgId) =>
      combinations(values).map((others) => ({
        ...(index === undefined ? {} : { index }),
        key: keyOf(service, pk, { ...others, orgId }),
      }));
  }
  throw new Error(`${entity}: no index whose partitions follow from the organization`);
}

/** Registers how the entity's partitions are enumerated. @returns the entity. */
export function declarePartitions<E extends object>(entity: E, enumerate: Enumerate): E {
  enumerations.set(entity, enumerate);
  return entity;
}

/** The partitions in which all of an organization's items of the entity lie. */
export function partitionsOf(entity: object, orgId: string): readonly Partition[] {
  const enumerate = enumerations.get(entity);
  if (!enumerate) throw new Error("An entity that belongs to no organization");
  return enumerate(orgId);
}

type Attributes = Readonly<Record<string, { readonly type: unknown; readonly required?: boolean }>>;

/** An index lacks the items whose condition does not hold, or that lack one of its attributes. */
function hasEveryItem({ index, condition, pk, sk }: IndexKeys, attributes: Attributes): boolean {
  if (index === undefined) return true;
  return condition === undefined && [...pk.composite, ...(sk?.composite ?? [])].every((name) => attributes[name]?.required);
}

/** The possible values of each attribute in the partition key other than the organization; undefined when they cannot be enumerated. */
function valuesOf({ pk }: IndexKeys, attributes: Attributes): [string, readonly string[]][] | undefined {
  if (pk.composite[0] !== "orgId") return undefined;
  const values: [string, readonly string[]][] = [];
  for (const name of pk.composite.slice(1)) {
    const type = attributes[name]?.type;
    if (!Array.isArray(type)) return undefined;
    values.push([name, type.map(String)]);
  }
  return values;
}

const combinations = (values: readonly [string, readonly string[]][]): Record<string, string>[] =>
  values.reduce<Record<string, string>[]>(
    (made, [name, all]) => made.flatMap((others) => all.map((value) => ({ ...others, [name]: value }))),
    [{}],
  );

/** Partition key as ElectroDB builds it without configured casing. */
const keyOf = (service: string, { composite, template }: IndexKeys["pk"], values: Readonly<Record<string, string>>): string =>
  template
    ? template.replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? "")
    : `$${service}${composite.map((name) => `#${name}_${values[name]}`).join("")}`;
