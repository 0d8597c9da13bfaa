import eyeOff from "@fluentui/svg-icons/icons/eye_off_16_regular.svg?icon";
import eye from "@fluentui/svg-icons/icons/eye_16_regular.svg?icon";
import { useState, type ReactNode } from "react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { useT } from "../../lib/i18n.tsx";
import buttonStyles from "../../ui/actions/Button.module.css";
import { Icon } from "../../ui/display/Icon.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";

export interface PasswordFieldProps {
  value: string;
  onChange: (value: string) => void;
  isNew?: boolean;
  /** Label; "Password" by default. */
  label?: string;
  size?: 32 | 40;
  labelEnd?: ReactNode;
  description?: string;
  errorMessage: string | undefined;
}

export function PasswordField({ isNew, label, size = 40, ...props }: PasswordFieldProps) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      label={label ?? t("identity.password")}
      name="password"
      type={isShown ? "text" : "password"}
      textDirection="ltr"
      autoComplete={isNew ? "new-password" : "current-password"}
      size={size}
      after={
        <ToggleButton
          className={buttonStyles.button ?? ""}
          data-variant="ghost"
          data-size="28"
          data-square
          aria-label={t("identity.showPassword")}
          isSelected={isShown}
          onChange={setShown}
        >
          <Icon of={isShown ? eyeOff : eye} />
        </ToggleButton>
      }
    />
  );
}
