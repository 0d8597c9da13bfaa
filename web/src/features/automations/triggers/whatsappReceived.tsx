import icon from "@fluentui/svg-icons/icons/chat_20_regular.svg?icon";
import type { KindScreen } from "../kinds.ts";
import { WhatsAppMissing } from "../inspector/WhatsAppMissing.tsx";
import type { TriggerOf } from "./screens.ts";

export const whatsappReceived: KindScreen<TriggerOf<"whatsappReceived">> = {
  icon,
  name: "automations.trigger.whatsappReceived",
  initial: () => ({ kind: "whatsappReceived" }),
  say: () => ({ key: "automations.trigger.whatsappReceived.say" }),
  Missing: () => <WhatsAppMissing effect="automations.missing.neverStarts" />,
};
