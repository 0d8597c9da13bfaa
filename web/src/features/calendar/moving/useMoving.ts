import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from "react";
import { zone } from "../../dates/days.ts";
import type { Entry } from "../entries.ts";
import { daysPlace, isSamePlace, movedBy, type Place, resizedBy, shortestMinutes, timedPlace } from "../layout/moving.ts";
import { instantAt } from "../layout/wall.ts";
import { locate, scrollAtEdge, type Spot } from "./locate.ts";

/** Position where the entry would be if dropped now; it stays in its old one until then. */
export interface Draft {
  /** Undefined for something new. */
  readonly key: string | undefined;
  readonly place: Place;
}

interface Moving {
  readonly entryOf: (key: string) => Entry | undefined;
  readonly mayMove: (entry: Entry) => boolean;
  readonly onMove: (entry: Entry, place: Place) => void;
  /** Undefined where nothing can be made. */
  readonly onCreate: ((place: Place, anchor: DOMRect) => void) | undefined;
}

/** Beyond this a press is a drag. */
const slackPixels = 4;
/** A finger that rests so long takes what it rests on; before that it scrolls. */
const holdMilliseconds = 350;
/** Duration of a meeting created by a click in an empty place. */
const usualMinutes = 30;

const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / 86_400_000;
const toQuarter = (minutes: number, round: (value: number) => number) => round(minutes / shortestMinutes) * shortestMinutes;

/** The time that is drawn from one place to another; without any distance, half an hour. */
function drawnPlace(from: Spot, until: Spot): Place {
  if (from.minute === undefined || until.minute === undefined) {
    const [first = from.day, last = until.day] = [from.day, until.day].toSorted();
    return daysPlace(first, last);
  }
  const isDownwards = until.day === from.day ? until.minute >= from.minute : until.day > from.day;
  const [first, last] = isDownwards ? [from, until] : [until, from];
  const startMs = instantAt(first.day, toQuarter(first.minute ?? 0, Math.floor), zone);
  const endMs = instantAt(last.day, toQuarter(last.minute ?? 0, Math.ceil), zone);
  return timedPlace(startMs, Math.max(endMs, startMs + shortestMinutes * 60_000), zone);
}

const canResize = (entry: Entry): boolean => entry.kind === "meeting";

