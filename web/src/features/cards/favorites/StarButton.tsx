import starFilled from "@fluentui/svg-icons/icons/star_16_filled.svg?icon";
import star from "@fluentui/svg-icons/icons/star_16_regular.svg?icon";
import type { Card } from "@kartis/core/cards/schema.ts";
import { useCommands } from "../../../lib/keys/commands.ts";
import { useT } from "../../../lib/i18n.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { useFavorite } from "./useFavorites.ts";
import { useVisit } from "./useVisit.ts";

/** The star of the open card; opening it also makes the card a recent one. */
export function StarButton({ card }: { card: Card }) {
  const t = useT();
  const { isFavorite, toggle } = useFavorite(card);
  useVisit(card.id);
  const label = isFavorite ? t("palette.removeFavorite") : t("palette.addFavorite");
  useCommands([
    {
      id: "card.favorite",
      label,
      group: "card",
      icon: isFavorite ? starFilled : star,
      shortcut: "F",
      keywords: t("palette.favorites"),
      run: toggle,
    },
  ]);
  return (
    <IconButton
      icon={isFavorite ? starFilled : star}
      label={label}
      tooltip={
        <>
          {label} <Kbd keys="F" />
        </>
      }
      isSelected={isFavorite}
      aria-pressed={isFavorite}
      onPress={toggle}
    />
  );
}
