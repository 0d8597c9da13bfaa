import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { LayoutSettings } from "@kartis/core/layouts/schema.ts";
import { useT } from "../../../../lib/i18n.tsx";
import { CardFiles } from "../../../files/later.ts";
import { Group } from "../fields/Group.tsx";
import { useOpenGroups } from "../fields/open-groups.ts";
import { RelatedCards } from "./RelatedCards.tsx";

interface RelatedAndFilesProps {
  card: Card;
  type: CardType;
  sections: LayoutSettings["sections"];
}

/** Beside the history of a card that has nothing else to show there. */
export function RelatedAndFiles({ card, type, sections }: RelatedAndFilesProps) {
  const t = useT();
  const open = useOpenGroups(type.id);
  return (
    <>
      {sections.related && <RelatedCards card={card} type={type} />}
      {sections.files && (
        <Group title={t("cards.files")} isOpen={open.isOpen("files", true)} onOpenChange={(isOpen) => open.set("files", isOpen)}>
          <CardFiles card={card} />
        </Group>
      )}
    </>
  );
}
