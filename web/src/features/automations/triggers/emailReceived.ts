import icon from "@fluentui/svg-icons/icons/mail_20_regular.svg?icon";
import type { KindScreen } from "../kinds.ts";
import type { TriggerOf } from "./screens.ts";

export const emailReceived: KindScreen<TriggerOf<"emailReceived">> = {
  icon,
  name: "automations.trigger.emailReceived",
  initial: () => ({ kind: "emailReceived" }),
  say: () => ({ key: "automations.trigger.emailReceived.say" }),
};
