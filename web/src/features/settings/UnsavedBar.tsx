import { useEffect, useEffectEvent, useRef } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useT } from "../../lib/i18n.tsx";
import { stepOf } from "../../lib/keys/shortcuts.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { LeaveGuard } from "./LeaveGuard.tsx";
import styles from "./UnsavedBar.module.css";
import { touch } from "../../lib/device/touch.ts";

interface UnsavedBarProps {
  /** Number of unsaved changes; at zero the bar is hidden. */
  changes: number;
  /** The same of this moment, where what was typed last may not have been rendered yet. */
  countNow?: () => number;
  isSaving: boolean;
  /** Replaces the number of unsaved changes, e.g. with the number of problems. */
  text?: string | undefined;
  /** Set if someone else has saved in the meantime: the message, and the action that adopts their version. */
  stale?: { readonly text: string; readonly takeText: string; readonly take: () => void } | undefined;
  saveLabel: string;
  /** The search parameter for what is open on the page: changing it counts as leaving. */
  keyOf: (search: Record<string, unknown>) => unknown;
  onSave: () => void;
  onDiscard: () => void;
}

/** Number of unsaved changes, and their actions; the page cannot be left without deciding. ⌘S saves. */
export function UnsavedBar({ changes, countNow, isSaving, text, stale, saveLabel, keyOf, onSave, onDiscard }: UnsavedBarProps) {
  const t = useT();
  const isDirty = changes > 0;
  useSaveKey(() => (isDirty || (countNow?.() ?? 0) > 0) && !isSaving && onSave());
  useFieldBehind(isDirty);
  return (
    <>
      {isDirty && (
        <div className={styles.bar} role="region" data-bottom-bar aria-label={t("settings.unsaved", { count: changes })}>
          {stale ? (
            <span className={styles.text} role="alert">
              {stale.text}{" "}
              <AriaButton className={styles.link ?? ""} onPress={stale.take}>
                {stale.takeText}
              </AriaButton>
            </span>
          ) : (
            <span className={styles.text} role="status">
              {text ?? t("settings.unsaved", { count: changes })}
            </span>
          )}
          <AriaButton className={styles.discard ?? ""} isDisabled={isSaving} onPress={onDiscard}>
            {t("settings.discard")}
          </AriaButton>
          <Button
            size={32}
            variant="primary"
            isPending={isSaving}
            pendingLabel={t("common.saving")}
            isDisabled={stale !== undefined}
            onPress={onSave}
          >
            {saveLabel}
          </Button>
        </div>
      )}
      <LeaveGuard changes={changes} isSaving={isSaving} keyOf={keyOf} />
    </>
  );
}

/** The bar disappears after saving or discarding, and its focused button with it; this returns the focus to the field that was being edited. */
function useFieldBehind(isShown: boolean): void {
  const field = useRef<HTMLElement>(null);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !target.closest("[data-bottom-bar]")) field.current = target;
    };
    document.addEventListener("focusin", follow);
    return () => document.removeEventListener("focusin", follow);
  }, []);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    const { current } = field;
    // On a touch screen it would bring the keyboard up.
    if (!isShown && isLost && current?.isConnected && !touch.isNow()) current.focus({ preventScroll: true });
  }, [isShown]);
}

/** ⌘S and ⌘Enter save, as in every other editor. */
function useSaveKey(onSave: () => void): void {
  const save = useEffectEvent(onSave);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // By the key's place: a Hebrew or Russian layout writes another letter there.
      const step = stepOf(event);
      const { target } = event;
      // A rich text editor prevents the default of every Enter; anything else that does has used the key.
      const isFree = !event.defaultPrevented || (target instanceof HTMLElement && target.isContentEditable);
      const isOnPage = target instanceof Element && !target.closest("[role=dialog], [role=alertdialog]");
      const isSent = step === "Mod+enter" && isFree && isOnPage;
      if (step !== "Mod+s" && !isSent) return;
      event.preventDefault();
      save();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
