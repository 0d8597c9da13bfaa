import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writePastTheJournal } from "@kartis/tests/support/past-the-journal.ts";

const root = join(import.meta.dirname, "..");

/** The interface that all ElectroDB entities share, whatever their attributes. */
interface AnyEntity {
  readonly schema: {
    readonly model: { readonly entity: string };
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly indexes: Readonly<
      Record<string, { readonly index?: string; readonly pk: { readonly composite: readonly string[] } }>
    >;
  };
  put(item: object): Parameters<typeof writePastTheJournal>[0];
}

/** An entity's definition, with what a test needs to make an item of it. */
export interface Defined {
  readonly name: string;
  readonly isTenant: boolean;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly entity: AnyEntity;
}

const isEntity = (value: unknown): value is Defined["entity"] =>
  typeof value === "object" && value !== null && "schema" in value && "put" in value;

/** Every entity of the table, found in the sources: one that is not found there, because it is not exported, throws. */
export async function everyEntity(): Promise<Defined[]> {
  const found: Defined[] = [];
  const names = (await readdir(root, { recursive: true })).filter(
    (name) => name.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(name),
  );
  for (const name of names) {
    const text = await readFile(join(root, name), "utf8");
    const defined =
      name === "data/entity.ts" ? 0 : (text.match(/(?<!function )\b(tenant|global|unrecorded)Entity\(/g) ?? []).length;
    if (defined === 0) continue;
    const module: Record<string, unknown> = await import(join(root, name));
    const entities = Object.entries(module)
      .filter(([key, value]) => key.endsWith("Entity") && typeof value === "function")
      .map(([, build]) => (build as () => unknown)())
      .filter(isEntity);
    if (entities.length !== defined) throw new Error(`${name} defines ${defined} entities and exports ${entities.length}`);
    for (const entity of entities) {
      const { model, attributes, indexes } = entity.schema;
      const main = Object.values(indexes).find(({ index }) => index === undefined);
      found.push({ name: model.entity, isTenant: main?.pk.composite[0] === "orgId", attributes, entity });
    }
  }
  return found;
}

/** A value that the attribute takes. */
function sampleOf(attribute: unknown, text: string): unknown {
  const type = (attribute as { type?: unknown }).type;
  if (Array.isArray(type)) return type[0];
  if (type === "number") return 4_000_000_000;
  if (type === "boolean") return true;
  if (type === "list") return [];
  if (type === "map") return undefined;
  // Long values, so that a few of them fill several stretches of a scan.
  if (type === "any") return { text, bulk: "x".repeat(60_000) };
  return text;
}

/** An item of the entity in which every attribute has a value, and `orgId` the given one: what future code may store. */
export async function plant({ entity, attributes }: Defined, orgId: string, text: string): Promise<void> {
  const values = Object.entries(attributes).map(([key, attribute]) => [key, key === "orgId" ? orgId : sampleOf(attribute, text)]);
  const planted = entity.put(Object.fromEntries(values.filter(([, value]) => value !== undefined)));
  await writePastTheJournal(planted);
}
