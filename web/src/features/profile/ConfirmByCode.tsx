import { useState } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { FormFailure } from "../identity/FormFailure.tsx";
import { useSubmit } from "../identity/useSubmit.ts";
import styles from "./ProfilePage.module.css";

interface ConfirmByCodeProps {
  title: string;
  intro: string;
  isDanger?: boolean;
  onCode: (code: string) => Promise<void>;
  onClose: () => void;
}

const formId = "confirm-by-code";

/** Asks for a code of the app, or a recovery code, before something that only the phone's owner may do. */
export function ConfirmByCode({ title, intro, isDanger, onCode, onClose }: ConfirmByCodeProps) {
  const t = useT();
  const [code, setCode] = useState("");
  const { isPending, error, fields, submit, clear } = useSubmit(() => onCode(code.trim()));
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" form={formId} variant={isDanger ? "danger" : "primary"} size={32} isPending={isPending}>
            {title}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit(code.trim() ? {} : { code: "validation.required" });
        }}
      >
        <p className={styles.note}>{intro}</p>
        <FormFailure error={error} />
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
      </form>
    </Dialog>
  );
}
