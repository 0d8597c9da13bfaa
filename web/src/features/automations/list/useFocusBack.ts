import type { Automation, AutomationId } from "@kartis/core/automations/schema.ts";
import { type RefObject, useEffect, useRef, useState } from "react";

interface Place {
  readonly folder: string | null;
  /** Its row; without it, the folder's head. */
  readonly automationId?: AutomationId | undefined;
  /** What has the focus there. */
  readonly control: "menu" | "checkbox";
}

const selectors = { menu: "[aria-haspopup]", checkbox: "input[type=checkbox]" };

/**
 * Gives the focus back after a move, which draws rows and folders anew elsewhere and takes along what had it. Of a folder that is collapsed, the head gets it.
 * @returns says where it belongs, which may be before the list shows the move
 */
export function useFocusBack(list: RefObject<HTMLElement | null>, automations: readonly Automation[]): (place: Place) => void {
  const [place, setPlace] = useState<Place>();
  const settled = useRef<Place>(undefined);
  useEffect(() => {
    if (!place || settled.current === place) return;
    const { folder, automationId, control } = place;
    if (!automations.some((one) => one.folder === folder && (automationId === undefined || one.id === automationId))) return;
    settled.current = place;
    // Somebody who has gone on in the meantime stays where they are.
    if (document.activeElement !== document.body) return;
    const find = (selector: string) => list.current?.querySelector<HTMLElement>(selector);
    const section = `[data-folder="${CSS.escape(folder ?? "")}"]`;
    const within = automationId === undefined ? section : `[data-automation="${automationId}"]`;
    (find(`${within} ${selectors[control]}`) ?? find(`${section} button`))?.focus();
  }, [place, automations, list]);
  return setPlace;
}
