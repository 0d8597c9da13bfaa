import type { CardTypeId } from "@kartis/core/kernel/id.ts";
import type { Layout } from "@kartis/core/layouts/schema.ts";
import { client, trpc } from "../../../lib/api.ts";
import { isSame, type LayoutDraft } from "../draft.ts";

export const layoutsOptions = (typeId: CardTypeId) =>
  trpc.layouts.list.queryOptions({ typeId }, { staleTime: 0, meta: { quiet: true } });

/** The editable part of a layout. */
export const layoutDraftOf = ({ id, title, groups, filter, roleIds, isFirst, settings }: Layout): LayoutDraft => ({
  id,
  title,
  groups,
  roleIds,
  isFirst,
  ...(filter ? { filter } : {}),
  ...(settings ? { settings } : {}),
});

/** Without deleted fields: the server drops those by itself, so they do not count as a change. */
const withFields = (layout: LayoutDraft, fieldIds: ReadonlySet<string>): LayoutDraft => ({
  ...layout,
  groups: layout.groups.map((group) => ({ ...group, fieldIds: group.fieldIds.filter((id) => fieldIds.has(id)) })),
});

/** Brings the saved layouts in line with the edited ones: those taken away, new ones, changed ones, then the order. */
export async function saveLayouts(
  typeId: CardTypeId,
  allBase: readonly LayoutDraft[],
  allDraft: readonly LayoutDraft[],
  fieldIds: ReadonlySet<string>,
): Promise<void> {
  const base = allBase.map((layout) => withFields(layout, fieldIds));
  const draft = allDraft.map((layout) => withFields(layout, fieldIds));
  if (isSame(base, draft)) return;
  const saved = await client.layouts.list.query({ typeId });
  for (const { id } of saved) {
    if (base.some((one) => one.id === id) && !draft.some((one) => one.id === id))
      await client.layouts.remove.mutate({ typeId, layoutId: id });
  }
  const order: Layout["id"][] = [];
  for (const layout of draft) {
    const { title, groups, filter, roleIds, isFirst, settings } = layout;
    const content = {
      groups: groups.map((group) => ({ ...group, fieldIds: [...group.fieldIds] })),
      filter: filter ?? null,
      roleIds: [...roleIds],
    };
    const before = saved.find((one) => one.id === layout.id);
    if (!before) {
      order.push((await client.layouts.create.mutate({ typeId, layout: { title, ...content } })).id);
      continue;
    }
    if (!isFirst) order.push(before.id);
    if (
      isSame(
        base.find((one) => one.id === layout.id),
        layout,
      )
    )
      continue;
    await client.layouts.update.mutate({
      typeId,
      layoutId: before.id,
      expectedVersion: before.version,
      changes: { ...content, ...(title === "" ? {} : { title }), ...(settings ? { settings } : {}) },
    });
  }
  const known = saved.flatMap((one) => (order.includes(one.id) ? [one.id] : []));
  const isInOrder = isSame(order.slice(0, known.length), known);
  if (!isInOrder) await client.layouts.reorder.mutate({ typeId, layoutIds: order });
}
