import { commit, commitContextOf } from "../../data/commit.ts";
import type { CardId } from "../../kernel/id.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import { commitMetered } from "../../plans/index.ts";
import { changeSetOf, purging, trashing } from "../card-writes.ts";
import { CardRef, type ChangedCard } from "../schema.ts";
import { fieldContext, scopeOf } from "../scope.ts";
import { getCard, getCardType, readsOf } from "../store.ts";
import { changed } from "../writing.ts";
import { trash as listTrash } from "./list.ts";

const setTrashed = (context: OrgContext, cardId: CardId, trashed: boolean) =>
  commitMetered(commitContextOf(context), async (at) => {
    const { orgId } = context.principal;
    const [current, settings] = await Promise.all([
      getCard(orgId, await scopeOf(context), cardId),
      fieldContext(context.principal),
    ]);
    const type = await getCardType(orgId, current.typeId);
    return changeSetOf(orgId, trashing(orgId, type, current, trashed, settings, at), current);
  });

const remove = procedure({
  name: "cards.remove",
  kind: "mutation",
  input: CardRef,
  can: ["CARDS", "delete"],
  reads: readsOf("card", "type"),
  run: async ({ cardId }, context): Promise<ChangedCard> => changed(await setTrashed(context, cardId, true)),
});

const restore = procedure({
  name: "cards.restore",
  kind: "mutation",
  input: CardRef,
  can: ["CARDS", "delete"],
  reads: readsOf("card", "type"),
  run: async ({ cardId }, context): Promise<ChangedCard> => changed(await setTrashed(context, cardId, false)),
});

/** Out of the trash for good: the one change of a card that cannot be undone. */
const purge = procedure({
  name: "cards.purge",
  kind: "mutation",
  input: CardRef,
  can: ["CARDS", "delete"],
  async run({ cardId }, context): Promise<{ ok: true }> {
    const { orgId } = context.principal;
    const scope = await scopeOf(context);
    await commit(commitContextOf(context), async () => {
      const { writes, change } = purging(orgId, await getCard(orgId, scope, cardId));
      return { writes, records: [{ changes: [change] }], result: undefined };
    });
    return { ok: true };
  },
});

export const trashProcedures = [remove, restore, purge, listTrash] as const;
