import { type RefObject, useEffect } from "react";

/** While a form is being sent, nothing is written into it: what came after the press would be gone with the form once the answer is there. The focus stays. */
export function useHeldInput(form: RefObject<HTMLElement | null>, isSending: boolean): void {
  useEffect(() => {
    const { current } = form;
    if (!isSending || !current) return undefined;
    const hold = (event: InputEvent) => {
      event.preventDefault();
      event.stopPropagation();
    };
    current.addEventListener("beforeinput", hold, true);
    return () => current.removeEventListener("beforeinput", hold, true);
  }, [form, isSending]);
}
