import { UNSTABLE_ToastQueue as ToastQueue } from "react-aria-components/Toast";
import type { ToastContent } from "./toasts.ts";

/** Time for which errors stay; hover and focus pause it. */
const errorMilliseconds = 10_000;
const otherMilliseconds = 6000;

export const toastQueue = new ToastQueue<ToastContent>({ maxVisibleToasts: 1 });

const openKeys = new Map<string, string>();
let passing: string | undefined;
const openErrors = new Set<string>();

/**
 * Shows one notification; one with the same code that is still open or waiting is left as it is. A success ends the errors before it: they would otherwise
 * come back when it leaves, as if what has just worked had failed.
 */
export function showToast(content: ToastContent): void {
  const code = content.code ?? `${content.tone}:${content.title}:${content.message ?? ""}`;
  if (openKeys.has(code)) return;
  dismissPassing();
  if (content.tone === "success") for (const error of openErrors) toastQueue.close(error);
  const key = toastQueue.add(content, {
    timeout: content.milliseconds ?? (content.tone === "error" ? errorMilliseconds : otherMilliseconds),
    onClose: () => {
      openKeys.delete(code);
      openErrors.delete(key);
      if (passing === key) passing = undefined;
      content.onClose?.();
    },
  });
  openKeys.set(code, key);
  if (content.tone === "error") openErrors.add(key);
  if (content.givesWay) passing = key;
}

export function dismissPassing(): void {
  if (passing) toastQueue.close(passing);
}

export function endToast(code: string): void {
  const key = openKeys.get(code);
  if (key) toastQueue.close(key);
}

export function clearToasts(): void {
  openKeys.clear();
  openErrors.clear();
  passing = undefined;
  toastQueue.clear();
}
