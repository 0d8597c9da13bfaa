import { client, trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { forgetPasskey } from "../identity/passkeys/ceremony.ts";
import { FormFailure } from "../identity/FormFailure.tsx";
import { useSaving } from "../settings/useSaving.ts";
import type { Passkey } from "./Passkeys.tsx";
import styles from "./ProfilePage.module.css";
import { useProof } from "./useProof.tsx";

interface RemovePasskeyProps {
  passkey: Passkey;
  proofKind: RouterOutputs["identity"]["passkeys"]["proof"];
  email: string;
  onClose: () => void;
}

export function RemovePasskey({ passkey, proofKind, email, onClose }: RemovePasskeyProps) {
  const t = useT();
  const proof = useProof(proofKind, email);
  const { isPending, error, fields, submit, clear } = useSaving(async () => {
    await client.identity.removePasskey.mutate({ passkeyId: passkey.id, proof: proof.proof });
    onClose();
    showToast({ tone: "success", title: t("security.passkeys.removed") });
    await forgetPasskey(passkey.id);
    await Promise.all(
      [trpc.identity.passkeys, trpc.identity.sessions].map((query) => queryClient.invalidateQueries(query.pathFilter())),
    );
  });
  return (
    <FormDialog
      title={t("security.passkeys.remove")}
      isDirty={proof.isDirty}
      onClose={onClose}
      isDanger
      isPending={isPending}
      onSubmit={() => void submit(proof.problems())}
    >
      <p className={styles.note}>{t("security.passkeys.remove.intro", { name: passkey.name })}</p>
      <FormFailure error={error} />
      {proof.fields(fields, clear)}
    </FormDialog>
  );
}
