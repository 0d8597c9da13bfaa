import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../actions/Button.tsx";
import { Dialog, type DialogProps } from "./Dialog.tsx";
import styles from "./FormDialog.module.css";
import { touch } from "../../lib/device/touch.ts";

export interface FormDialogProps extends Pick<DialogProps, "title" | "size" | "isDirty" | "onClose" | "children"> {
  /** Label of the button; the title by default. */
  action?: ReactNode;
  /** It cannot be taken back: the button is red. */
  isDanger?: boolean;
  /** It asks before something is done, and has more to read than to fill in. */
  isAlert?: boolean;
  isPending: boolean;
  /** There is nothing to send; the form says why. */
  isDisabled?: boolean;
  pendingLabel?: string;
  /** Handler of Cancel, if Escape keeps the typed text; otherwise both close. */
  onCancel?: (() => void) | undefined;
  /** Reports missing values itself; the browser's own checks are off. */
  onSubmit: () => void;
}

const fields =
  ":is(input, textarea, select, [contenteditable=true], [role=spinbutton]):not([type=hidden], [tabindex='-1'], :disabled)";

/** Focuses the first field, or without fields the main button (Cancel in a dangerous dialog), unless a field has asked for the focus. Not on touch screens, where it would bring up the keyboard. */
function FirstFocus({ ofDanger }: { ofDanger: boolean }) {
  const mark = useRef<HTMLSpanElement>(null);
  // Runs before the dialog focuses its own box, as it does if nothing inside has the focus.
  useEffect(() => {
    const form = mark.current?.closest("form");
    const dialog = form?.closest("[role=dialog], [role=alertdialog]");
    if (!form || !dialog || dialog.contains(document.activeElement) || touch.isNow()) return;
    const buttons = dialog.querySelectorAll<HTMLElement>("footer button:not(:disabled)");
    const button = ofDanger
      ? buttons[0]
      : (dialog.querySelector<HTMLElement>(`footer button[form="${form.id}"]:not(:disabled)`) ?? buttons[0]);
    (form.querySelector<HTMLElement>(fields) ?? button)?.focus();
  }, [ofDanger]);
  return <span ref={mark} hidden />;
}

/** A form in a dialog, sent by its button, by Enter, and with Ctrl or ⌘ also by an Enter that would break a line. It is there as long as it is drawn. */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    size,
    isDirty,
    onClose,
    onCancel,
    children,
    action,
    isDanger,
    isAlert,
    isPending,
    isDisabled,
    pendingLabel,
    onSubmit,
  } = props;
  const t = useT();
  const formId = useId();
  function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || isPending || isDisabled) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }
  return (
    <Dialog
      isOpen
      title={title}
      onClose={onClose}
      {...(size ? { size } : {})}
      {...(isDirty ? { isDirty } : {})}
      {...(isAlert ? { role: "alertdialog" } : {})}
      footer={
        <>
          <Button size={32} onPress={onCancel ?? onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            size={32}
            type="submit"
            form={formId}
            variant={isDanger ? "danger" : "primary"}
            isPending={isPending}
            isDisabled={isDisabled ?? false}
            {...(pendingLabel ? { pendingLabel } : {})}
          >
            {action ?? title}
          </Button>
        </>
      }
    >
      {/* The key is a shortcut of the button below. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        id={formId}
        className={styles.form}
        noValidate
        onKeyDown={submitByKey}
        // Parts of dates and times let no key through to the form.
        onKeyDownCapture={(event) => {
          if (event.target instanceof Element && event.target.getAttribute("role") === "spinbutton") submitByKey(event);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDisabled) onSubmit();
        }}
      >
        {children}
        <FirstFocus ofDanger={isDanger ?? false} />
      </form>
    </Dialog>
  );
}
