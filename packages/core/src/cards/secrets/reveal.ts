import * as z from "zod";
import { commit, commitContextOf } from "../../data/commit.ts";
import type { Change } from "../../data/journal.ts";
import { KartisError } from "../../kernel/error.ts";
import { procedure } from "../../kernel/procedure.ts";
import { CardRef } from "../schema.ts";
import { scopeOf } from "../scope.ts";
import { getCard, readsOf } from "../store.ts";
import { isSecretMark, unseal } from "./sealing.ts";

/**
 * Reveals a secret field's value to a person who may change it, and records that. Permission to see the card only shows that there is a secret, since revealing
 * it is giving it away.
 */
export const reveal = procedure({
  name: "cards.reveal",
  kind: "mutation",
  input: CardRef.extend({ fieldId: z.string().min(1).max(100) }),
  can: ["CARDS", "update"],
  reads: readsOf("card"),
  whileImpersonating: false,
  async run({ cardId, fieldId }, context): Promise<{ text: string }> {
    const { orgId } = context.principal;
    const scope = await scopeOf(context);
    const { result: text } = await commit(commitContextOf(context), async () => {
      const card = await getCard(orgId, scope, cardId);
      const sealed = card.secrets[fieldId];
      if (sealed === undefined || !isSecretMark(card.fields[fieldId])) throw new KartisError("NOT_FOUND");
      const { id, typeId, version } = card;
      // The card stays as it is, so its version does too: readers of the journal only note that it was touched.
      const change: Change = {
        action: "card.reveal",
        subject: { kind: "card", id, typeId },
        version,
        before: null,
        after: { fieldId },
      };
      return { writes: [], records: [{ changes: [change] }], result: unseal(sealed, { orgId, cardId, fieldId }) };
    });
    return { text };
  },
});
