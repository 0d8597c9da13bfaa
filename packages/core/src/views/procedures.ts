import * as z from "zod";
import { isDated, isSingleChoice, ordered } from "../cards/fields/field.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { figureFields } from "../cards/figures/schema.ts";
import { cardTypesOf } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { commit, commitContextOf } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import { newId } from "../kernel/id.ts";
import { keepingPresets, shownNames } from "../kernel/preset-names.ts";
import { procedure } from "../kernel/procedure.ts";
import { freeSlug, slugOf } from "./naming.ts";
import { movingOf } from "./moving.ts";
import { madeBefore, reachOf, requireChangeable } from "./reach.ts";
import { fittingState, followingState, type FieldUse } from "./rules.ts";
import {
  type ChangedView,
  CreateViewInput,
  ReorderViewsInput,
  type SavedView,
  UpdateViewInput,
  ViewRef,
  type ViewsMoved,
} from "./schema.ts";
import { allViews, getView, viewChange, viewCreation, viewRemoval } from "./store.ts";

/** Limit of views: a longer list of tabs would not be usable, and all of them are read together. */
const maxViews = 500;

/** Uses of the fields of a type; without a type, of the fields of all types. */
function usesOf(cardType: CardType | undefined): ReadonlyMap<string, FieldUse> {
  const date: FieldUse = {
    sortable: true,
    summable: false,
    groupable: false,
    lanes: false,
    dated: false,
    operators: ordered.operators,
  };
  const uses = new Map<string, FieldUse>([
    ["createdAt", date],
    ["updatedAt", date],
    ...figureFields.map(({ id, type }): [string, FieldUse] => {
      const { groupable, summable } = definitionOf(type);
      return [id, { ...date, groupable: groupable && cardType !== undefined, summable }];
    }),
  ]);
  if (!cardType) {
    const shared: FieldUse = { sortable: true, summable: false, groupable: false, lanes: false, dated: false };
    for (const fieldId of ["name", "type", "status", "owner"]) uses.set(fieldId, shared);
  }
  for (const field of cardType?.fields ?? []) {
    const definition = definitionOf(field.type);
    const { sortable, summable, groupable, operators } = definition;
    uses.set(field.id, {
      sortable,
      summable,
      operators,
      groupable,
      lanes: !field.internal && isSingleChoice(definition),
      dated: !field.internal && isDated(definition),
    });
  }
  return uses;
}

/** The current id of a field. */
function idsOf(type: CardType): (fieldId: string) => string {
  const ids = new Map(type.fields.flatMap(({ id, formerIds = [] }) => formerIds.map((former) => [former, id])));
  for (const { id } of type.fields) ids.delete(id);
  return (fieldId) => ids.get(fieldId) ?? fieldId;
}

const list = procedure({
  name: "views.list",
  kind: "query",
  input: z.object({}),
  can: ["CARDS_TABLE_VIEWS", "read"],
  hasPresetNames: true,
  async run(_, context): Promise<SavedView[]> {
    const { orgId } = context.principal;
    const [views, types, isReached] = await Promise.all([allViews(orgId), cardTypesOf(orgId), reachOf(context)]);
    const known = new Map(types.map((type) => [type.id, { uses: usesOf(type), currentId: idsOf(type) }]));
    return views.filter(isReached).flatMap((view) => {
      if (view.typeId === null) return [{ ...view, state: fittingState(view.state, usesOf(undefined)) }];
      const type = known.get(view.typeId);
      return type ? [{ ...view, state: fittingState(followingState(view.state, type.currentId), type.uses) }] : [];
    });
  },
});

