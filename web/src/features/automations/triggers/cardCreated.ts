import icon from "@fluentui/svg-icons/icons/add_20_regular.svg?icon";
import type { KindScreen } from "../kinds.ts";
import type { TriggerOf } from "./screens.ts";

export const cardCreated: KindScreen<TriggerOf<"cardCreated">> = {
  icon,
  name: "automations.trigger.cardCreated",
  initial: () => ({ kind: "cardCreated" }),
  say: () => ({ key: "automations.trigger.cardCreated.say" }),
};
