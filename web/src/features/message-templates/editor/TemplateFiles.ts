import { withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import type { TemplateFilesProps } from "./TemplateFilesField.tsx";

/** Comes with its words. */
export const TemplateFiles = later<TemplateFilesProps>(
  async () => (await withWords(["files"], import("./TemplateFilesField.tsx"))).TemplateFilesField,
);