const create = procedure({
  name: "views.create",
  kind: "mutation",
  input: CreateViewInput,
  can: ["CARDS_TABLE_VIEWS", "create"],
  hasPresetNames: true,
  async run({ slug, viewId, ...input }, context): Promise<ChangedView> {
    const { orgId, userId } = context.principal;
    const types = await cardTypesOf(orgId);
    if (input.typeId !== null && !types.some((type) => type.id === input.typeId)) throw new KartisError("NOT_FOUND");
    const id = viewId ?? context.once?.newId("viw") ?? newId("viw", context.clock.now());
    const { result, records } = await commit(commitContextOf(context), async () => {
      const views = await allViews(orgId);
      const earlier = madeBefore(views, id, userId);
      if (earlier) return { writes: [], records: [], result: earlier };
      if (views.length >= maxViews) throw new KartisError("INVALID_INPUT", { fields: { name: "validation.arraySize" } });
      const siblings = views.filter((view) => view.typeId === input.typeId);
      const view: SavedView = {
        ...input,
        id,
        slug: freeSlug(slug ?? slugOf(input.name), new Set(siblings.map((sibling) => sibling.slug))),
        ownerId: userId,
        order: Math.max(-1, ...siblings.map((sibling) => sibling.order)) + 1,
        version: 1,
        stateVersion: 1,
      };
      const { writes, change } = viewCreation(orgId, view);
      return { writes, records: [{ changes: [change] }], result: view };
    });
    return { ...result, recordId: records[0]?.id ?? null };
  },
});

const update = procedure({
  name: "views.update",
  kind: "mutation",
  input: UpdateViewInput,
  can: ["CARDS_TABLE_VIEWS", "update"],
  hasPresetNames: true,
  async run({ viewId, expectedVersion, ...changes }, context): Promise<ChangedView> {
    const { orgId, userId } = context.principal;
    const words = await context.words();
    const { result, records } = await commit(commitContextOf(context), async () => {
      const current = await requireChangeable(context, getView(orgId, viewId, userId), { ...changes, expectedVersion });
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const next: SavedView = keepingPresets(current, { ...current, ...shownNames(current, words), ...given }, words);
      if (JSON.stringify(next) === JSON.stringify(current)) return { writes: [], records: [], result: current };
      const { write, change, view } = viewChange(orgId, current, next);
      return { writes: [write], records: [{ changes: [change] }], result: view };
    });
    return { ...result, recordId: records[0]?.id ?? null };
  },
});

const remove = procedure({
  name: "views.remove",
  kind: "mutation",
  input: ViewRef,
  can: ["CARDS_TABLE_VIEWS", "delete"],
  hasPresetNames: true,
  async run({ viewId }, context): Promise<ChangedView> {
    const { orgId, userId } = context.principal;
    const { result, records } = await commit(commitContextOf(context), async () => {
      const view = await requireChangeable(context, getView(orgId, viewId, userId));
      const { writes, change } = viewRemoval(orgId, view);
      return { writes, records: [{ changes: [change] }], result: view };
    });
    return { ...result, recordId: records[0]?.id ?? null };
  },
});

const reorder = procedure({
  name: "views.reorder",
  kind: "mutation",
  input: ReorderViewsInput,
  can: ["CARDS_TABLE_VIEWS", "update"],
  async run({ typeId, viewIds }, context): Promise<ViewsMoved> {
    const { orgId } = context.principal;
    const isReached = await reachOf(context);
    const { result, records } = await commit(commitContextOf(context), async () => {
      const siblings = (await allViews(orgId)).filter((view) => view.typeId === typeId);
      const wanted = viewIds.flatMap((viewId) => siblings.find((view) => view.id === viewId && isReached(view)) ?? []);
      const places = new Set(wanted.map((view) => view.id));
      // The listed ones share out the places that they already have; views that the caller does not see stay where they are.
      const queue = [...wanted];
      const order = siblings.map((view) => (places.has(view.id) ? (queue.shift() ?? view) : view));
      const moved = order.flatMap((view, place) =>
        view.order === place ? [] : [viewChange(orgId, view, { ...view, order: place })],
      );
      return movingOf(moved);
    });
    return { ...result, recordIds: records.map(({ id }) => id) };
  },
});

export const viewProcedures = [list, create, update, remove, reorder] as const;
