import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { bringsFiles, pastedFiles } from "./files-in.ts";

/** Takes files that are dropped on an element or pasted into it, unless something within has taken them. @returns whether files are held over it */
export function useFileDrop(
  ref: RefObject<HTMLElement | null>,
  onFiles: ((files: readonly File[]) => void) | undefined,
): boolean {
  const [isOver, setOver] = useState(false);
  const isTaking = onFiles !== undefined;
  const take = useEffectEvent((event: Event, files: readonly File[]) => {
    if (event.defaultPrevented || files.length === 0 || !onFiles) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const { current } = ref;
    if (!current || !isTaking) return undefined;
    const over = (event: DragEvent) => {
      if (!bringsFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node) || !current.contains(relatedTarget)) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      take(event, [...(event.dataTransfer?.files ?? [])]);
    };
    const paste = (event: ClipboardEvent) => take(event, pastedFiles(event.clipboardData));
    const listening = new AbortController();
    const { signal } = listening;
    current.addEventListener("dragover", over, { signal });
    current.addEventListener("dragleave", leave, { signal });
    current.addEventListener("drop", drop, { signal });
    current.addEventListener("paste", paste, { signal });
    return () => listening.abort();
  }, [ref, isTaking]);
  return isOver;
}
