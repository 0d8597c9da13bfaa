import { type RefObject, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import styles from "./TemplateText.module.css";
import { readVariable } from "./variable.ts";

interface FallbackFormProps {
  anchor: RefObject<Element | null>;
  source: string;
  label: string;
  /** Why it cannot be sent. */
  reason: string | undefined;
  isReadOnly: boolean;
  onChange: (fallback: string) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** The popover of a variable: its fallback, and a button that removes it. */
export function FallbackForm({ anchor, source, label, reason, isReadOnly, onChange, onRemove, onClose }: FallbackFormProps) {
  const t = useT();
  const written = readVariable(source);
  const [fallback, setFallback] = useState(written?.fallback ?? "");
  return (
    <Popover isOpen triggerRef={anchor} placement="bottom start" onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog aria-label={label} className={styles.variable ?? ""}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onClose();
          }}
        >
          <p className={styles.variableName}>
            <bdi>{label}</bdi>
          </p>
          {reason !== undefined && (
            <p className={styles.reason} role="alert">
              {reason}
            </p>
          )}
          {written?.isPlain ? (
            <TextField
              label={t("messageTemplates.ifEmpty")}
              value={fallback}
              // Applied immediately, so that saving while the popover is open includes it.
              onChange={(value) => {
                setFallback(value);
                onChange(value);
              }}
              maxLength={100}
              isReadOnly={isReadOnly}
              autoFocus
            />
          ) : (
            <code dir="ltr">{source}</code>
          )}
          <div className={styles.variableFoot}>
            {!isReadOnly && <Button onPress={onRemove}>{t("common.remove")}</Button>}
            <Button type="submit" variant="primary">
              {t("common.close")}
            </Button>
          </div>
        </form>
      </Dialog>
    </Popover>
  );
}
