import * as z from "zod";
import { trigger } from "./definition.ts";

/** A card has been moved to the trash. Its values can still be read there. */
export const cardDeleted = trigger({
  config: z.object({}),
  on: ["card.delete"],
  starts: () => true,
  leavesTrash: true,
});
