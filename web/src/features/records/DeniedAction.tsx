import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Denied } from "../../ui/feedback/Denied.tsx";
import { reasonOf } from "./denied.ts";
import type { Denial } from "./rights.ts";

/** A button for what the role does not let one do with cards, with the reason. */
export function DeniedAction({ denial, label, children }: { denial: Denial; label: string; children: ReactNode }) {
  const t = useT();
  return (
    <Denied label={label} reason={reasonOf(t, denial)}>
      {children}
    </Denied>
  );
}
