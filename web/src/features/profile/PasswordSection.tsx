import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { PasswordField } from "../identity/PasswordField.tsx";
import { useSaving } from "../settings/useSaving.ts";
import { passwordProblem } from "../identity/validation.ts";
import styles from "./ProfilePage.module.css";

export function PasswordSection({ hasPassword }: { hasPassword: boolean }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  // Without one, the sign-in page's "Forgot password" gives one.
  if (!hasPassword) return <p className={styles.note}>{t("security.password.none")}</p>;
  return (
    <>
      <div>
        <Button onPress={() => setOpen(true)}>{t("security.password.change")}</Button>
      </div>
      {isOpen && <ChangePassword onClose={() => setOpen(false)} />}
    </>
  );
}

function ChangePassword({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [currentPassword, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const { isPending, fields, submit, clear } = useSaving(async () => {
    await client.identity.changePassword.mutate({ currentPassword, password });
    onClose();
    showToast({ tone: "success", title: t("security.password.changed") });
    await queryClient.invalidateQueries(trpc.identity.sessions.pathFilter());
  });
  return (
    <FormDialog
      title={t("security.password.change")}
      isDirty={currentPassword !== "" || password !== ""}
      onClose={onClose}
      isPending={isPending}
      pendingLabel={t("common.saving")}
      onSubmit={() =>
        void submit({
          ...(currentPassword ? {} : { currentPassword: "security.password.required" as const }),
          ...passwordProblem(password),
        })
      }
    >
      <p className={styles.note}>{t("security.password.effect")}</p>
      <PasswordField
        size={32}
        label={t("security.password.current")}
        value={currentPassword}
        onChange={(value) => {
          setCurrent(value);
          clear("currentPassword");
        }}
        errorMessage={fields.currentPassword}
      />
      <PasswordField
        isNew
        size={32}
        label={t("security.password.new")}
        value={password}
        description={t("identity.password.hint")}
        onChange={(value) => {
          setPassword(value);
          clear("password");
        }}
        errorMessage={fields.password}
      />
    </FormDialog>
  );
}
