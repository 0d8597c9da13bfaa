import icon from "@fluentui/svg-icons/icons/delete_20_regular.svg?icon";
import type { KindScreen } from "../kinds.ts";
import type { TriggerOf } from "./screens.ts";

export const cardDeleted: KindScreen<TriggerOf<"cardDeleted">> = {
  icon,
  name: "automations.trigger.cardDeleted",
  initial: () => ({ kind: "cardDeleted" }),
  say: () => ({ key: "automations.trigger.cardDeleted.say" }),
};
