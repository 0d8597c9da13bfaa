import * as z from "zod";
import { trigger } from "./definition.ts";
import { whenAndWho } from "./event.ts";

/** A labelled button on the card's page; asks for confirmation if it has a question. */
export const buttonClicked = trigger({
  config: z.object({
    label: z.string().trim().min(1, "automations.problem.noLabel").max(40, "validation.length"),
    question: z.string().trim().max(200, "validation.length").default(""),
  }),
  on: [],
  starts: () => false,
  variables: () => whenAndWho,
});
