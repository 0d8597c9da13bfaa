import { useT } from "../../lib/i18n.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";

interface EmailFieldProps {
  value: string;
  onChange: (value: string) => void;
  errorMessage: string | undefined;
  autoComplete?: string;
  autoFocus?: boolean;
}

/** The address of an account. */
export function EmailField({ autoComplete = "username", autoFocus = false, ...field }: EmailFieldProps) {
  const t = useT();
  return (
    <TextField
      label={t("identity.email")}
      name="email"
      type="email"
      autoComplete={autoComplete}
      autoFocus={autoFocus}
      size={40}
      {...field}
    />
  );
}
