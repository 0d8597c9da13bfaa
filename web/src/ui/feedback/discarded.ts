import { currentTranslate } from "../../lib/i18n.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";

/** Reports that a form's text was discarded; Undo restores it. */
export function sayDiscarded(bringBack: () => void): void {
  const t = currentTranslate();
  showToast({ tone: "info", title: t("common.discarded"), action: { label: t("common.undo"), run: bringBack } });
}
