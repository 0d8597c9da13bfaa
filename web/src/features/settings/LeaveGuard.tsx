import { useBlocker } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";

/** How many parts of what is shown are not as they were saved. */
export const changesBetween = <Shown extends object>(saved: Shown, shown: Shown): number =>
  Object.entries(shown).filter(([part, value]) => JSON.stringify(value) !== JSON.stringify(Object(saved)[part])).length;

interface LeaveGuardProps {
  /** Number of unsaved changes. */
  changes: number;
  isSaving?: boolean;
  /** The search parameter for what is open on the page: changing it counts as leaving. */
  keyOf: (search: Record<string, unknown>) => unknown;
  /** A way out that changes no address, once somebody has pressed it. */
  onLeave?: (() => void) | undefined;
  onStay?: () => void;
}

/** Asks before unsaved changes are left behind. */
export function LeaveGuard({ changes, isSaving = false, keyOf, onLeave, onStay }: LeaveGuardProps) {
  const t = useT();
  const isDirty = changes > 0;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isDirty && !isSaving && (current.pathname !== next.pathname || keyOf(current.search) !== keyOf(next.search)),
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  const isBlocked = blocker.status === "blocked";
  if (!isBlocked && !onLeave) return null;
  const stay = isBlocked ? blocker.reset : () => onStay?.();
  return (
    <Dialog
      role="alertdialog"
      isOpen
      onClose={stay}
      title={t("settings.leave.title")}
      footer={
        <>
          <Button size={32} onPress={isBlocked ? blocker.proceed : () => onLeave?.()}>
            {t("settings.leave.confirm")}
          </Button>
          <Button size={32} variant="primary" onPress={stay}>
            {t("settings.leave.stay")}
          </Button>
        </>
      }
    >
      <p>{t("settings.leave.message", { count: changes })}</p>
    </Dialog>
  );
}
