import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";

/** Beyond this a press is a drag. */
const slackPixels = 5;
const edgePixels = 40;
const stepPixels = 14;

interface Held {
  readonly ids: ReadonlySet<string>;
  /** Name of the section that the pointer is over, where the tasks can go. */
  readonly over: string | undefined;
}
const nothing: Held = { ids: new Set(), over: undefined };

export interface Dragging extends Held {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onClickCapture: (event: MouseEvent) => void;
}

/** Read when it is asked for: the list changes while something is dragged over it. */
export interface DragRules {
  /** Tasks dragged together with a task: only itself, or the whole selection. */
  readonly tasksWith: (taskId: string) => readonly Task[];
  /** The section under a row or head, where these tasks can go. */
  readonly targetOf: (element: Element, tasks: readonly Task[]) => string | undefined;
  readonly onDrop: (tasks: readonly Task[], section: string) => void;
}

/** Dragging rows to another section with a mouse or a pen; fingers scroll and swipe. Escape leaves everything as it was. */
export function useDragging(rules: RefObject<DragRules | undefined>, preview: RefObject<HTMLElement | null>): Dragging {
  const [held, setHeld] = useState(nothing);
  const stop = useRef<() => void>(undefined);
  const hasDragged = useRef(false);
  useEffect(() => () => stop.current?.(), []);

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    hasDragged.current = false;
    const { target, clientX, clientY, pointerId, pointerType, currentTarget: grid } = event;
    if (event.button !== 0 || pointerType === "touch" || !(target instanceof Element) || target.closest("a, button")) return;
    const taskId = target.closest<HTMLElement>("[data-task]")?.dataset["task"];
    if (taskId === undefined) return;
    let tasks: readonly Task[] = [];
    let over: string | undefined;

    function follow(x: number, y: number) {
      const scroller = grid.parentElement;
      const box = scroller?.getBoundingClientRect();
      if (box && y > box.bottom - edgePixels) scroller?.scrollBy(0, stepPixels);
      else if (box && y < box.top + edgePixels) scroller?.scrollBy(0, -stepPixels);
      preview.current?.style.setProperty("transform", `translate(${x}px, ${y}px)`);
      const under = document.elementFromPoint(x, y)?.closest("[data-task], [data-group]");
      const next = under && grid.contains(under) ? rules.current?.targetOf(under, tasks) : undefined;
      if (next === over) return;
      over = next;
      setHeld({ ids: new Set(tasks.map(({ id }) => id)), over });
    }
    const move = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== pointerId) return;
      if (!hasDragged.current) {
        if (Math.hypot(moved.clientX - clientX, moved.clientY - clientY) < slackPixels) return;
        tasks = rules.current?.tasksWith(taskId) ?? [];
        if (tasks.length === 0) return end();
        hasDragged.current = true;
        globalThis.getSelection()?.removeAllRanges();
        setHeld({ ids: new Set(tasks.map(({ id }) => id)), over });
      }
      follow(moved.clientX, moved.clientY);
    };
    function end() {
      stop.current?.();
      stop.current = undefined;
      setHeld(nothing);
    }
    const up = (lifted: globalThis.PointerEvent) => {
      if (lifted.pointerId !== pointerId) return;
      end();
      if (hasDragged.current && over !== undefined) rules.current?.onDrop(tasks, over);
    };
    const key = (pressed: KeyboardEvent) => {
      if (pressed.key !== "Escape" || !hasDragged.current) return;
      pressed.preventDefault();
      pressed.stopImmediatePropagation();
      end();
    };
    stop.current?.();
    const listening = new AbortController();
    const { signal } = listening;
    globalThis.addEventListener("pointermove", move, { signal });
    globalThis.addEventListener("pointerup", up, { signal });
    globalThis.addEventListener("pointercancel", end, { signal });
    globalThis.addEventListener("keydown", key, { signal, capture: true });
    stop.current = () => listening.abort();
  }

  return {
    ...held,
    onPointerDown,
    // The press that ends a drag is none on what lies there.
    onClickCapture: (event) => {
      if (!hasDragged.current) return;
      hasDragged.current = false;
      event.stopPropagation();
      event.preventDefault();
    },
  };
}
