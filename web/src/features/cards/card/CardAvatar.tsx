import { avatarField } from "@kartis/core/cards/fields/avatar.ts";
import type { Card } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { laterInFocus } from "../../../lib/later.tsx";
import { RecordAvatar } from "../../../ui/display/Avatar.tsx";
import { useWhyNot } from "../../records/rights.ts";
import { nameOf } from "../../records/card-types.ts";
import { updateCard } from "../update-card.ts";
import { avatarUrlOf } from "../../records/file-values.ts";
import styles from "./CardAvatar.module.css";

const AvatarDialog = laterInFocus(() =>
  withWords(["files"], import("../../files/AvatarDialog.tsx")).then((module) => module.AvatarDialog),
);

/** The card's picture in its header; a press changes it. */
export function CardAvatar({ card }: { card: Card }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const field = { ...avatarField, label: t("cards.avatar") };
  const picture = <RecordAvatar name={nameOf(card)} imageUrl={avatarUrlOf(card)} size={40} />;
  if (useWhyNot()("update", card)) return picture;
  return (
    <>
      <Button className={styles.button ?? ""} aria-label={t("cards.avatar.change")} onPress={() => setOpen(true)}>
        {picture}
      </Button>
      {isOpen && (
        <AvatarDialog
          name={nameOf(card)}
          target={{ purpose: "avatar", cardId: card.id }}
          currentUrl={avatarUrlOf(card)}
          onChange={(file) => updateCard(card, field, file ? [file] : null)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
