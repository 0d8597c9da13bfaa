import chat from "@fluentui/svg-icons/icons/chat_16_regular.svg?icon";
import type { Card } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import type { Ref } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import styles from "./composer.module.css";

/** What an SMS from the card can be sent with; undefined until it is known, and for who may send none. */
export function useSmsOptions(card: Card) {
  const isAllowed = useCan()(["SMS", "create"]);
  return useQuery(
    trpc.sms.options.queryOptions({ cardId: card.id }, { enabled: isAllowed && !card.trashedAt, meta: { quiet: true } }),
  ).data;
}

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
  const missing = options && (options.obstacle ?? (options.numbers.length === 0 ? "noPhone" : null));
  const reason = !isAllowed ? t("sms.denied") : missing ? t(`sms.obstacle.${missing}`) : undefined;
  const content = (
    <>
      <Icon of={chat} />
      SMS
    </>
  );
  if (reason !== undefined)
    return (
      <Denied label="SMS" reason={reason}>
        <AriaButton className={styles.tab ?? ""}>{content}</AriaButton>
      </Denied>
    );
  return (
    <AriaButton ref={ref} className={styles.tab ?? ""} aria-expanded={isOpen} isDisabled={!options} onPress={onPress}>
      {content}
    </AriaButton>
  );
}
