import { useState } from "react";
import { client } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import type { RouterOutputs } from "../../lib/types.ts";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import { Mono } from "../../ui/display/Num.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { useSaving } from "../settings/useSaving.ts";
import { QrCode } from "./QrCode.tsx";
import styles from "./ProfilePage.module.css";

interface SetUpTwoStepProps {
  started: RouterOutputs["identity"]["startTotp"];
  onDone: (recoveryCodes: readonly string[]) => Promise<void>;
  onClose: () => void;
}

/** The secret goes into the app, and a code comes back as proof that it arrived. */
export function SetUpTwoStep({ started, onDone, onClose }: SetUpTwoStepProps) {
  const t = useT();
  const [code, setCode] = useState("");
  const { isPending, fields, submit, clear } = useSaving(async () => {
    const { recoveryCodes } = await client.identity.enableTotp.mutate({ code });
    await onDone(recoveryCodes);
  });
  return (
    <FormDialog
      title={t("security.twoStep.setUp")}
      isDirty={code !== ""}
      onClose={onClose}
      action={t("security.twoStep.enable")}
      isPending={isPending}
      onSubmit={() => void submit(/^\d{6}$/.test(code) ? {} : { code: "validation.code" })}
    >
      <p className={styles.note}>{t("security.twoStep.scan")}</p>
      <div className={styles.qr}>
        <QrCode rows={started.qr} label={t("security.twoStep.qr")} />
      </div>
      <p className={styles.note}>
        {t("security.twoStep.type")}{" "}
        <span className={styles.secret}>
          <Mono>{started.secret.match(/.{1,4}/g)?.join(" ")}</Mono>
        </span>{" "}
        <Link href={started.otpauthUrl}>{t("security.twoStep.openApp")}</Link>
      </p>
      <TextField
        label={t("security.twoStep.code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        textDirection="ltr"
        maxLength={6}
        value={code}
        onChange={(value) => {
          setCode(value.replace(/\D/g, ""));
          clear("code");
        }}
        errorMessage={fields.code}
      />
    </FormDialog>
  );
}
