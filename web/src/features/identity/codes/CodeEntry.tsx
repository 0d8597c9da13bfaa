import { useState, type ReactNode } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { CodeField } from "./CodeField.tsx";
import { IdentityForm } from "../IdentityForm.tsx";
import { TextButton } from "../TextButton.tsx";
import { useSubmit, type Problems } from "../useSubmit.ts";

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
    <IdentityForm
      title={title}
      intro={intro}
      error={error ?? resend.error}
      isPending={isPending}
      submitLabel={submitLabel}
      pendingLabel={pendingLabel}
      onSubmit={() => void submit({ ...(/^\d{6}$/.test(code) ? {} : { code: "validation.code" as const }), ...problems?.() })}
      foot={
        <>
          <TextButton onPress={() => void resend.submit()}>{t("identity.code.resend")}</TextButton>
          {foot}
        </>
      }
    >
      <CodeField
        value={code}
        onChange={(value) => {
          setCode(value);
          clear("code");
        }}
        errorMessage={fields.code}
      />
      {more?.(fields, clear)}
    </IdentityForm>
  );
}
