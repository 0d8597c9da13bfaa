import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { CardType } from "../cards/schema.ts";
import { put, remove, type Write } from "../data/commit.ts";
import type { Change, Values } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { layoutEntity } from "./entity.ts";
import { derivedLayout, firstLayoutId, fittingLayout } from "./rules.ts";
import { LayoutDraftSchema, LayoutIdSchema, type Layout, LayoutSettingsSchema, StoredGroupSchema } from "./schema.ts";

const StoredSchema = LayoutDraftSchema.extend({
  id: LayoutIdSchema,
  title: z.string(),
  groups: z.array(StoredGroupSchema),
  order: z.number(),
  settings: LayoutSettingsSchema.optional(),
});

/** Layouts as they were saved, each with the fields that its type had then; in no order. */
export async function storedLayouts(
  orgId: OrgId,
  typeId: string,
): Promise<{ readonly layout: Layout; readonly knownFieldIds: readonly string[] }[]> {
  if (!isId("typ", typeId)) return [];
  const { data } = await layoutEntity().query.main({ orgId, typeId }).go({ consistent: true, pages: "all" });
  return data.map(({ definition, version, knownFieldIds }) => {
    const { settings, ...rest } = StoredSchema.parse(definition);
    const isFirst = rest.id === firstLayoutId(typeId);
    return { layout: { ...rest, typeId, version, isFirst, ...(settings ? { settings } : {}) }, knownFieldIds };
  });
}

/** The type's layouts, the first before the others in their order; strongly consistent, one query. There is always a first one. */
export async function layoutsOf(orgId: OrgId, type: CardType): Promise<Layout[]> {
  const stored = (await storedLayouts(orgId, type.id)).map(({ layout, knownFieldIds }) =>
    fittingLayout(layout, knownFieldIds, type),
  );
  const first = stored.find(({ isFirst }) => isFirst) ?? derivedLayout(type);
  const others = stored.filter(({ isFirst }) => !isFirst);
  return [first, ...others.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1))];
}

const subjectOf = ({ id, typeId }: Layout): Change["subject"] => ({ kind: "layout", id, typeId });
const valuesOf = ({ id: _, typeId: _type, version: _version, isFirst: _first, ...values }: Layout): Values => values;

function save(
  orgId: OrgId,
  { typeId, isFirst: _, version, ...definition }: Layout,
  type: CardType,
  previousVersion: number,
): Write {
  const item = {
    orgId,
    typeId,
    layoutId: definition.id,
    version,
    definition,
    knownFieldIds: type.fields.map((field) => field.id),
  };
  if (previousVersion === 0) return put(layoutEntity().create(item).params(), "stale");
  return put(
    layoutEntity()
      .put(item)
      .where((attribute, { eq }) => eq(attribute.version, previousVersion))
      .params(),
    "stale",
  );
}

/** Write and change of a new layout, for a `commit()`. */
export const layoutCreation = (orgId: OrgId, layout: Layout, type: CardType): { write: Write; change: Change } => ({
  write: save(orgId, layout, type, 0),
  change: { action: "layout.create", subject: subjectOf(layout), version: layout.version, before: null, after: valuesOf(layout) },
});

/** Replaces the layout by `next`, its version raised; undefined when nothing changes. The first change of a derived layout stores it. */
export function layoutChange(
  orgId: OrgId,
  current: Layout,
  next: Layout,
  type: CardType,
): { write: Write; change: Change; layout: Layout } | undefined {
  const [before, after] = [valuesOf(current), valuesOf(next)];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isDeepStrictEqual(before[key], after[key]),
  );
  if (keys.length === 0) return undefined;
  const only = (values: Values) => Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));
  const layout = { ...next, version: current.version + 1 };
  return {
    layout,
    write: save(orgId, layout, type, current.version),
    change: {
      action: "layout.update",
      subject: subjectOf(layout),
      version: layout.version,
      before: only(before),
      after: only(after),
    },
  };
}

export const layoutRemoval = (orgId: OrgId, layout: Layout): { write: Write; change: Change } => ({
  write: remove(
    layoutEntity()
      .remove({ orgId, typeId: layout.typeId, layoutId: layout.id })
      .where((attribute, { eq }) => eq(attribute.version, layout.version))
      .params(),
    "stale",
  ),
  change: {
    action: "layout.delete",
    subject: subjectOf(layout),
    version: layout.version + 1,
    before: valuesOf(layout),
    after: null,
  },
});

/** One of the type's layouts. Throws NOT_FOUND. */
export function requireLayout(layouts: readonly Layout[], layoutId: string): Layout {
  const layout = layouts.find(({ id }) => id === layoutId);
  if (!layout) throw new KartisError("NOT_FOUND");
  return layout;
}
