import icon from "@fluentui/svg-icons/icons/mail_16_regular.svg?icon";
import { Address } from "../display/Address.tsx";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { TextEditor } from "../parts.ts";
import { asText } from "../values.ts";

function Email({ value, place }: DisplayProps) {
  return <Address href={`mailto:${asText(value)}`} text={asText(value)} place={place} />;
}

export const email: FieldScreen = { icon, Display: Email, Editor: TextEditor, isTyped: true, columnWidth: 200 };
