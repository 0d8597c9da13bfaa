import { useState } from "react";

/**
 * For a dialog with a value that is never shown again: closed before it is copied, the dialog stays and warns; closed once more, it goes.
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
