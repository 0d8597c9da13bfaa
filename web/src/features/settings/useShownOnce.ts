import { useState } from "react";

/**
 * For a dialog with a value that is never shown again: closed by Escape or its cross before it is copied, the dialog stays and warns; closed once more, it goes.
 * Its button says that one has the value, and closes it.
 * @returns `isWarned`: say that it is not copied yet
 */
export function useShownOnce(onClose: () => void) {
  const [isCopied, setCopied] = useState(false);
  const [isWarned, setWarned] = useState(false);
  return {
    isWarned: isWarned && !isCopied,
    noteCopied: () => setCopied(true),
    close: () => (isCopied || isWarned ? onClose() : setWarned(true)),
  };
}
