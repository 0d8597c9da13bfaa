import { useT } from "../../../lib/i18n.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";

interface CodeFieldProps {
  value: string;
  onChange: (value: string) => void;
  errorMessage: string | undefined;
}

/** Six digits, mailed or from an authenticator app. */
export function CodeField({ value, onChange, errorMessage }: CodeFieldProps) {
  const t = useT();
  return (
    <TextField
      label={t("identity.code.label")}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
      textDirection="ltr"
      maxLength={6}
      size={40}
      value={value}
      onChange={(text) => onChange(text.replace(/\D/g, ""))}
      errorMessage={errorMessage}
    />
  );
}
