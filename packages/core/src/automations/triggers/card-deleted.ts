import * as z from "zod";
import { trigger } from "./definition.ts";
import { whenAndWho } from "./event.ts";

/** A card is moved to the trash, where its values can still be read. */
export const cardDeleted = trigger({
  config: z.object({}),
  on: ["card.delete"],
  starts: () => true,
  variables: () => whenAndWho,
  leavesTrash: true,
});
