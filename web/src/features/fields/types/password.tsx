import icon from "@fluentui/svg-icons/icons/key_16_regular.svg?icon-later";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { formControl } from "../parts.ts";
import styles from "../display/Display.module.css";
import type { DisplayProps, FieldScreen } from "../screen.ts";

/** Shows that there is a secret; its value is only requested on the card. */
function Secret({ field }: DisplayProps) {
  const t = useT();
  return (
    <span className={styles.quiet} role="img" aria-label={t("cards.secret.set", { label: field.label })}>
      ••••••••
    </span>
  );
}

export const password: FieldScreen = {
  icon,
  Display: Secret,
  Editor: later(async () => (await withWords(["secrets"], import("../secrets/SecretEditor.tsx"))).SecretEditor),
  Control: formControl("SecretControl"),
  isTyped: true,
};
