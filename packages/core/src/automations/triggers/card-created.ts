import * as z from "zod";
import { trigger } from "./definition.ts";
import { whenAndWho } from "./event.ts";

/** A card is created by anyone: a person, the API, or a stranger's first message. */
export const cardCreated = trigger({
  config: z.object({}),
  startedBy: (_, { kind }) => kind === "cardCreated",
  on: ["card.create"],
  starts: () => true,
  variables: () => whenAndWho,
});
