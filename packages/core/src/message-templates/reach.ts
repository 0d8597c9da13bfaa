import { cardTypesOf, scopeFor } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import type { MessageTemplate, TemplateRef } from "./schema.ts";
import { builtIn, kindIn, type StoredTemplate, storedTemplates } from "./store.ts";

/** The flag that all of it is behind. */
export const feature = "content-templates";

/** Which templates a permission covers: those of the people in its scope; what Kartis sends belongs to the whole organization. */
export async function reachOf({ principal, level }: Pick<OrgContext, "principal" | "level">) {
  const scope = await scopeFor(principal, level);
  return ({ createdBy, kind }: StoredTemplate): boolean =>
    scope.kind === "organization" || (kind === null && scope.userIds.some((known) => known === createdBy));
}

/**
 * Which templates the caller is offered: those of the people in the scope of the permission, for everybody or for the caller's role, and what Kartis sends. Undefined
 * for somebody who may read none.
 */
export async function offeredTo({
  principal,
}: Pick<OrgContext, "principal">): Promise<((template: StoredTemplate) => boolean) | undefined> {
  const { grants, features, roleId, systemRole } = principal;
  const level = grants["TEMPLATES.read"];
  if (!level || (features && !features.includes(feature))) return undefined;
  const isReached = await reachOf({ principal, level });
  return (template) =>
    template.kind !== null ||
    (isReached(template) && (template.roleId === null || template.roleId === roleId || systemRole !== "BASIC"));
}

/** The template as the caller sees it. */
export async function shownTo(context: OrgContext): Promise<(template: StoredTemplate) => MessageTemplate> {
  const { principal } = context;
  const reach = async (action: "update" | "delete") => {
    const level = principal.grants[`TEMPLATES.${action}`];
    return level ? reachOf({ principal, level }) : () => false;
  };
  const [canUpdate, canDelete] = await Promise.all([reach("update"), reach("delete")]);
  return (template) => ({ ...template, canUpdate: canUpdate(template), canDelete: canDelete(template) });
}

/** What is stored of the template, or the built-in text. Throws NOT_FOUND; FORBIDDEN for one that the permission does not cover. */
export async function reached(context: OrgContext, ref: TemplateRef): Promise<StoredTemplate> {
  const kind = kindIn(ref);
  const stored = (await storedTemplates(context.principal.orgId)).find(({ id }) => id === ref);
  const template = stored ?? (kind ? builtIn(kind, ref) : undefined);
  if (!template) throw new KartisError("NOT_FOUND");
  if (!(await reachOf(context))(template)) throw new KartisError("FORBIDDEN");
  return template;
}

/** The type that a template is for; undefined for all. Throws INVALID_INPUT if there is no such type. */
export async function typeOf(context: OrgContext, cardTypeId: MessageTemplate["cardTypeId"]): Promise<CardType | undefined> {
  if (cardTypeId === null) return undefined;
  const type = (await cardTypesOf(context.principal.orgId)).find(({ id }) => id === cardTypeId);
  if (!type) throw new KartisError("INVALID_INPUT", { fields: { cardTypeId: "validation.enum" } });
  return type;
}
