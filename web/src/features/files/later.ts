import { withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";

export const CardFiles = later(() =>
  withWords(["files", "rights"], import("./CardFiles.tsx")).then((module) => module.CardFiles),
);
