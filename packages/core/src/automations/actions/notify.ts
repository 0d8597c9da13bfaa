import * as z from "zod";
import { idSchema } from "../../kernel/id-schema.ts";
import { action } from "./definition.ts";

/** Notifies members about the card, in the app and by email according to their settings. */
export const notify = action({
  config: z
    .object({
      /** Shown below the card's name. It has no variables, because readers may have different access to the card. */
      text: z.string().trim().min(1, "automations.problem.noText").max(300, "validation.length"),
      owner: z.boolean().default(false),
      memberIds: z.array(idSchema("usr")).max(50).default([]),
      roleIds: z.array(idSchema("rol")).max(20).default([]),
    })
    .refine(({ owner, memberIds, roleIds }) => owner || memberIds.length > 0 || roleIds.length > 0, {
      path: ["memberIds"],
      message: "automations.problem.noPeople",
    }),
  // Those who have left are passed over, as long as anybody is left.
  async problems({ owner, memberIds, roleIds }, _, { isMember, hasRole }) {
    if (owner) return [];
    const present = await Promise.all([...memberIds.map(isMember), ...roleIds.map(hasRole)]);
    const path = memberIds.length > 0 ? "memberIds" : "roleIds";
    return present.includes(true) ? [] : [{ path, message: "automations.problem.people" }];
  },
  worksInTrash: () => true,
  call({ text, owner, memberIds, roleIds }, context) {
    const userIds = [...memberIds, ...(owner && context.owner ? [context.owner] : [])];
    if (userIds.length + roleIds.length === 0) return { skipped: "automations.skipped.noOwner" };
    return { procedure: "automations.notify", input: { cardId: context.card.id, text, userIds, roleIds } };
  },
});
