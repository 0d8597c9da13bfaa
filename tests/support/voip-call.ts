import { creation, edit, findActivities, purging } from "@kartis/core/activities/index.ts";
import { cardsWithPhone, fieldContextOf, findCards } from "@kartis/core/cards/index.ts";
import { commit } from "@kartis/core/data/commit.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { type CardId, newId, type OrgId, type UserId } from "@kartis/core/kernel/id.ts";
import { userEntity } from "@kartis/core/users/entity.ts";
import { connectionChange, findConnection, sealedSecrets } from "@kartis/core/voip/connection.ts";
import { membersWithExtension } from "@kartis/core/voip/extensions/index.ts";
import { factsOf } from "@kartis/core/voip/facts.ts";
import type { CallId } from "@kartis/core/voip/schema.ts";
import { withFacts } from "@kartis/core/voip/take-in.ts";

const contextOf = (orgId: OrgId) => ({
  orgId,
  actor: systemActor(orgId, "test"),
  clock: systemClock,
  requestId: newId("req"),
  origin: "system" as const,
});
const deps = { cardsWithPhone, creation, edit, fieldContextOf, findActivities, findCards, membersWithExtension, purging };

/** A person's own extension, as people entered it before administrators assigned them. */
export async function enterExtension(userId: UserId, voipExtension: string): Promise<void> {
  await userEntity().patch({ userId }).set({ voipExtension }).go();
}

/** Connects an organization as if its provider had accepted it, and gives the person an extension. Nothing answers unless the test has started a simulator. */
export async function connectProvider({ orgId, userId }: { readonly orgId: OrgId; readonly userId: UserId }): Promise<void> {
  process.env["VOIP_URL"] ??= "http://127.0.0.1:9";
  await enterExtension(userId, "204");
  await commit(contextOf(orgId), async (at) => {
    if (await findConnection(orgId)) return { writes: [], records: [], result: undefined };
    const connection = {
      version: 1,
      provider: "voicenter",
      values: {},
      secrets: sealedSecrets(orgId, { code: "code", logCode: "log-code" }),
      hookKey: "key",
      connectedBy: userId,
      problem: null,
      problemAt: null,
      createdAt: at,
    };
    return { ...connectionChange(orgId, connection), result: undefined };
  });
}

/** A call that somebody has missed, or one that rings. */
export async function missedCall(
  { orgId }: { readonly orgId: OrgId },
  { number, cardId, rings }: { readonly number: string; readonly cardId?: CardId; readonly rings?: string },
): Promise<CallId> {
  const id = newId("cal");
  await commit(contextOf(orgId), async (at) => {
    const report = { direction: "IN", number, at, seconds: null, recording: null } as const;
    const facts = factsOf(
      rings
        ? { ...report, source: "live", extension: rings, state: "ringing", reason: null }
        : { ...report, source: "record", extension: "299", state: "unanswered", reason: "noAnswer" },
    );
    const begun = { cardId: cardId ?? null };
    return withFacts(orgId, { id, call: undefined, facts, action: "voip.callDetailRecord", begun }, at, { deps });
  });
  return id;
}
