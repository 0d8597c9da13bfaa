import { useState } from "react";
import { useT } from "../../lib/i18n.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { useSaving } from "../settings/useSaving.ts";
import styles from "./ProfilePage.module.css";

interface ConfirmByCodeProps {
  title: string;
  intro: string;
  isDanger?: boolean;
  onCode: (code: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for a code of the app, or a recovery code, before something that only the phone's owner may do. */
export function ConfirmByCode({ title, intro, isDanger, onCode, onClose }: ConfirmByCodeProps) {
  const t = useT();
  const [code, setCode] = useState("");
  const { isPending, fields, submit, clear } = useSaving(() => onCode(code.trim()));
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      isDanger={isDanger}
      isPending={isPending}
      onSubmit={() => void submit(code.trim() ? {} : { code: "validation.required" })}
    >
      <p className={styles.note}>{intro}</p>
      <TextField
        label={t("security.code")}
        autoComplete="one-time-code"
        textDirection="ltr"
        maxLength={40}
        value={code}
        onChange={(value) => {
          setCode(value);
          clear("code");
        }}
        errorMessage={fields.code}
      />
    </FormDialog>
  );
}
