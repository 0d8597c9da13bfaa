import { put, remove, update, type Write } from "../../data/commit.ts";
import type { Change } from "../../data/journal.ts";
import { KartisError } from "../../kernel/error.ts";
import type { CardTypeId, OrgId } from "../../kernel/id.ts";
import { assigningWrites } from "../assignments/fields.ts";
import { cardTypeEntity, cardTypeRegisterEntity } from "../entity.ts";
import { type CardType, CardTypeSchema } from "../schema.ts";
import { reservedSlugs } from "./schema.ts";

/** Every type of the organization, in its order, and the register's revision when they were read; strongly consistent. */
export async function readTypes(orgId: OrgId): Promise<{ types: CardType[]; revision: number }> {
  // The register first: anything created later shows either in it or among the types.
  const register = await cardTypeRegisterEntity().get({ orgId }).go({ consistent: true });
  const { data } = await cardTypeEntity().query.main({ orgId, kind: "type" }).go({ consistent: true, pages: "all" });
  const types = data.map((item) => CardTypeSchema.parse(item.definition));
  return {
    types: types.toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1)),
    revision: register.data?.revision ?? 0,
  };
}

/** Goes stale if a type has been created, renamed, ordered or deleted since the revision was read. */
export const registerWrite = (orgId: OrgId, revision: number): Write =>
  update(
    cardTypeRegisterEntity()
      .upsert({ orgId, revision: revision + 1 })
      .where((attribute, { eq, notExists }) =>
        revision === 0 ? notExists(attribute.revision) : eq(attribute.revision, revision),
      )
      .params(),
    "stale",
  );

/** Replaces `current` by `next`, which carries its new version. */
export const typeWrites = (orgId: OrgId, current: CardType, next: CardType): Write[] => [
  put(
    cardTypeEntity()
      .put({ orgId, kind: "type", typeId: next.id, version: next.version, definition: next })
      .where((attribute, { eq }) => eq(attribute.version, current.version))
      .params(),
    "stale",
  ),
  ...assigningWrites(orgId, current, next),
];

export const typeRemoval = (orgId: OrgId, type: CardType): Write[] => [
  remove(
    cardTypeEntity()
      .remove({ orgId, kind: "type", typeId: type.id })
      .where((attribute, { eq }) => eq(attribute.version, type.version))
      .params(),
    "stale",
  ),
  ...assigningWrites(orgId, type, undefined),
];

export const typeSubject = (type: Pick<CardType, "id">): Change["subject"] => ({ kind: "cardType", id: type.id });

/** Throws INVALID_INPUT for a reserved slug, CONFLICT naming the fields for names another type has. Deleted types free theirs. */
export function requireFreeNames(
  types: readonly CardType[],
  wanted: { readonly slug?: string | undefined; readonly apiName?: string | undefined },
  exceptId?: CardTypeId,
): void {
  if (wanted.slug !== undefined && reservedSlugs.includes(wanted.slug))
    throw new KartisError("INVALID_INPUT", { fields: { slug: "validation.reserved" } });
  const others = types.filter((type) => type.id !== exceptId);
  const taken = {
    ...(others.some((type) => type.slug === wanted.slug) ? { slug: "validation.duplicate" } : {}),
    ...(others.some((type) => type.apiName === wanted.apiName) ? { apiName: "validation.duplicate" } : {}),
  };
  if (Object.keys(taken).length > 0) throw new KartisError("CONFLICT", { fields: taken });
}
