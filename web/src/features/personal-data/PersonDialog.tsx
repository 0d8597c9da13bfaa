import type { Card } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { errorMessage, toAppError } from "../../lib/errors.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { exportIcon } from "../../ui/display/transfer-icons.ts";
import { saveResult } from "../exports/useExport.ts";
import { nameOf } from "../records/card-types.ts";
import { finishErasing } from "./erasing.ts";
import styles from "./PersonDialog.module.css";

/** Not translated, like the word to type for deletion. */
const word = "erase";

interface PersonDialogProps {
  card: Card;
  onClose: () => void;
  /** The card is gone. */
  onErased: () => void;
}

/** Personal data about the person of a card: how much there is, its export, and its erasure. */
export function PersonDialog({ card, onClose, onErased }: PersonDialogProps) {
  const t = useT();
  const { data: known, error } = useQuery(
    trpc.personalData.preview.queryOptions(
      { cardId: card.id },
      { staleTime: 0, gcTime: 0, meta: { quiet: true, private: true } },
    ),
  );
  const [typed, setTyped] = useState("");
  const [pending, setPending] = useState<"export" | "erase">();
  const [failure, setFailure] = useState<string>();
  const problem = failure ?? (error ? errorMessage(toAppError(error)) : undefined);

  async function run(task: "export" | "erase", work: () => Promise<void>) {
    setPending(task);
    setFailure(undefined);
    try {
      await work();
    } catch (refused) {
      setFailure(errorMessage(toAppError(refused)));
    }
    setPending(undefined);
  }

  const exportAll = () =>
    run("export", async () => {
      const { operationId } = await client.personalData.export.mutate({ cardId: card.id });
      if ((await saveResult(operationId)) === null) return setFailure(t("personalData.export.failed"));
      showToast({ tone: "success", code: "personalData.export", title: t("personalData.export.done"), givesWay: true });
    });

  const erase = () =>
    run("erase", async () => {
      const { operationId } = await client.personalData.erase.mutate({ cardId: card.id });
      showToast({ tone: "info", code: "personalData.erase", title: t("personalData.erase.begun"), givesWay: true });
      onErased();
      void finishErasing(card.id, operationId);
    });

  return (
    <Dialog isOpen onClose={onClose} size={560} isDirty={typed !== ""} title={t("personalData.title", { name: nameOf(card) })}>
      <div className={styles.body}>
        {problem && (
          <p className={styles.failure} role="alert">
            {problem}
          </p>
        )}
        <section aria-labelledby="personal-data-known">
          <h3 id="personal-data-known">{t("personalData.known")}</h3>
          {known ? (
            <ul className={styles.known}>
              {known.parts.map(({ name, count }) => (
                <li key={name}>{t.find(`personalData.known.${name}`, { count }) ?? `${name}: ${count}`}</li>
              ))}
            </ul>
          ) : (
            !error && <SkeletonRows rows={3} columns={["1fr"]} />
          )}
        </section>
        <section aria-labelledby="personal-data-export">
          <h3 id="personal-data-export">{t("personalData.export")}</h3>
          <p>{t("personalData.export.text")}</p>
          <Button
            icon={exportIcon}
            size={32}
            isDisabled={!known || pending === "erase"}
            isPending={pending === "export"}
            onPress={() => void exportAll()}
          >
            {t("personalData.export.button")}
          </Button>
        </section>
        <section aria-labelledby="personal-data-erase" className={styles.danger}>
          <h3 id="personal-data-erase">{t("personalData.erase")}</h3>
          <p>{t("personalData.erase.goes")}</p>
          <p>{t("personalData.erase.traces")}</p>
          <p>{t("personalData.erase.stays")}</p>
          {known?.kept.map(({ reason, count }) => (
            <p key={reason}>{t.find(reason, { count }) ?? reason}</p>
          ))}
          <TextField
            label={t("cards.deleteAll.type", { word })}
            value={typed}
            onChange={setTyped}
            textDirection="ltr"
            autoComplete="off"
          />
          <Button
            size={32}
            variant="danger"
            isDisabled={!known || typed !== word || pending === "export"}
            isPending={pending === "erase"}
            onPress={() => void erase()}
          >
            {t("personalData.erase.button")}
          </Button>
        </section>
      </div>
    </Dialog>
  );
}
