import type { CardType } from "@kartis/core/cards/schema.ts";
import type { RecordId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { errorMessage, toAppError } from "../../lib/errors.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { refreshLists, showCard } from "../cards/card-cache.ts";
import { Display } from "../cards/fields/display/Display.tsx";
import { isEmpty } from "../cards/fields/values.ts";
import { fieldOf, nameOf } from "../cards/types.ts";
import { RecordName } from "../records/RecordName.tsx";
import styles from "./MergeDialog.module.css";
import { offerUndo } from "../undo/undo.ts";

interface UnmergeDialogProps {
  recordId: RecordId;
  type: CardType;
  onClose: () => void;
}

/** The cards as they would be when the merge is taken back, and where what was edited since goes. */
export function UnmergeDialog({ recordId, type, onClose }: UnmergeDialogProps) {
  const t = useT();
  const [isPending, setPending] = useState(false);
  const query = useQuery(
    trpc.cards.unmergePreview.queryOptions(
      { recordId },
      { staleTime: 0, gcTime: 0, retry: false, meta: { quiet: true, private: true } },
    ),
  );
  const preview = query.data;

  async function unmerge() {
    setPending(true);
    try {
      const { recordId: undoneBy, ...survivor } = await client.cards.unmerge.mutate({ recordId });
      showCard(survivor);
      refreshLists();
      void queryClient.invalidateQueries(trpc.cards.get.pathFilter());
      void queryClient.invalidateQueries(trpc.cards.history.pathFilter());
      void queryClient.invalidateQueries(trpc.timeline.pathFilter());
      void queryClient.invalidateQueries(trpc.cards.merges.pathFilter());
      void queryClient.invalidateQueries(trpc.cards.checkDuplicate.pathFilter());
      offerUndo({ recordId: undoneBy, message: t("changes.unmerge.done") });
      onClose();
    } catch (failure) {
      reportFailure(failure);
      setPending(false);
    }
  }

  const fields = preview ? type.fields.filter((field) => preview.cards.some((card) => !isEmpty(card.fields[field.id]))) : [];
  const reasonOf = (fieldId: string, cardId: string) =>
    preview?.attributed.find((one) => one.fieldId === fieldId && one.cardId === cardId)?.reason;
  return (
    <Dialog
      isOpen
      size={760}
      title={t("changes.unmerge")}
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            size={32}
            variant="primary"
            isDisabled={!preview}
            isPending={isPending}
            pendingLabel={t("common.saving")}
            onPress={() => void unmerge()}
          >
            {t("changes.unmerge")}
          </Button>
        </>
      }
    >
      {query.error ? (
        <p role="alert">{errorMessage(toAppError(query.error))}</p>
      ) : preview ? (
        <>
          <p className={styles.hint}>{t("changes.unmerge.hint")}</p>
          <div className={styles.scroll}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t("changes.field")}</th>
                  {preview.cards.map((card) => (
                    <th key={card.id} scope="col">
                      <RecordName name={nameOf(card)} isWhole />
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {fields.map((field) => (
                  <tr key={field.id}>
                    <th scope="row">
                      <bdi>{fieldOf(type, field.id)?.label}</bdi>
                    </th>
                    {preview.cards.map((card) => {
                      const reason = reasonOf(field.id, card.id);
                      const value = card.fields[field.id];
                      return (
                        <td key={card.id} data-card={nameOf(card)}>
                          {isEmpty(value) ? (
                            <span className={styles.none}>{t("cards.noValue")}</span>
                          ) : (
                            <Display field={field} value={value} place="cell" />
                          )}
                          {reason && <div className={styles.none}>{t(`changes.unmerge.${reason}`)}</div>}
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      ) : (
        <SkeletonRows rows={6} columns={["1fr", "1fr", "1fr"]} />
      )}
    </Dialog>
  );
}
