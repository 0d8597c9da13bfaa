import type { Translate } from "@kartis/i18n/translate.ts";
import { currentTranslate } from "../../lib/i18n.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import type { Denial } from "./rights.ts";

/** Why not, and whom to ask, in the words of the area `rights`. */
export const reasonOf = (t: Translate, { action, level }: Denial): string =>
  `${t(`rights.${action}`, { level })}. ${t("common.denied.message")}.`;

/** Shows why a key or a click has no effect. */
export function showDenied(denial: Denial): void {
  const t = currentTranslate();
  showToast({
    tone: "info",
    code: `denied:${denial.action}`,
    givesWay: true,
    title: t(`rights.${denial.action}`, { level: denial.level }),
    message: t("common.denied.message"),
  });
}
