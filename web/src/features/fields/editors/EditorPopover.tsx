import { useEffect, useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import { EditorKeys } from "./EditorKeys.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";

interface EditorPopoverProps {
  /** The place of the value, below which it opens. */
  frame: RefObject<HTMLElement | null>;
  label: string;
  kind?: "menu" | "panel";
  className?: string | undefined;
  /** The pointer went elsewhere, or the page scrolled under it. */
  onLeave: () => void;
  onTab: (isBack: boolean) => void;
  onEscape: () => void;
  /** Ctrl+Enter saves the choice; where several can be chosen, the keys are listed below. */
  onSave?: () => void;
  children: ReactNode;
}

/**
 * Popover below the value that is being edited. It is not modal: the press that leaves it reaches what it is aimed at, so that one open editor never costs a click.
 * Escape and Tab are the editor's before any field inside can use them up.
 */
export function EditorPopover({ frame, label, kind, className, onLeave, onTab, onEscape, onSave, children }: EditorPopoverProps) {
  const content = useRef<HTMLDivElement>(null);
  const isInside = (target: Node | null) => content.current?.contains(target) || frame.current?.contains(target);
  const leave = useEffectEvent((target: EventTarget | null) => {
    if (target instanceof Node && !isInside(target)) onLeave();
  });
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.target instanceof Node) || !content.current?.contains(event.target)) return;
    if (!onSave || event.isComposing || event.key !== "Enter" || !(event.ctrlKey || event.metaKey))
      return void editorKey(event, onTab, onEscape);
    event.preventDefault();
    event.stopPropagation();
    onSave();
  });
  const begun = useRef<DOMRect>(undefined);
  useLayoutEffect(() => {
    begun.current = frame.current?.getBoundingClientRect();
  }, [frame]);
  /** The popover wants to close on every scroll, also on one that was under way before it opened, as arrow keys leave behind: nothing has moved then. */
  function onClosing() {
    const now = frame.current?.getBoundingClientRect();
    const hasMoved = now?.x !== begun.current?.x || now?.y !== begun.current?.y;
    if (hasMoved || !isInside(document.activeElement)) onLeave();
  }
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => leave(event.target);
    const onKeyDown = (event: KeyboardEvent) => press(event);
    document.addEventListener("pointerdown", onPointerDown, true);
    // On the window, because the popover's focus scope takes Tab for itself on the document, before React hears of it.
    window.addEventListener("keydown", onKeyDown, true);
    return () => {
      document.removeEventListener("pointerdown", onPointerDown, true);
      window.removeEventListener("keydown", onKeyDown, true);
    };
  }, []);
  return (
    <Popover
      isOpen
      isNonModal
      triggerRef={frame}
      placement="bottom start"
      offset={3}
      aria-label={label}
      onOpenChange={(isOpen) => !isOpen && onClosing()}
      {...(kind ? { kind } : {})}
    >
      <div ref={content} role="dialog" aria-label={label} className={className}>
        {children}
        {onSave && <EditorKeys />}
      </div>
    </Popover>
  );
}

/** Handles the keys that end an edit, wherever the focus is in it. @returns whether the key was one of them. */
export function editorKey(event: KeyboardEvent, onTab: (isBack: boolean) => void, onEscape: () => void): boolean {
  // An input method's keys choose a word.
  if (event.isComposing || (event.key !== "Tab" && event.key !== "Escape")) return false;
  event.preventDefault();
  event.stopPropagation();
  if (event.key === "Escape") onEscape();
  else onTab(event.shiftKey);
  return true;
}
