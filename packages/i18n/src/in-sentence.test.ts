import { expect, it } from "vitest";
import { inSentence } from "./in-sentence.ts";
import type { Language } from "./languages.ts";

it.each<[Language, string, string]>([
  ["en", "Email", "email"],
  ["en", "Customer since", "customer since"],
  ["en", "E-mail", "e-mail"],
  ["en", "VAT number", "VAT number"],
  ["en", "Date of VAT return", "date of VAT return"],
  ["en", "Lead Source", "Lead Source"],
  ["en", "LinkedIn profile", "LinkedIn profile"],
  ["en", "A WhatsApp message", "a WhatsApp message"],
  ["en", "eBay shop", "eBay shop"],
  ["en", "A4 paper", "A4 paper"],
  ["en", "Area, m²", "area, m²"],
  ["hu", "Érdeklődő", "érdeklődő"],
  ["hu", "Üzlet értéke", "üzlet értéke"],
  ["ru", "Ответственный", "ответственный"],
  ["ru", "ИНН", "ИНН"],
  ["ru", "Адрес в Москве", "Адрес в Москве"],
  ["he", "Email", "Email"],
  ["he", "טלפון", "טלפון"],
  ["en", "", ""],
])("in %s “%s” is “%s” inside a sentence", (language, label, inside) => {
  expect(inSentence(label, language)).toBe(inside);
});
