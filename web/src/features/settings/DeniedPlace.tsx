import type { ReactNode } from "react";
import { Focusable } from "react-aria-components/Focusable";
import { useT } from "../../lib/i18n.tsx";
import { Tooltip } from "../../ui/overlays/Tooltip.tsx";
import { Hidden } from "../../ui/display/Num.tsx";

/** A place that the role does not open: there, disabled, and saying why, to the pointer and to the keyboard. */
export function DeniedPlace({ className, children }: { className: string; children: ReactNode }) {
  const t = useT();
  const reason = `${t("common.denied.title")}. ${t("common.denied.message")}.`;
  return (
    <Tooltip content={reason} placement="end">
      <Focusable>
        <span role="link" aria-disabled="true" className={className}>
          {children}
          <Hidden>{reason}</Hidden>
        </span>
      </Focusable>
    </Tooltip>
  );
}
