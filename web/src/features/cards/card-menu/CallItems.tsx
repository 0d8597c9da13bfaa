import callIcon from "@fluentui/svg-icons/icons/call_16_regular.svg?icon";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { usePhoneText } from "../../fields/display/PhoneNumber.tsx";
import { pressNumber } from "../../voip/press-number.ts";
import { phoneNumbersOf } from "./phone-numbers.ts";
import { isolated } from "../../../lib/text-direction.ts";

/** In a menu: a call to each of the card's numbers. */
export function CallItems({ card, type }: { card: Card; type: CardType | undefined }) {
  const t = useT();
  const phoneText = usePhoneText();
  return phoneNumbersOf(card, type).map((number) => (
    <MenuItem key={number} icon={callIcon} onAction={() => pressNumber(number, card.id)}>
      {t("palette.call", { number: isolated(phoneText(number), "ltr") })}
    </MenuItem>
  ));
}
