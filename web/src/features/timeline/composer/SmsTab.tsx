import chat from "@fluentui/svg-icons/icons/chat_16_regular.svg?icon";
import type { Card } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useLive } from "../../../lib/live/live.ts";
import { useCan } from "../../../lib/permissions.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { ChannelTab } from "./ChannelTab.tsx";

/** What an SMS from the card can be sent with; undefined until it is known, and for who may send none. */
export function useSmsOptions(card: Card) {
  const isAllowed = useCan()(["SMS", "create"]);
  return useQuery(
    trpc.sms.options.queryOptions({ cardId: card.id }, { enabled: isAllowed && !card.trashedAt, meta: { quiet: true } }),
  ).data;
}

export const refreshSmsOptions = () => queryClient.invalidateQueries(trpc.sms.options.pathFilter());

/** What the organization can change about why none can be sent. */
const settledInSettings: ReadonlySet<string> = new Set(["noSender", "noBalance", "noPlan", "disabled"]);

interface SmsTabProps {
  ref: Ref<HTMLButtonElement>;
  card: Card;
  isOpen: boolean;
  onPress: () => void;
}

/** Opens the form for an SMS; where none can be sent, it says what is missing. */
export function SmsTab({ ref, card, isOpen, onPress }: SmsTabProps) {
  const t = useT();
  const isAllowed = useCan()(["SMS", "create"]);
  const options = useSmsOptions(card);
  useLive((message) => {
    // The operator has reported an opt-out, or a colleague has marked one, perhaps on another card with the number; or quiet hours were set.
    if (message.kind === "batch" || message.subject.kind === "smsOptOut" || message.subject.kind === "organization")
      void refreshSmsOptions();
  });
  const missing = options && (options.obstacle ?? (options.numbers.length === 0 ? "noPhone" : null));
  const reason = !isAllowed ? t("sms.denied") : missing ? t(`sms.obstacle.${missing}`) : undefined;
  const maySetUp = useCan()(["ORGANIZATION", "update"]);
  const isSetUpHere = maySetUp && isAllowed && settledInSettings.has(missing ?? "");
  return (
    <ChannelTab
      ref={ref}
      icon={chat}
      label="SMS"
      reason={reason}
      setUp={isSetUpHere ? { href: "/settings/integrations?open=sms", label: t("sms.setUp") } : undefined}
      isOpen={isOpen}
      isDisabled={!options}
      onPress={onPress}
    />
  );
}
