import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { makePasskey } from "../identity/passkeys/ceremony.ts";
import { FormFailure } from "../identity/FormFailure.tsx";
import { useSaving } from "../settings/useSaving.ts";
import { deviceOf } from "@kartis/core/kernel/device.ts";
import styles from "./ProfilePage.module.css";
import { useProof } from "./useProof.tsx";

interface AddPasskeyProps {
  proofKind: RouterOutputs["identity"]["passkeys"]["proof"];
  email: string;
  onClose: () => void;
}

/** Identity is proven first, then the browser makes the passkey; if that step is canceled, trying again needs no second proof. */
export function AddPasskey({ proofKind, email, onClose }: AddPasskeyProps) {
  const t = useT();
  const [name, setName] = useState(() => {
    const { browser, system } = deviceOf(navigator.userAgent);
    return [browser, system].filter(Boolean).join(", ");
  });
  const proof = useProof(proofKind, email);
  const [started, setStarted] = useState<RouterOutputs["identity"]["startPasskey"]>();
  const { isPending, error, fields, submit, clear } = useSaving(async () => {
    const options = started ?? (await client.identity.startPasskey.mutate({ proof: proof.proof }));
    setStarted(options);
    const registration = await makePasskey(options);
    // A challenge is answered once, whatever comes of it.
    setStarted(undefined);
    await client.identity.addPasskey.mutate({ name: name.trim(), registration });
    onClose();
    showToast({ tone: "success", title: t("security.passkeys.added") });
    await queryClient.invalidateQueries(trpc.identity.passkeys.pathFilter());
  });
  return (
    <FormDialog
      title={t("security.passkeys.add")}
      isDirty={proof.isDirty}
      onClose={onClose}
      isPending={isPending}
      onSubmit={() =>
        void submit({
          ...(name.trim() ? {} : { name: "security.passkeys.name.required" }),
          ...(started ? {} : proof.problems()),
        })
      }
    >
      <p className={styles.note}>{t("security.passkeys.add.intro")}</p>
      <FormFailure error={error} />
      <TextField
        label={t("security.passkeys.name")}
        maxLength={80}
        value={name}
        onChange={(value) => {
          setName(value);
          clear("name");
        }}
        errorMessage={fields["name"]}
      />
      {!started && proof.fields(fields, clear)}
    </FormDialog>
  );
}
