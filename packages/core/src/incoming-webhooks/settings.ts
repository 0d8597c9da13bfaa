import * as z from "zod";
import { findCardType, getCardType, inScope, scopeFor } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { commit, commitContextOf, remove as removal } from "../data/commit.ts";
import { differenceBetween } from "../data/difference.ts";
import { KartisError } from "../kernel/error.ts";
import { newId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { problemOf } from "../imports/rules.ts";
import { incomingWebhookEntity } from "./entity.ts";
import { attentionsOf } from "./attention.ts";
import { requireOwners } from "./card-owners.ts";
import { ownerOf } from "./owner.ts";
import { maxIncomingWebhooks } from "./rules.ts";
import {
  CreateIncomingInput,
  type IncomingWebhook,
  IncomingWebhookRef,
  SignIncomingInput,
  type SignedIncomingWebhook,
  UpdateIncomingInput,
} from "./schema.ts";
import { newSecret, sealedSecret } from "./signature.ts";
import {
  getIncoming,
  incomingChange,
  incomingOf,
  incomingWrite,
  recordedValues,
  shownIncoming,
  type StoredWebhook,
} from "./store.ts";

/** The permission to manage them, as for API tokens. */
const right = ["ORGANIZATION", "update"] as const;

const isWhole = ({ principal }: OrgContext) => principal.grants["ORGANIZATION.update"] !== undefined;

const shownAsNow = async (stored: StoredWebhook): Promise<IncomingWebhook> =>
  shownIncoming(stored, true, (await attentionsOf(stored.orgId, [stored], { findCardType })).get(stored));

const list = procedure({
  name: "incomingWebhooks.list",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "read"],
  /** The oldest first. */
  async run(_, context): Promise<IncomingWebhook[]> {
    const { orgId } = context.principal;
    const found = await incomingOf(orgId);
    const attentions = await attentionsOf(orgId, found, { findCardType });
    return found.map((stored) => shownIncoming(stored, isWhole(context), attentions.get(stored)));
  },
});

const create = procedure({
  name: "incomingWebhooks.create",
  kind: "mutation",
  input: CreateIncomingInput,
  can: right,
  whileImpersonating: false,
  /** Takes calls from now on; what they become is mapped once the first has come. Throws PRECONDITION_FAILED at the maximum. */
  async run({ name, typeId }, context): Promise<IncomingWebhook> {
    const userId = await ownerOf(context);
    const { orgId } = context.principal;
    await getCardType(orgId, typeId);
    const webhookId = context.once?.newId("inw") ?? newId("inw", context.clock.now());
    const { result } = await commit(commitContextOf(context), async (at) => {
      if ((await incomingOf(orgId)).length >= maxIncomingWebhooks)
        throw new KartisError("PRECONDITION_FAILED", {
          messageKey: "errors.tooManyIncoming",
          params: { max: maxIncomingWebhooks },
        });
      const stored: StoredWebhook = {
        orgId,
        webhookId,
        name,
        typeId,
        addressNumber: 1,
        mapping: [],
        mode: "create",
        state: "active",
        userId,
        createdAt: at,
        version: 1,
      };
      return {
        writes: [incomingWrite(stored)],
        records: [{ changes: [incomingChange("incomingWebhook.create", stored, null, recordedValues(stored))] }],
        result: stored,
      };
    });
    return shownIncoming(result, true);
  },
});

/** The changed webhook, which from now on acts as the caller. */
async function changed(
  context: OrgContext,
  { webhookId, expectedVersion }: { readonly webhookId: StoredWebhook["webhookId"]; readonly expectedVersion?: number },
  action: "incomingWebhook.update" | "incomingWebhook.rotate",
  next: (current: StoredWebhook) => StoredWebhook | Promise<StoredWebhook>,
): Promise<StoredWebhook> {
  const userId = await ownerOf(context);
  const { orgId } = context.principal;
  const { result } = await commit(commitContextOf(context), async () => {
    const current = await getIncoming(orgId, webhookId);
    if (expectedVersion !== undefined && expectedVersion !== current.version) throw new KartisError("CONFLICT");
    const stored = { ...(await next(current)), userId, version: current.version + 1 };
    const { before, after } = differenceBetween(recordedValues(current), recordedValues(stored));
    return {
      writes: [incomingWrite(stored)],
      records: [{ changes: [incomingChange(action, stored, before, after)] }],
      result: stored,
    };
  });
  return result;
}

/** Without the fields that were deleted since, whose values are left out. */
const standing = ({ fields }: CardType, mapping: StoredWebhook["mapping"]) =>
  mapping.filter(({ fieldId }) => fields.some(({ id }) => id === fieldId));

