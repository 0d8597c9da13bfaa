import type { Chat } from "@kartis/core/chats/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import type { RefObject } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { Popover } from "../../ui/overlays/Popover.tsx";
import { CardPicker } from "../fields/editors/CardPicker.tsx";
import { nameOf } from "../records/card-types.ts";
import { offerUndo } from "../undo/undo.ts";
import styles from "./chats.module.css";

interface MoveChoiceProps {
  anchor: RefObject<Element | null>;
  chat: Pick<Chat, "id" | "cardId">;
  onClose: () => void;
}

/** Choice of the card that the conversation is moved to. */
export function MoveChoice({ anchor, chat, onClose }: MoveChoiceProps) {
  const t = useT();
  async function move(cardId: CardId) {
    try {
      const { recordId } = await client.chats.move.mutate({ chatId: chat.id, cardId });
      const card = await queryClient.fetchQuery(trpc.cards.get.queryOptions({ id: cardId }, { meta: { quiet: true } }));
      offerUndo({ recordId, message: t("chats.move.done", { card: nameOf(card) }) });
      await Promise.all([trpc.chats, trpc.timeline, trpc.whatsapp].map((of) => queryClient.invalidateQueries(of.pathFilter())));
    } catch (failure) {
      reportFailure(failure);
    }
  }
  return (
    <Popover isOpen triggerRef={anchor} placement="bottom end" onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog aria-label={t("chats.move")} className={styles.moving ?? ""}>
        <p className={styles.movingAbout}>{t("chats.move.about")}</p>
        <CardPicker
          label={t("chats.card")}
          typeIds={[]}
          selectionMode="single"
          chosen={[]}
          exceptIds={[chat.cardId]}
          onChange={([cardId]) => {
            if (!isId("crd", cardId)) return;
            onClose();
            void move(cardId);
          }}
        />
      </Dialog>
    </Popover>
  );
}
