import type { Card } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { pacedByPeople, useLive } from "../../../lib/live/live.ts";
import { useCan } from "../../../lib/permissions.ts";
import { queryClient } from "../../../lib/query-client.ts";
import icon from "../../whatsapp/whatsapp-icon.svg?icon";
import { ChannelTab } from "./ChannelTab.tsx";

const refreshOptions = pacedByPeople(() => void queryClient.invalidateQueries(trpc.whatsapp.options.pathFilter()));

/** What can be written from the card on WhatsApp; undefined until it is known, and for who may write nothing. */
export function useWhatsAppOptions(card: Card) {
  const isAllowed = useCan()(["COMMENTS", "create"]);
  // What the customer writes opens the window, and a number can be connected meanwhile.
  useLive((message) => {
    if (message.kind === "batch" || message.subject.kind === "chat" || message.subject.kind === "whatsappNumber")
      refreshOptions();
  });
  return useQuery(
    trpc.whatsapp.options.queryOptions({ cardId: card.id }, { enabled: isAllowed && !card.trashedAt, meta: { quiet: true } }),
  ).data;
}

interface WhatsAppTabProps {
  ref: Ref<HTMLButtonElement>;
  card: Card;
  isOpen: boolean;
  onPress: () => void;
}

/** Opens the form for a message on WhatsApp; where none can be sent, it says what is missing. */
export function WhatsAppTab({ ref, card, isOpen, onPress }: WhatsAppTabProps) {
  const t = useT();
  const isAllowed = useCan()(["COMMENTS", "create"]);
  const options = useWhatsAppOptions(card);
  const missing = options && (options.obstacle ?? (options.numbers.length === 0 ? "noPhone" : null));
  const reason = !isAllowed ? t("whatsapp.denied") : missing ? t(`whatsapp.obstacle.${missing}`) : undefined;
  const isSetUpHere = useCan()(["ORGANIZATION", "update"]) && isAllowed && (missing === "missing" || missing === "expired");
  return (
    <ChannelTab
      ref={ref}
      icon={icon}
      label="WhatsApp"
      reason={reason}
      setUp={isSetUpHere ? { href: "/settings/integrations?open=whatsapp", label: t("whatsapp.setUp") } : undefined}
      isOpen={isOpen}
      isDisabled={!options}
      onPress={onPress}
    />
  );
}
