import type { CardType } from "@kartis/core/cards/schema.ts";
import type { RecordId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { client, trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { isEmpty } from "../fields/values.ts";
import { nameOf } from "../records/card-types.ts";
import { RecordName } from "../records/RecordName.tsx";
import { offerUndo } from "../undo/undo.ts";
import { ComparedValue } from "./ComparedValue.tsx";
import { Comparison, MergeFrame } from "./MergeFrame.tsx";
import styles from "./merges.module.css";
import { showMerged } from "./show-merged.ts";

interface UnmergeDialogProps {
  recordId: RecordId;
  type: CardType;
  onClose: () => void;
}

/** The cards as they would be when the merge is taken back, and where what was edited since goes. */
export function UnmergeDialog({ recordId, type, onClose }: UnmergeDialogProps) {
  const t = useT();
  const query = useQuery(
    trpc.cards.unmergePreview.queryOptions(
      { recordId },
      { staleTime: 0, gcTime: 0, retry: false, meta: { quiet: true, private: true } },
    ),
  );
  const preview = query.data;

  async function unmerge() {
    const { recordId: undoneBy, ...survivor } = await client.cards.unmerge.mutate({ recordId });
    showMerged(survivor);
    offerUndo({ recordId: undoneBy, message: t("changes.unmerge.done") });
    onClose();
  }

  const fields = preview ? type.fields.filter((field) => preview.cards.some((card) => !isEmpty(card.fields[field.id]))) : [];
  const reasonOf = (fieldId: string, cardId: string) =>
    preview?.attributed.find((one) => one.fieldId === fieldId && one.cardId === cardId)?.reason;
  return (
    <MergeFrame title={t("changes.unmerge")} error={query.error} onConfirm={unmerge} onClose={onClose}>
      {preview && (
        <>
          <p className={styles.hint}>{t("changes.unmerge.hint")}</p>
          <Comparison
            head={
              <>
                <th scope="col">{t("changes.field")}</th>
                {preview.cards.map((card) => (
                  <th key={card.id} scope="col">
                    <RecordName name={nameOf(card)} isWhole />
                  </th>
                ))}
              </>
            }
          >
            {fields.map((field) => (
              <tr key={field.id}>
                <th scope="row">
                  <bdi>{field.label}</bdi>
                </th>
                {preview.cards.map((card) => {
                  const reason = reasonOf(field.id, card.id);
                  return (
                    <td key={card.id} data-card={nameOf(card)}>
                      <ComparedValue field={field} value={card.fields[field.id]} />
                      {reason && <div className={styles.none}>{t(`changes.unmerge.${reason}`)}</div>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </Comparison>
        </>
      )}
    </MergeFrame>
  );
}
