import { useState, type ReactNode } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { showToast } from "../../ui/feedback/toasts.ts";
import { FormFailure } from "./FormFailure.tsx";
import styles from "./forms.module.css";
import { TextButton } from "./TextButton.tsx";
import { useSubmit, type Problems } from "./useSubmit.ts";

export interface CodeEntryProps {
  title: string;
  intro: string;
  submitLabel: string;
  pendingLabel: string;
  /** Sends the code; throws what is wrong with it. */
  onCode: (code: string) => Promise<void>;
  onResend: () => Promise<void>;
  /** More fields, with the errors for them. */
  more?: (errors: Partial<Record<string, string>>, clear: (field: string) => void) => ReactNode;
  /** Current problems of the fields. */
  problems?: () => Problems;
  foot: ReactNode;
}

/** The six digits that were mailed. */
export function CodeEntry({ title, intro, submitLabel, pendingLabel, onCode, onResend, more, problems, foot }: CodeEntryProps) {
  const t = useT();
  const [code, setCode] = useState("");
  const { isPending, error, fields, submit, clear } = useSubmit(() => onCode(code));
  const resend = useSubmit(async () => {
    await onResend();
    showToast({ tone: "success", title: t("identity.code.resent") });
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit({ ...(/^\d{6}$/.test(code) ? {} : { code: "validation.code" as const }), ...problems?.() });
      }}
    >
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.intro}>{intro}</p>
      <FormFailure error={error ?? resend.error} />
      <TextField
        label={t("identity.code.label")}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
        textDirection="ltr"
        maxLength={6}
        size={40}
        value={code}
        onChange={(value) => {
          setCode(value.replace(/\D/g, ""));
          clear("code");
        }}
        errorMessage={fields.code}
      />
      {more?.(fields, clear)}
      <Button type="submit" variant="primary" size={40} isWide isPending={isPending} pendingLabel={pendingLabel}>
        {submitLabel}
      </Button>
      <div className={styles.foot}>
        <TextButton onPress={() => void resend.submit()}>{t("identity.code.resend")}</TextButton>
        {foot}
      </div>
    </form>
  );
}
