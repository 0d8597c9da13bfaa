import icon from "@fluentui/svg-icons/icons/call_16_regular.svg?icon";
import styles from "../display/Display.module.css";
import { PhoneNumber } from "../display/PhoneNumber.tsx";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { TextEditor } from "../parts.ts";
import { asText } from "../values.ts";

function Phone({ value, place }: DisplayProps) {
  const text = asText(value);
  if (place === "cell") return <PhoneNumber value={text} />;
  return (
    <a className={styles.text} href={`tel:${text}`}>
      <PhoneNumber value={text} />
    </a>
  );
}

export const phone: FieldScreen = { icon, Display: Phone, Editor: TextEditor, isTyped: true };
