import { usePhoneText } from "../fields/display/PhoneNumber.tsx";
import { isolated } from "../../lib/text-direction.ts";

/** Extensions are short; with some providers, they are whole numbers with their country code. */
const isNumber = (extension: string): boolean => /^\d{8,15}$/.test(extension);

/** Writes an extension that is a phone number like any other. */
export function useExtensionText(): (extension: string) => string {
  const phoneText = usePhoneText();
  return (extension) => {
    if (!isNumber(extension)) return extension;
    const written = phoneText(`+${extension}`);
    return written === `+${extension}` ? extension : isolated(written, "ltr");
  };
}
