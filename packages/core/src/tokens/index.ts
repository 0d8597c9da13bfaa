/*
 * Tokens of the public API. Owns: tokens, counts of requests, requests with idempotency keys.
 * Invariant: a token never does what its creator may not do now; its secret is only shown once and stored nowhere.
 * Records: apiToken.create, apiToken.delete.
 */
import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { commit, commitContextOf, put, remove as removal, update, type Write } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import { type Id, isId, newId, type OrgId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { tokenEntity, tokenRegisterEntity } from "./entity.ts";
import { isWithin, maxTokens } from "./rules.ts";
import { type ApiToken, CreateTokenInput, type CreatedToken, TokenRef } from "./schema.ts";
import { prefixOf, textOf } from "./text.ts";

export { authenticateToken } from "./authenticate.ts";
export { countRequest, type RequestQuota } from "./quota.ts";
export { forgetAnswers, type KeptAnswer, onceByKey } from "./once-by-key.ts";

interface StoredToken {
  readonly tokenId: string;
  readonly userId: string;
  readonly name: string;
  readonly grants: ApiToken["grants"];
  readonly createdAt: string;
  readonly endsAt: string;
  readonly lastUsedAt?: string | undefined;
}

function shown({ tokenId, userId, name, grants, createdAt, endsAt, lastUsedAt }: StoredToken): ApiToken[] {
  if (!isId("tkn", tokenId) || !isId("usr", userId)) return [];
  const times = { createdAt, expiresAt: endsAt, lastUsedAt: lastUsedAt ?? null };
  return [{ id: tokenId, name, prefix: prefixOf(tokenId), grants, userId, ...times }];
}

/** The organization's tokens, newest first. */
export async function tokensOf(orgId: OrgId): Promise<ApiToken[]> {
  const { data } = await tokenEntity().query.main({ orgId, kind: "apiToken" }).go({ consistent: true, pages: "all" });
  return data.flatMap(shown).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Throws PRECONDITION_FAILED if the organization has the maximum number of tokens. @returns a check that goes stale if another one is created meanwhile. */
async function roomForOne(orgId: OrgId): Promise<Write> {
  // The register first: anything created later shows either in it or among the tokens.
  const { data } = await tokenRegisterEntity().get({ orgId }).go({ consistent: true });
  if ((await tokensOf(orgId)).length >= maxTokens)
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.tooManyTokens", params: { max: maxTokens } });
  const revision = data?.revision ?? 0;
  return update(
    tokenRegisterEntity()
      .upsert({ orgId, revision: revision + 1 })
      .where((attribute, { eq, notExists }) =>
        revision === 0 ? notExists(attribute.revision) : eq(attribute.revision, revision),
      )
      .params(),
    "stale",
  );
}

/** People who may change the organization see and remove all tokens; others their own. */
const isReached = ({ principal }: OrgContext, token: ApiToken): boolean =>
  token.userId === principal.userId || principal.grants["ORGANIZATION.update"] === "ORGANIZATION";

const list = procedure({
  name: "tokens.list",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "read"],
  whileImpersonating: false,
  async run(_, context): Promise<ApiToken[]> {
    return (await tokensOf(context.principal.orgId)).filter((token) => isReached(context, token));
  },
});

const create = procedure({
  name: "tokens.create",
  kind: "mutation",
  input: CreateTokenInput,
  can: ["ORGANIZATION", "update"],
  whileImpersonating: false,
  async run({ name, grants, expiresInDays }, context): Promise<CreatedToken> {
    const { actor, clock } = context;
    // A token that could create tokens would outlive its own expiry.
    if (actor.kind !== "user") throw new KartisError("FORBIDDEN");
    const { orgId, grants: own, through } = context.principal;
    // It would outlast the parent's grants, or belong to nobody.
    if (through) throw new KartisError("FORBIDDEN", { messageKey: "errors.notForVisitors" });
    if (!isWithin(grants, own)) throw new KartisError("INVALID_INPUT", { fields: { grants: "validation.beyondOwnRights" } });
    const tokenId: Id<"tkn"> = newId("tkn", clock.now());
    const secret = randomBytes(32).toString("base64url");
    const endsAt = new Date(clock.now() + expiresInDays * 86_400_000).toISOString();
    const token: Omit<ApiToken, "createdAt"> = {
      id: tokenId,
      name,
      prefix: prefixOf(tokenId),
      grants,
      userId: actor.userId,
      expiresAt: endsAt,
      lastUsedAt: null,
    };
    const { result: createdAt } = await commit(commitContextOf(context), async (at) => {
      const room = await roomForOne(orgId);
      const item = { orgId, kind: "apiToken" as const, tokenId, userId: actor.userId, name, grants, createdAt: at, endsAt };
      return {
        writes: [
          room,
          put(
            tokenEntity()
              .create({ ...item, secretHash: createHash("sha256").update(secret).digest("base64url") })
              .params(),
            () => new KartisError("CONFLICT"),
          ),
        ],
        records: [
          {
            changes: [
              {
                action: "apiToken.create",
                subject: { kind: "token", id: tokenId },
                version: 1,
                before: null,
                after: { name, grants, expiresAt: endsAt },
              },
            ],
          },
        ],
        result: at,
      };
    });
    return { ...token, createdAt, secret: textOf(orgId, tokenId, secret) };
  },
});

const remove = procedure({
  name: "tokens.remove",
  kind: "mutation",
  input: TokenRef,
  can: ["ORGANIZATION", "read"],
  whileImpersonating: false,
  async run({ tokenId }, context): Promise<{ ok: true }> {
    const { orgId } = context.principal;
    if (context.actor.kind !== "user") throw new KartisError("FORBIDDEN");
    await commit(commitContextOf(context), async () => {
      const token = (await tokensOf(orgId)).find(({ id }) => id === tokenId);
      if (!token || !isReached(context, token)) throw new KartisError("NOT_FOUND");
      const { name, grants, expiresAt } = token;
      const key = tokenEntity().delete({ orgId, kind: "apiToken", tokenId });
      return {
        writes: [removal(key.where((attribute, { exists }) => exists(attribute.tokenId)).params(), "stale")],
        records: [
          {
            changes: [
              {
                action: "apiToken.delete",
                subject: { kind: "token", id: tokenId },
                version: 2,
                before: { name, grants, expiresAt },
                after: null,
              },
            ],
          },
        ],
        result: undefined,
      };
    });
    return { ok: true };
  },
});

export const tokenProcedures = [list, create, remove] as const;