/** Throws INVALID_INPUT for what an import would not accept either. Nothing has to be mapped until something is. */
function requireMapping(type: CardType, { mapping, mode, matchFieldId }: StoredWebhook): void {
  if (mapping.length === 0 && mode === "create") return;
  const columns = mapping.map(({ fieldId }, column) => ({ column, fieldId }));
  const problem = problemOf(type, { mapping: columns, mode, ...(matchFieldId === undefined ? {} : { matchFieldId }) });
  if (!problem) return;
  const isMatch = problem === "validation.matchField";
  throw new KartisError("INVALID_INPUT", {
    fields: isMatch ? { matchFieldId: "incomingWebhooks.problem.matchField" } : { mapping: problem },
  });
}

const update = procedure({
  name: "incomingWebhooks.update",
  kind: "mutation",
  input: UpdateIncomingInput,
  can: right,
  whileImpersonating: false,
  /**
   * Throws CONFLICT if somebody has changed it since `expectedVersion`, and INVALID_INPUT for fields that cannot be mapped or do not match cards. What needs attention
   * can be paused and renamed as it is.
   */
  async run({ webhookId, expectedVersion, matchFieldId, ...given }, context): Promise<IncomingWebhook> {
    const stored = await changed(context, { webhookId, expectedVersion }, "incomingWebhook.update", async (current) => {
      const match = matchFieldId === undefined ? (current.matchFieldId ?? null) : matchFieldId;
      const { matchFieldId: _, ...rest } = current;
      const { name = current.name, mapping = current.mapping, mode = current.mode, state = current.state } = given;
      const { ownerIds = current.ownerIds ?? [] } = given;
      const next = { ...rest, name, mapping, mode, ownerIds, state, ...(match === null ? {} : { matchFieldId: match }) };
      if (given.state === "active" || [given.mapping, given.mode, matchFieldId].some((one) => one !== undefined)) {
        const type = await getCardType(context.principal.orgId, current.typeId);
        requireMapping(type, { ...next, mapping: given.mapping ?? standing(type, mapping) });
      }
      await requireOwners(context, current.typeId, given.ownerIds, { inScope, scopeFor });
      return next;
    });
    return shownAsNow(stored);
  },
});

const rotate = procedure({
  name: "incomingWebhooks.rotateUrl",
  kind: "mutation",
  input: IncomingWebhookRef,
  can: right,
  whileImpersonating: false,
  /** A new URL; calls to the one before are refused from now on. */
  async run({ webhookId }, context): Promise<IncomingWebhook> {
    const stored = await changed(context, { webhookId }, "incomingWebhook.rotate", (current) => ({
      ...current,
      addressNumber: current.addressNumber + 1,
    }));
    return shownAsNow(stored);
  },
});

const sign = procedure({
  name: "incomingWebhooks.sign",
  kind: "mutation",
  input: SignIncomingInput,
  can: right,
  whileImpersonating: false,
  /** The secret is in this answer only, and replaces the one before. */
  async run({ webhookId, isSigned }, context): Promise<SignedIncomingWebhook> {
    const { orgId } = context.principal;
    const secret = isSigned ? newSecret() : null;
    const stored = await changed(context, { webhookId }, "incomingWebhook.rotate", ({ secret: _, ...current }) => ({
      ...current,
      ...(secret === null ? {} : { secret: sealedSecret(secret, orgId, webhookId) }),
    }));
    return { ...(await shownAsNow(stored)), secret };
  },
});

const remove = procedure({
  name: "incomingWebhooks.remove",
  kind: "mutation",
  input: IncomingWebhookRef,
  can: right,
  whileImpersonating: false,
  /** Calls are refused from now on; the cards stay. */
  async run({ webhookId }, context): Promise<{ ok: true }> {
    const { orgId } = context.principal;
    await commit(commitContextOf(context), async () => {
      const current = await getIncoming(orgId, webhookId);
      const key = incomingWebhookEntity().delete({ orgId, webhookId });
      return {
        writes: [removal(key.where((attribute, { eq }) => eq(attribute.version, current.version)).params(), "stale")],
        records: [
          {
            changes: [
              incomingChange(
                "incomingWebhook.delete",
                { webhookId, version: current.version + 1 },
                recordedValues(current),
                null,
              ),
            ],
          },
        ],
        result: undefined,
      };
    });
    return { ok: true };
  },
});

export const settingsProcedures = [list, create, update, rotate, sign, remove] as const;
