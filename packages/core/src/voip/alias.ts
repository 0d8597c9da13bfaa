import { createHash } from "node:crypto";
import { check, put, type Write } from "../data/commit.ts";
import type { Clock } from "../kernel/clock.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { type ProviderCall, seedOf } from "./calls.ts";
import { callAliasEntity } from "./entity.ts";
import type { CallId } from "./schema.ts";
import { epochSeconds } from "../kernel/clock.ts";

const aliasDays = 90;
const keyOf = (call: ProviderCall): string => createHash("sha256").update(seedOf(call)).digest("base64url");

/** The call placed in Kartis that the provider knows by this id, strongly consistent. */
export async function findAlias(orgId: OrgId, call: ProviderCall): Promise<CallId | undefined> {
  const { data } = await callAliasEntity()
    .get({ orgId, key: keyOf(call) })
    .go({ consistent: true });
  return isId("cal", data?.callId) ? data.callId : undefined;
}

/** The write that notes by which id the provider knows a call. Stale if that is known already. */
export const aliasWrite = (orgId: OrgId, call: ProviderCall, callId: CallId, clock: Clock): Write =>
  put(
    callAliasEntity()
      .create({ orgId, key: keyOf(call), callId, expiresAt: epochSeconds(clock.now()) + aliasDays * 86_400 })
      .params(),
    "stale",
  );

const endedKey = (callId: CallId): string => `ended.${callId}`;

/** The write that notes that a call was deleted here, so that its provider's log does not bring it back. */
export const endedWrite = (orgId: OrgId, callId: CallId, clock: Clock): Write =>
  put(
    callAliasEntity()
      .put({ orgId, key: endedKey(callId), callId, expiresAt: epochSeconds(clock.now()) + aliasDays * 86_400 })
      .params(),
    "stale",
  );

/** Whether a call of this id was deleted here, strongly consistent. */
export async function wasEnded(orgId: OrgId, callId: CallId): Promise<boolean> {
  const { data } = await callAliasEntity()
    .get({ orgId, key: endedKey(callId) })
    .go({ consistent: true });
  return data !== null;
}

/** Requires that no call is known to be what the provider knows by this id. */
export const noAlias = (orgId: OrgId, call: ProviderCall): Write =>
  check(
    callAliasEntity()
      .get({ orgId, key: keyOf(call) })
      .where((attribute, { notExists }) => notExists(attribute.callId))
      .params(),
    "stale",
  );
