import { sameValue } from "../kernel/same-value.ts";
import { differenceBetween } from "../data/difference.ts";
import * as z from "zod";
import { put, remove, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import { PresetNamesSchema } from "../kernel/preset-names.ts";
import { isId, type OrgId, type UserId } from "../kernel/id.ts";
import { viewEntity, viewSlugEntity } from "./entity.ts";
import { isHiddenFrom } from "./rules.ts";
import { type SavedView, ViewStateSchema } from "./schema.ts";

interface Item {
  readonly viewId: string;
  readonly typeId?: string | undefined;
  readonly slug: string;
  readonly name: string;
  readonly presets?: unknown;
  readonly description: string;
  readonly isPrivate: boolean;
  readonly ownerId?: string | undefined;
  readonly order: number;
  readonly version: number;
  readonly stateVersion: number;
  readonly state: unknown;
}

function viewOf(item: Item): SavedView {
  if (!isId("viw", item.viewId)) throw new Error(`Not a view: ${item.viewId}`);
  return {
    id: item.viewId,
    typeId: isId("typ", item.typeId) ? item.typeId : null,
    slug: item.slug,
    name: item.name,
    ...(item.presets ? { presets: PresetNamesSchema.parse(item.presets) } : {}),
    description: item.description,
    isPrivate: item.isPrivate,
    ownerId: isId("usr", item.ownerId) ? item.ownerId : null,
    order: item.order,
    version: item.version,
    stateVersion: item.stateVersion,
    // An outdated state that can no longer be read counts as empty: the view stays visible and can be repaired.
    state: ViewStateSchema.catch({ display: "table", sort: [] }).parse(item.state),
  };
}

const idOrNone = z
  .string()
  .nullish()
  .transform((id) => id ?? undefined);
/** `valuesOf` a view, as the journal has them. */
const ValuesSchema = z.object({
  typeId: idOrNone,
  slug: z.string(),
  name: z.string(),
  presets: z.unknown().optional(),
  description: z.string(),
  isPrivate: z.boolean(),
  ownerId: idOrNone,
  order: z.number(),
  state: z.unknown(),
});

/** A view of the values that the journal has of it. */
export const viewOfValues = (
  values: Readonly<Record<string, unknown>>,
  { viewId, version, stateVersion }: Pick<Item, "viewId" | "version" | "stateVersion">,
): SavedView => viewOf({ ...ValuesSchema.parse(values), viewId, version, stateVersion });

/** All views of the organization, including private ones, in order; strongly consistent. */
export async function allViews(orgId: OrgId): Promise<SavedView[]> {
  const { data } = await viewEntity().query.main({ orgId, kind: "view" }).go({ consistent: true, pages: "all" });
  return data.map(viewOf).toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
}

/** The view, whoever's it is, strongly consistent. */
export async function findView(orgId: OrgId, viewId: SavedView["id"]): Promise<SavedView | undefined> {
  const { data } = await viewEntity().get({ orgId, kind: "view", viewId }).go({ consistent: true });
  return data ? viewOf(data) : undefined;
}

/** The view, strongly consistent. Throws NOT_FOUND when there is none, and when it is private and another's, so that the two cannot be distinguished. */
export async function getView(orgId: OrgId, viewId: SavedView["id"], userId: UserId | null): Promise<SavedView> {
  const view = await findView(orgId, viewId);
  if (!view || isHiddenFrom(view, userId)) throw new KartisError("NOT_FOUND");
  return view;
}

const item = (orgId: OrgId, { id, typeId, ownerId, ...view }: SavedView) => ({
  orgId,
  kind: "view" as const,
  viewId: id,
  ...(typeId ? { typeId } : {}),
  ...(ownerId ? { ownerId } : {}),
  ...view,
});

const subjectOf = ({ id, typeId }: SavedView): Change["subject"] => ({ kind: "view", id, ...(typeId ? { typeId } : {}) });

/** Values of a view in the journal. */
export const valuesOf = ({
  id: _,
  version: _version,
  stateVersion: _stateVersion,
  ...values
}: SavedView): Record<string, unknown> => values;

/** Writes and change that make a view, for a `commit()`: prepared again when its address is taken meanwhile. */
export function viewCreation(orgId: OrgId, view: SavedView): { writes: Write[]; change: Change } {
  const lock = { orgId, of: view.typeId ?? "all", slug: view.slug, viewId: view.id };
  return {
    writes: [put(viewEntity().create(item(orgId, view)).params(), "stale"), put(viewSlugEntity().create(lock).params(), "stale")],
    change: { action: "view.create", subject: subjectOf(view), version: view.version, before: null, after: valuesOf(view) },
  };
}

/** Replaces the view by `next`, its version raised. */
export function viewChange(orgId: OrgId, current: SavedView, next: SavedView): { write: Write; change: Change; view: SavedView } {
  const version = current.version + 1;
  const isSameState = sameValue(current.state, next.state);
  const view = { ...next, version, stateVersion: isSameState ? current.stateVersion : version };
  const { before, after } = differenceBetween(valuesOf(current), valuesOf(view));
  return {
    view,
    write: put(
      viewEntity()
        .put(item(orgId, view))
        .where((attribute, { eq }) => eq(attribute.version, current.version))
        .params(),
      "stale",
    ),
    change: { action: "view.update", subject: subjectOf(view), version: view.version, before, after },
  };
}

export function viewRemoval(orgId: OrgId, view: SavedView): { writes: Write[]; change: Change } {
  return {
    writes: [
      remove(
        viewEntity()
          .delete({ orgId, kind: "view", viewId: view.id })
          .where((attribute, { eq }) => eq(attribute.version, view.version))
          .params(),
        "stale",
      ),
      remove(
        viewSlugEntity()
          .delete({ orgId, of: view.typeId ?? "all", slug: view.slug })
          .params(),
        "stale",
      ),
    ],
    change: {
      action: "view.delete",
      subject: subjectOf(view),
      version: view.version + 1,
      before: valuesOf(view),
      after: null,
    },
  };
}
