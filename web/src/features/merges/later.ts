import { withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { loadPhoneFormat } from "../fields/display/PhoneNumber.tsx";

/** Drawn once: with the numbers as they are read. */
export const SimilarCards = later(async () => {
  const [{ SimilarCards: Note }] = await Promise.all([withWords(["changes"], import("./SimilarCards.tsx")), loadPhoneFormat()]);
  return Note;
});