/** Moving, resizing and making by pointer and by keys. Nothing changes before the pointer is let go or Enter is pressed; Escape leaves all as it was. */
export function useMoving({ entryOf, mayMove, onMove, onCreate }: Moving) {
  const [draft, setDraft] = useState<Draft>();
  const [isByKeys, setByKeys] = useState(false);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);

  function show(next: Draft | undefined) {
    setDraft((before) => (before && next && before.key === next.key && isSamePlace(before.place, next.place) ? before : next));
  }
  function end() {
    stop.current?.();
    stop.current = undefined;
    setDraft(undefined);
    setByKeys(false);
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const { target, clientX, clientY, pointerId } = event;
    if (event.button !== 0 || !event.isPrimary || !(target instanceof Element) || target.closest("[data-own-press]")) return;
    const spot = locate(clientX, clientY);
    const key = target.closest<HTMLElement>("[data-entry]")?.dataset["entry"];
    const entry = key === undefined ? undefined : entryOf(key);
    if (!spot || (key !== undefined && (!entry || !mayMove(entry))) || (!entry && !onCreate)) return;
    const from: Spot = spot;
    const isResize = entry !== undefined && canResize(entry) && target.closest("[data-resize]") !== null;
    const isTouch = event.pointerType === "touch";
    end();
    const view = target.closest("[data-calendar-view]");
    let last = from;
    let place: Place | undefined;
    let isDragging = false;
    const hold = isTouch ? setTimeout(() => ((isDragging = true), follow(from)), holdMilliseconds) : undefined;

    function follow(spotNow: Spot | undefined) {
      // What has hours is not dragged to where there are none, nor the other way round.
      if (spotNow && (spotNow.minute === undefined) === (from.minute === undefined)) last = spotNow;
      const days = daysBetween(from.day, last.day);
      const minutes =
        last.minute === undefined || from.minute === undefined ? 0 : toQuarter(last.minute - from.minute, Math.round);
      place = entry ? (isResize ? resizedBy : movedBy)(entry, { days, minutes }, zone) : drawnPlace(from, last);
      show({ key: entry?.key, place });
    }
    const move = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== pointerId) return;
      const way = Math.hypot(moved.clientX - clientX, moved.clientY - clientY);
      if (!isDragging && isTouch && way > slackPixels * 2) return end();
      if (!isDragging && (isTouch || way < slackPixels)) return undefined;
      isDragging = true;
      scrollAtEdge(view, moved.clientY);
      return follow(locate(moved.clientX, moved.clientY));
    };
    const up = (lifted: globalThis.PointerEvent) => {
      if (lifted.pointerId !== pointerId) return;
      const made = place;
      const hasDragged = isDragging;
      end();
      if (hasDragged) swallowClick();
      if (entry) {
        if (made && !isSamePlace(made, entry)) onMove(entry, made);
        return;
      }
      const anchor = new DOMRect(lifted.clientX, lifted.clientY, 1, 1);
      if (made) onCreate?.(made, anchor);
      else if (from.minute === undefined) onCreate?.(daysPlace(from.day, from.day), anchor);
      else {
        const startMs = instantAt(from.day, toQuarter(from.minute, Math.floor) - (toQuarter(from.minute, Math.floor) % 30), zone);
        onCreate?.(timedPlace(startMs, startMs + usualMinutes * 60_000, zone), anchor);
      }
    };
    const escape = (pressed: globalThis.KeyboardEvent) => {
      if (pressed.key !== "Escape" || !isDragging) return;
      pressed.preventDefault();
      pressed.stopPropagation();
      end();
      swallowClick();
    };
    // A finger that has taken something no longer scrolls.
    const hinder = (touch: TouchEvent) => isDragging && touch.cancelable && touch.preventDefault();
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", end);
    addEventListener("keydown", escape, true);
    document.addEventListener("touchmove", hinder, { passive: false });
    stop.current = () => {
      clearTimeout(hold);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", end);
      removeEventListener("keydown", escape, true);
      document.removeEventListener("touchmove", hinder);
    };
  }

  /** Arrows move what has the focus, with Shift its end; where hours are drawn, up and down by a quarter of an hour, elsewhere by a week. */
  function onEntryKeyDown(entry: Entry, event: KeyboardEvent, hasHours: boolean) {
    const isOwn = isByKeys && draft?.key === entry.key;
    const take = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (isOwn && event.key === "Escape") {
      take();
      return end();
    }
    if (isOwn && draft && event.key === "Enter") {
      take();
      const { place } = draft;
      end();
      if (!isSamePlace(place, entry)) onMove(entry, place);
      return undefined;
    }
    const step = stepOf(event.key, hasHours && !entry.isAllDay);
    if (!step || event.altKey || event.ctrlKey || event.metaKey || !mayMove(entry) || (event.shiftKey && !canResize(entry)))
      return undefined;
    take();
    const base = isOwn && draft ? draft.place : entry;
    setByKeys(true);
    show({ key: entry.key, place: (event.shiftKey ? resizedBy : movedBy)(base, step, zone) });
    return undefined;
  }

  // Who goes elsewhere has not meant it.
  const leave = useEffectEvent((event: FocusEvent) => {
    const to = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-entry]")?.dataset["entry"] : undefined;
    if (to !== draft?.key) end();
  });
  useEffect(() => {
    if (!isByKeys) return undefined;
    const onFocus = (event: FocusEvent) => leave(event);
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, [isByKeys]);

  return { draft, isByKeys, onPointerDown, onEntryKeyDown };
}

export type MovingState = ReturnType<typeof useMoving>;

/** Letting go of what was dragged is no press on it. */
function swallowClick(): void {
  const swallow = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}

function stepOf(key: string, hasHours: boolean): { days?: number; minutes?: number } | undefined {
  const forward = document.documentElement.dir === "rtl" ? -1 : 1;
  if (key === "ArrowRight") return { days: forward };
  if (key === "ArrowLeft") return { days: -forward };
  if (key === "ArrowDown") return hasHours ? { minutes: shortestMinutes } : { days: 7 };
  if (key === "ArrowUp") return hasHours ? { minutes: -shortestMinutes } : { days: -7 };
  return undefined;
}
