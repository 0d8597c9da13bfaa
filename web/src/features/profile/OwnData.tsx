import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { endSession } from "../../lib/session.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { exportIcon } from "../../ui/display/transfer-icons.ts";
import { saveResult } from "../exports/useExport.ts";
import { useSaving } from "../settings/useSaving.ts";
import styles from "./ProfilePage.module.css";
import { useProof } from "./useProof.tsx";

/** Everything that is known of oneself, to take along, and an end to the account. */
export function OwnData({ email }: { email: string }) {
  const t = useT();
  const [isExporting, setExporting] = useState(false);
  const [isDeleting, setDeleting] = useState(false);

  async function exportAll() {
    setExporting(true);
    try {
      const { operationId } = await client.account.export.mutate({});
      const isDone = (await saveResult(operationId)) !== null;
      showToast(
        isDone
          ? { tone: "success", code: "own.export", title: t("personalData.own.exported"), givesWay: true }
          : { tone: "error", code: "own.export", title: t("personalData.export.failed") },
      );
    } catch (failure) {
      reportFailure(failure);
    }
    setExporting(false);
  }

  return (
    <>
      <p className={styles.note}>{t("personalData.own.export.text")}</p>
      <div>
        <Button icon={exportIcon} isPending={isExporting} onPress={() => void exportAll()}>
          {t("personalData.own.export")}
        </Button>
      </div>
      <div>
        <Button onPress={() => setDeleting(true)}>{t("personalData.own.delete")}</Button>
      </div>
      {isDeleting && <Ending email={email} onClose={() => setDeleting(false)} />}
    </>
  );
}

function Ending({ email, onClose }: { email: string; onClose: () => void }) {
  const t = useT();
  const { data: ending } = useQuery(trpc.account.ending.queryOptions({}, { staleTime: 0, gcTime: 0, meta: { private: true } }));
  if (ending && ending.owned.length === 0) return <DeleteAccount ending={ending} email={email} onClose={onClose} />;
  return (
    <Dialog
      title={t("personalData.own.delete")}
      isOpen
      role="alertdialog"
      onClose={onClose}
      footer={
        <Button size={32} onPress={onClose}>
          {t("common.close")}
        </Button>
      }
    >
      {ending && <Owned organizations={ending.owned} />}
    </Dialog>
  );
}

function Owned({ organizations }: { organizations: readonly string[] }) {
  const t = useT();
  const format = useFormat();
  return <p className={styles.note}>{t("personalData.own.delete.owner", { organizations: format.list(organizations) })}</p>;
}

interface DeleteAccountProps {
  ending: RouterOutputs["account"]["ending"];
  email: string;
  onClose: () => void;
}

function DeleteAccount({ ending, email, onClose }: DeleteAccountProps) {
  const t = useT();
  const format = useFormat();
  const router = useRouter();
  const proof = useProof(ending.proof, email);
  const { isPending, fields, submit, clear } = useSaving(async () => {
    await client.account.delete.mutate({ proof: proof.proof });
    await router.navigate({ to: "/login" });
    // Nothing that was this person's stays in the browser.
    await endSession();
    showToast({ tone: "success", code: "own.deleted", title: t("personalData.own.deleted") });
  });
  return (
    <FormDialog
      title={t("personalData.own.delete")}
      isAlert
      isDanger
      isDirty={proof.isDirty}
      isPending={isPending}
      onClose={onClose}
      onSubmit={() => void submit(proof.problems())}
    >
      <p className={styles.note}>
        {ending.left.length > 0
          ? t("personalData.own.delete.text", { organizations: format.list(ending.left) })
          : t("personalData.own.delete.alone")}
      </p>
      <p className={styles.note}>{t("personalData.own.delete.what")}</p>
      {proof.fields(fields, clear)}
    </FormDialog>
  );
}
