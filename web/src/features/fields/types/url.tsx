import icon from "@fluentui/svg-icons/icons/globe_16_regular.svg?icon-later";
import { Address } from "../display/Address.tsx";
import type { DisplayProps, FieldScreen } from "../screen.ts";
import { TextEditor } from "../parts.ts";
import { asText, shortUrl } from "../values.ts";

function Url({ value, place }: DisplayProps) {
  return <Address href={asText(value)} text={shortUrl(asText(value))} place={place} />;
}

export const url: FieldScreen = { icon, Display: Url, Editor: TextEditor, isTyped: true, columnWidth: 168 };
