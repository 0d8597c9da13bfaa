import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { useSaving } from "../settings/useSaving.ts";
import type { Passkey } from "./Passkeys.tsx";

export function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const t = useT();
  const [name, setName] = useState(passkey.name);
  const { isPending, fields, submit, clear } = useSaving(async () => {
    await client.identity.renamePasskey.mutate({ passkeyId: passkey.id, name: name.trim() });
    onClose();
    showToast({ tone: "success", title: t("security.passkeys.renamed") });
    await queryClient.invalidateQueries(trpc.identity.passkeys.pathFilter());
  });
  return (
    <FormDialog
      title={t("security.passkeys.rename.title")}
      isDirty={name !== passkey.name}
      onClose={onClose}
      action={t("security.passkeys.rename")}
      isPending={isPending}
      pendingLabel={t("common.saving")}
      onSubmit={() => void submit(name.trim() ? {} : { name: "security.passkeys.name.required" })}
    >
      <TextField
        label={t("security.passkeys.name")}
        autoFocus
        maxLength={80}
        value={name}
        onChange={(value) => {
          setName(value);
          clear("name");
        }}
        errorMessage={fields["name"]}
      />
    </FormDialog>
  );
}
