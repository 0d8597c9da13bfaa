import type { IntakeAttention as Attention } from "@kartis/core/incoming-webhooks/rules.ts";
import { useRef } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { focusProblem } from "../../ui/overlays/focus-problem.ts";
import styles from "./webhooks/webhooks.module.css";

/** Why nothing that is sent to a form or webhook becomes a card, above its settings; where they have a field that mends it, a button leads there. */
export function IntakeAttention({ attention }: { attention: Attention | null }) {
  const t = useT();
  const note = useRef<HTMLDivElement>(null);
  if (!attention) return null;
  return (
    <div ref={note} className={styles.attention} role="status">
      <p>{t(`incomingWebhooks.attention.${attention}`)}</p>
      {(attention === "matchGone" || attention === "fieldsMissing") && (
        <Button size={24} onPress={() => note.current?.parentElement && focusProblem(note.current.parentElement)}>
          {t(`incomingWebhooks.attention.${attention}.mend`)}
        </Button>
      )}
    </div>
  );
}
