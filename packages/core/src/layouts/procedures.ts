import { getCardType } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { commit, commitContextOf } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import { newId } from "../kernel/id.ts";
import { keepingPresets, type Words } from "../kernel/preset-names.ts";
import { procedure } from "../kernel/procedure.ts";
import { checkLayout } from "./rules.ts";
import {
  CreateLayoutInput,
  type Layout,
  type LayoutGroup,
  ListLayoutsInput,
  RemoveLayoutInput,
  ReorderLayoutsInput,
  UpdateLayoutInput,
} from "./schema.ts";
import { layoutChange, layoutCreation, layoutRemoval, layoutsOf, requireLayout } from "./store.ts";

/** Layouts of a type, all of which are read with every card page. */
const maxLayouts = 40;

function requireFitting(layout: Pick<Layout, "groups" | "filter" | "roleIds">, type: CardType, isFirst: boolean): void {
  const fields = checkLayout(layout, type, isFirst);
  if (Object.keys(fields).length > 0) throw new KartisError("INVALID_INPUT", { fields });
}

/** The group, under the template's name if that is what came back. */
const groupToStore = ({ groups }: Layout, group: LayoutGroup, words: Words): LayoutGroup =>
  keepingPresets(
    groups.find(({ id }) => id === group.id),
    group,
    words,
  );

const list = procedure({
  name: "layouts.list",
  kind: "query",
  input: ListLayoutsInput,
  can: ["CARD_LAYOUTS", "read"],
  hasPresetNames: true,
  run: async ({ typeId }, { principal: { orgId } }): Promise<Layout[]> => layoutsOf(orgId, await getCardType(orgId, typeId)),
});

const create = procedure({
  name: "layouts.create",
  kind: "mutation",
  input: CreateLayoutInput,
  can: ["CARD_LAYOUTS", "create"],
  hasPresetNames: true,
  async run({ typeId, layout: draft }, context): Promise<Layout> {
    const { orgId } = context.principal;
    const { result } = await commit(commitContextOf(context), async () => {
      const type = await getCardType(orgId, typeId);
      const layouts = await layoutsOf(orgId, type);
      if (layouts.length >= maxLayouts)
        throw new KartisError("INVALID_INPUT", { fields: { title: "validation.tooManyLayouts" } });
      requireFitting(draft, type, false);
      const order = Math.max(...layouts.map((layout) => layout.order)) + 1;
      const layout: Layout = { ...draft, id: newId("lay", context.clock.now()), typeId, order, version: 1, isFirst: false };
      const { write, change } = layoutCreation(orgId, layout, type);
      return { writes: [write], records: [{ changes: [change] }], result: layout };
    });
    return result;
  },
});

const update = procedure({
  name: "layouts.update",
  kind: "mutation",
  input: UpdateLayoutInput,
  can: ["CARD_LAYOUTS", "update"],
  hasPresetNames: true,
  async run({ typeId, layoutId, expectedVersion, changes }, context): Promise<Layout> {
    const { orgId } = context.principal;
    const words = await context.words();
    const { result } = await commit(commitContextOf(context), async () => {
      const type = await getCardType(orgId, typeId);
      const current = requireLayout(await layoutsOf(orgId, type), layoutId);
      if (current.version !== expectedVersion) throw new KartisError("CONFLICT", { messageKey: "errors.layoutChanged" });
      const { settings, ...rest } = changes;
      if (settings && !current.isFirst)
        throw new KartisError("INVALID_INPUT", { fields: { settings: "validation.firstLayout" } });
      const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
      const groups = rest.groups?.map((group) => groupToStore(current, group, words)) ?? current.groups;
      const next: Layout = { ...current, ...given, groups, ...(settings ? { settings } : {}) };
      requireFitting(next, type, current.isFirst);
      const changed = layoutChange(orgId, current, next, type);
      if (!changed) return { writes: [], records: [], result: current };
      return { writes: [changed.write], records: [{ changes: [changed.change] }], result: changed.layout };
    });
    return result;
  },
});

const remove = procedure({
  name: "layouts.remove",
  kind: "mutation",
  input: RemoveLayoutInput,
  can: ["CARD_LAYOUTS", "delete"],
  async run({ typeId, layoutId }, context): Promise<{ ok: true }> {
    const { orgId } = context.principal;
    await commit(commitContextOf(context), async () => {
      const layout = requireLayout(await layoutsOf(orgId, await getCardType(orgId, typeId)), layoutId);
      // Every card has a layout.
      if (layout.isFirst) throw new KartisError("INVALID_INPUT", { fields: { layoutId: "validation.firstLayout" } });
      const { write, change } = layoutRemoval(orgId, layout);
      return { writes: [write], records: [{ changes: [change] }], result: undefined };
    });
    return { ok: true };
  },
});

const reorder = procedure({
  name: "layouts.reorder",
  kind: "mutation",
  input: ReorderLayoutsInput,
  can: ["CARD_LAYOUTS", "update"],
  async run({ typeId, layoutIds }, context): Promise<{ ok: true }> {
    const { orgId } = context.principal;
    await commit(commitContextOf(context), async () => {
      const type = await getCardType(orgId, typeId);
      const [, ...others] = await layoutsOf(orgId, type);
      const named = [...new Set(layoutIds)].map((layoutId) => requireLayout(others, layoutId));
      const ordered = [...named, ...others.filter((layout) => !named.includes(layout))];
      const moved = ordered.flatMap((layout, at) => layoutChange(orgId, layout, { ...layout, order: at + 1 }, type) ?? []);
      return {
        writes: moved.map(({ write }) => write),
        records: moved.length > 0 ? [{ changes: moved.map(({ change }) => change) }] : [],
        result: undefined,
      };
    });
    return { ok: true };
  },
});

export const layoutProcedures = [list, create, update, remove, reorder] as const;
