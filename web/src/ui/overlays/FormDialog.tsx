import { useEffect, useId, useRef, type ReactNode } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../actions/Button.tsx";
import { Dialog, type DialogProps } from "./Dialog.tsx";
import styles from "./FormDialog.module.css";

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

/** Where no field asks for the focus, the first one has it, or without one the button that is meant; a dialog's box is nothing to press. On a touch screen it would bring the keyboard up. */
function FirstFocus({ ofDanger }: { ofDanger: boolean }) {
  const mark = useRef<HTMLSpanElement>(null);
  // Before the dialog takes it for its box, which it does where nothing inside has it.
  useEffect(() => {
    const form = mark.current?.closest("form");
    const dialog = form?.closest("[role=dialog], [role=alertdialog]");
    if (!form || !dialog || dialog.contains(document.activeElement) || matchMedia("(hover: none) and (pointer: coarse)").matches)
      return;
    const buttons = dialog.querySelectorAll<HTMLElement>("footer button:not(:disabled)");
    const button = ofDanger
      ? buttons[0]
      : (dialog.querySelector<HTMLElement>(`footer button[form="${form.id}"]:not(:disabled)`) ?? buttons[0]);
    (form.querySelector<HTMLElement>(fields) ?? button)?.focus();
    // What is drawn later chooses for itself.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
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
        onKeyDown={(event) => {
          if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || isPending || isDisabled)
            return;
          event.preventDefault();
          event.currentTarget.requestSubmit();
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
