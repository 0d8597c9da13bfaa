import type { BulkSelection } from "@kartis/core/bulk/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { errorMessage, toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { Counts } from "../../cards/bulk/Counts.tsx";
import { followChange } from "../../operations/operations.ts";
import styles from "./buttons.module.css";
import type { CardButton } from "./CardButtons.tsx";

interface PressDialogProps {
  button: CardButton;
  selection: BulkSelection;
  /** Of selected cards. */
  count: number;
  onClose: () => void;
}

/** Asks the button's question, with the number of cards on which it starts a run, and why on the others it does not. */
export function PressDialog({ button: { automationId, label, question }, selection, count, onClose }: PressDialogProps) {
  const t = useT();
  const maySee = useCan()(["AUTOMATION", "read"]);
  const job = { target: "button" as const, selection, change: { kind: "press" as const, automationId } };
  const query = useQuery(
    trpc.bulk.preview.queryOptions(job, { staleTime: 0, gcTime: 0, retry: false, meta: { quiet: true, private: true } }),
  );
  const { data: preview } = query;
  const { changing = 0, unchecked = 0 } = preview ?? {};
  const [isPending, setPending] = useState(false);
  // A press whose answer was lost is repeated under the same id.
  const [operationId] = useState(() => newId("opn"));
  async function press() {
    setPending(true);
    try {
      await client.bulk.start.mutate({ ...job, operationId });
    } catch (failure) {
      setPending(false);
      return reportFailure(failure);
    }
    onClose();
    void followChange(operationId, job, {
      of: "presses",
      label: t("changes.press.starting", { name: label }),
      doneLabel: (started) => t("changes.press.started", { count: started }),
      ...(maySee ? { link: { label: t("automationRuns.buttons.runs"), href: `/automations/${automationId}/runs` } } : {}),
    });
  }
  return (
    <Dialog
      title={<bdi>{label}</bdi>}
      role="alertdialog"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            // A button that is still disabled does not take the focus.
            key={preview ? "there" : "awaited"}
            size={32}
            variant="primary"
            isDisabled={changing + unchecked === 0}
            isPending={isPending}
            onPress={() => void press()}
            autoFocus
          >
            {t(unchecked > 0 ? "changes.press.applyAtLeast" : "changes.press.apply", { count: changing })}
          </Button>
        </>
      }
    >
      <div className={styles.question}>
        <p>{question === "" ? t("changes.press.question", { count }) : <bdi>{question}</bdi>}</p>
        {query.error ? (
          <p className={styles.error} role="alert">
            {errorMessage(toAppError(query.error))}
          </p>
        ) : preview ? (
          <Counts preview={preview} of="presses" labelOf={() => undefined} />
        ) : (
          <SkeletonRows rows={2} columns={["1fr"]} />
        )}
      </div>
    </Dialog>
  );
}
