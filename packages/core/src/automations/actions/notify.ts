import * as z from "zod";
import { idSchema } from "../../kernel/id-schema.ts";
import { action } from "./definition.ts";

/** Notifies members about the card, in the application and by mail as each of them has it set. */
export const notify = action({
  config: z
    .object({
      /** Shown under the card's name, which each reader sees as far as they may: so the text has no variables. */
      text: z.string().trim().min(1, "automations.problem.noText").max(300, "validation.length"),
      owner: z.boolean().default(false),
      memberIds: z.array(idSchema("usr")).max(50).default([]),
      roleIds: z.array(idSchema("rol")).max(20).default([]),
    })
    .refine(({ owner, memberIds, roleIds }) => owner || memberIds.length > 0 || roleIds.length > 0, {
      path: ["memberIds"],
      message: "automations.problem.noPeople",
    }),
  worksInTrash: () => true,
  call({ text, owner, memberIds, roleIds }, stage) {
    const userIds = [...memberIds, ...(owner && stage.owner ? [stage.owner] : [])];
    if (userIds.length + roleIds.length === 0) return { skipped: "automations.skipped.noOwner" };
    return { procedure: "automations.notify", input: { cardId: stage.card.id, text, userIds, roleIds } };
  },
});
