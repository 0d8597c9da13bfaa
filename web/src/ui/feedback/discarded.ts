import { currentTranslate } from "../../lib/i18n.tsx";
import { showToast } from "./toasts.ts";

/** Says that what was typed in a form was thrown away; Undo brings it back. */
export function sayDiscarded(bringBack: () => void): void {
  const t = currentTranslate();
  showToast({ tone: "info", title: t("common.discarded"), action: { label: t("common.undo"), run: bringBack } });
}
