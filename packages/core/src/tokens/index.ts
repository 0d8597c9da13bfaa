/*
 * Tokens of the public API. Owns: tokens, counts of requests, requests with idempotency keys.
 * Invariant: a token never does what its maker may not do now; its secret is nowhere but with whoever was shown it.
 * Records: apiToken.create, apiToken.delete.
 */
import { createHash, randomBytes } from "node:crypto";
import * as z from "zod";
import { commit, commitContextOf, put, remove as removal } from "../data/commit.ts";
import { KartisError } from "../kernel/error.ts";
import { instant } from "../kernel/clock.ts";
import { type Id, isId, newId, type OrgId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import { tokenEntity } from "./entity.ts";
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

/** The organization's tokens, the newest first. */
export async function tokensOf(orgId: OrgId): Promise<ApiToken[]> {
  const { data } = await tokenEntity().query.main({ orgId, kind: "apiToken" }).go({ consistent: true, pages: "all" });
  return data.flatMap(shown).toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Whoever may change the organization sees and removes everybody's tokens; others their own. */
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
    // A token that made tokens would outlive its own end.
    if (actor.kind !== "user") throw new KartisError("FORBIDDEN");
    const { orgId, grants: own, through } = context.principal;
    // It would outlast what the parent's people are granted, or be nobody's.
    if (through) throw new KartisError("FORBIDDEN", { messageKey: "errors.notForVisitors" });
    if (!isWithin(grants, own)) throw new KartisError("INVALID_INPUT", { fields: { grants: "validation.beyondOwnRights" } });
    const tokenId: Id<"tkn"> = newId("tkn", clock.now());
    const secret = randomBytes(32).toString("base64url");
    const endsAt = new Date(clock.now() + expiresInDays * 86_400_000).toISOString();
    const token: ApiToken = {
      id: tokenId,
      name,
      prefix: prefixOf(tokenId),
      grants,
      userId: actor.userId,
      createdAt: instant(clock),
      expiresAt: endsAt,
      lastUsedAt: null,
    };
    await commit(commitContextOf(context), async (at) => {
      if ((await tokensOf(orgId)).length >= maxTokens)
        throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.tooManyTokens", params: { max: maxTokens } });
      const item = { orgId, kind: "apiToken", tokenId, userId: actor.userId, name, grants, createdAt: at, endsAt };
      return {
        writes: [
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
        result: undefined,
      };
    });
    return { ...token, secret: textOf(orgId, tokenId, secret) };
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
        writes: [removal(key.where((attribute, { exists }) => exists(attribute.tokenId)).params(), "replan")],
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
