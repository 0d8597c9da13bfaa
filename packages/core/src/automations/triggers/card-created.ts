import * as z from "zod";
import { trigger } from "./definition.ts";

/** A card of the type has been created, by whomever: a person, a program or a stranger's first message. */
export const cardCreated = trigger({
  config: z.object({}),
  on: ["card.create"],
  starts: () => true,
});
