import type * as z from "zod";
import { commit, commitContextOf } from "../../data/commit.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import { changeSetOf } from "../card-writes.ts";
import { relatedCards } from "../replica/related.ts";
import type { ChangedCard } from "../schema.ts";
import { fieldContext, scopeOf } from "../scope.ts";
import { getCard, readsOf } from "../store.ts";
import { changed, stored } from "../writing.ts";
import { linking, unlinking } from "./linking.ts";
import { LinkInput, RelatedInput } from "./schema.ts";
import { readScopeOf, requireTargets } from "./targets.ts";

/** Links from either side write the card that has the field; it is read while the change set is prepared, so that of two links at once none is lost. */
async function changeLink(
  { cardId, fieldId, targetId }: z.output<typeof LinkInput>,
  context: OrgContext,
  isLinked: boolean,
): Promise<ChangedCard> {
  const { orgId } = context.principal;
  const [scope, settings, readScope] = await Promise.all([
    scopeOf(context),
    fieldContext(context.principal),
    readScopeOf(context),
  ]);
  const committed = await commit(commitContextOf(context), async (at) => {
    const { current, type } = await stored(orgId, scope, cardId);
    if (isLinked) await requireTargets(orgId, readScope, type, current.fields, { [fieldId]: [targetId] });
    const written = isLinked
      ? linking(orgId, type, current, fieldId, { id: targetId }, settings, at)
      : unlinking(orgId, type, current, fieldId, targetId, settings, at);
    return changeSetOf(orgId, written, current);
  });
  return changed(committed);
}

const link = procedure({
  name: "cards.link",
  kind: "mutation",
  input: LinkInput,
  can: ["CARDS", "update"],
  reads: readsOf("card", "type"),
  run: async (input, context): Promise<ChangedCard> => changeLink(input, context, true),
});

const unlink = procedure({
  name: "cards.unlink",
  kind: "mutation",
  input: LinkInput,
  can: ["CARDS", "update"],
  reads: readsOf("card", "type"),
  run: async (input, context): Promise<ChangedCard> => changeLink(input, context, false),
});

const related = procedure({
  name: "cards.related",
  kind: "query",
  input: RelatedInput,
  can: ["CARDS", "read"],
  hasPresetNames: true,
  reads: readsOf("card"),
  async run({ cardId, ...page }, context) {
    const { orgId } = context.principal;
    const scope = await scopeOf(context);
    return relatedCards(orgId, scope, await getCard(orgId, scope, cardId), page);
  },
});

export const relationProcedures = [link, unlink, related] as const;
