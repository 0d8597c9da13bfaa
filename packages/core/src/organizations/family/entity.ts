import { globalEntity, lazy, tenantEntity, unrecordedEntity } from "../../data/entity.ts";
import { partition } from "../../data/partitions.ts";

/**
 * An organization's link to its parent, and what the parent's people may do there: one item of the child, so that acting through the parent costs one more
 * read. `byParent`: a parent's children.
 */
export const parentLinkEntity = lazy(() =>
  tenantEntity(
    {
      model: { service: "kartis", entity: "parentLink", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        kind: { type: ["parentLink"] as const, required: true, default: "parentLink" },
        parentId: { type: "string", required: true },
        version: { type: "number", required: true },
        attachedAt: { type: "string", required: true },
        attachedBy: { type: "string", required: true },
        /** The `FamilyGrants` of rules.ts. */
        grants: { type: "any", required: true },
      },
      indexes: {
        main: {
          pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
          sk: { field: "sk", composite: [], casing: "none" },
        },
        byParent: {
          index: "gsi1",
          pk: { field: "gsi1pk", composite: ["parentId"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["orgId"], casing: "none" },
        },
      },
    },
    { index: "byParent", because: "a parent lists its children, who agreed to it" },
  ),
);

/** Code that a child's owner enters to attach it; looked up by the code alone. `orgId` is the parent. */
export const attachCodeEntity = lazy(() =>
  globalEntity(
    {
      model: { service: "kartis", entity: "attachCode", version: "1" },
      attributes: {
        codeHash: { type: "string", required: true },
        orgId: { type: "string", required: true },
        createdBy: { type: "string", required: true },
        expiresAt: { type: "number", required: true },
      },
      indexes: {
        main: {
          pk: { field: "pk", composite: ["codeHash"], casing: "none" },
          sk: { field: "sk", composite: [], casing: "none" },
        },
        byOrganization: {
          index: "gsi1",
          pk: partition("attachCode", "gsi1pk"),
          sk: { field: "gsi1sk", composite: ["codeHash"], casing: "none" },
        },
      },
    },
    "whoever enters a code says with it which organization it is of",
  ),
);

/** People who have worked here through the parent. The child's audit can name them even if the parent is gone. `byUser`: where someone has worked. */
export const visitorEntity = lazy(() =>
  unrecordedEntity(
    "presence",
    {
      model: { service: "kartis", entity: "visitor", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        kind: { type: ["visitor"] as const, required: true, default: "visitor" },
        userId: { type: "string", required: true },
        name: { type: "string", required: true },
        /** The parent, by its name at the time. */
        from: { type: "string", required: true },
        lastActiveAt: { type: "string", required: true },
      },
      indexes: {
        main: {
          pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
          sk: { field: "sk", composite: ["userId"], casing: "none" },
        },
        byUser: {
          index: "gsi1",
          pk: { field: "gsi1pk", composite: ["userId"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["orgId"], casing: "none" },
        },
      },
    },
    { index: "byUser", because: "whoever ends their account is named nowhere any more" },
  ),
);
