import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { CardPicker } from "../fields/editors/CardPicker.tsx";
import { WhyDialog } from "../roles/WhyDialog.tsx";
import type { Member } from "./members.ts";

/** "Why can she (not) see this?", asked from the person's side: first which card. */
export function WhyOfMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useT();
  const [cardId, setCardId] = useState<string>();
  const { data: card } = useQuery(
    trpc.cards.get.queryOptions({ id: isId("crd", cardId) ? cardId : "crd_" }, { enabled: isId("crd", cardId) }),
  );
  if (card) return <WhyDialog card={card} userId={member.userId} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title={t("members.why", { name: member.name })} size={560}>
      <CardPicker
        label={t("shell.cards")}
        typeIds={[]}
        selectionMode="single"
        chosen={cardId === undefined ? [] : [cardId]}
        onChange={([id]) => setCardId(id)}
      />
    </Dialog>
  );
}
