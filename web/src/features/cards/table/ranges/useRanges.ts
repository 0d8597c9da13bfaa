import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { useLayoutEffect, useRef, useState, type ClipboardEvent, type PointerEvent } from "react";
import { reportFailure } from "../../../../lib/failures.ts";
import { useT, withWords } from "../../../../lib/i18n.tsx";
import { useMembers } from "../../../people/people.ts";
import { useRegion } from "../../../../lib/organization.ts";
import type { Column } from "../columns.ts";
import { nameColumn, type Place } from "../place.ts";
import { whilePressed } from "../while-pressed.ts";
import type { Sheet } from "./operations.ts";
import { boxOf, columnsOf, fillTarget, rowsOf, type Box } from "./range.ts";

interface RangesInput {
  active: Place;
  columns: readonly Column[];
  types: readonly CardType[];
  total: number;
  load: (first: number, last: number) => Promise<readonly (Card | undefined)[]>;
  scroller: () => HTMLElement | null;
  /** Moves the focus, and the end of the range with it. */
  goTo: (place: Place) => void;
}

export interface Ranges {
  /** The range, where it is more than the cell in focus. */
  box: Box | undefined;
  /** Position of the handle: the end of the range, or the focused cell. */
  handle: Place | undefined;
  /** Range that the fill handle would fill. */
  filling: Box | undefined;
  /** The range as announced to screen readers. */
  announcement: string;
  /** The end of the range goes there; its beginning stays. */
  extend: (to: Place) => void;
  collapse: () => void;
  fillWithin: (direction: "rows" | "columns") => void;
  clearCells: () => void;
  copyCells: () => void;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onCopy: (event: ClipboardEvent<HTMLElement>) => void;
  onCut: (event: ClipboardEvent<HTMLElement>) => void;
  onPaste: (event: ClipboardEvent<HTMLElement>) => void;
}

const tracking = () => import("./track-cells.ts");
const operations = () => withWords(["palette"], import("./operations.ts"));
/** Ahead of its first use, so that a paste begins at once. */
export const preloadOperations = (): void => void Promise.all([operations(), tracking()]).catch(() => undefined);

/** A range of cells in the table: by Shift with arrows or a press, by dragging; what is copied, pasted, filled and cleared is it. */
export function useRanges({ active, columns, types, total, load, scroller, goTo }: RangesInput): Ranges {
  const t = useT();
  const members = useMembers();
  const region = useRegion();
  const [anchor, setAnchor] = useState<Place>();
  const [filling, setFilling] = useState<Box>();
  const live = useRef<{ active: Place; box: Box | undefined }>({ active, box: undefined });
  const isCell = active.row >= 0 && active.column >= nameColumn;
  const box = isCell && anchor && anchor.row < total ? boxOf({ anchor, head: active }) : undefined;
  const target = box ?? (isCell ? boxOf({ anchor: active, head: active }) : undefined);
  // For listeners that outlive the drawing they were made in.
  useLayoutEffect(() => {
    live.current = { active, box: target };
  });
  const sheet: Sheet = { columns, types, total, members, region, load };

  function run(work: (loaded: Awaited<ReturnType<typeof operations>>) => Promise<unknown>) {
    operations().then(work).catch(reportFailure);
  }

  /** Follows the pointer until it is let go, scrolling where it is held beyond the edge. */
  function track(onPlace: (place: Place) => void, onEnd: () => void) {
    whilePressed(tracking(), (loaded) => loaded.trackCells(scroller, onPlace, onEnd));
  }

  function extend(to: Place) {
    setAnchor((before) => before ?? live.current.active);
    goTo(to);
  }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    if (event.button !== 0 || event.pointerType !== "mouse" || !(event.target instanceof Element)) return;
    if (event.target.closest("input,textarea,[data-resizer]")) return;
    if (event.target.closest("[data-fill]")) {
      event.preventDefault();
      const source = live.current.box;
      if (source) dragFill(source);
      return;
    }
    const cell = event.target.closest<HTMLElement>("[data-row]");
    const place = cell && { row: Number(cell.dataset["row"]), column: Number(cell.dataset["column"]) };
    if (!place || place.row < 0 || place.column < nameColumn) return setAnchor(undefined);
    if (event.shiftKey && isCell) {
      // The browser would select the text between.
      event.preventDefault();
      return extend(place);
    }
    setAnchor(undefined);
    let last = place;
    track(
      (to) => {
        if (to.row === last.row && to.column === last.column) return;
        last = to;
        setAnchor(place);
        goTo(to);
      },
      () => undefined,
    );
  }

  function dragFill(source: Box) {
    let destination: Box | undefined;
    track(
      (to) => {
        destination = fillTarget(source, to)?.target;
        setFilling(destination);
      },
      () => {
        setFilling(undefined);
        const filled = destination;
        if (filled) run(({ fill }) => fill(sheet, source, filled));
      },
    );
  }

  const isOurs = (event: ClipboardEvent<HTMLElement>) =>
    target !== undefined &&
    event.target instanceof HTMLElement &&
    event.currentTarget.contains(event.target) &&
    !event.target.closest("input,textarea");

  function copyCells() {
    if (target) run(({ copy }) => copy(sheet, target));
  }

  return {
    box,
    handle: target && { row: target.bottom, column: target.last },
    filling,
    announcement: box ? (t.find("palette.cells.selected", { rows: rowsOf(box), columns: columnsOf(box) }) ?? "") : "",
    extend,
    collapse: () => setAnchor(undefined),
    fillWithin: (direction) => {
      if (box && (direction === "rows" ? rowsOf(box) : columnsOf(box)) > 1)
        run(({ fillWithin }) => fillWithin(sheet, box, direction));
    },
    clearCells: () => {
      if (target) run(({ clear }) => clear(sheet, target));
    },
    copyCells,
    onPointerDown,
    onCopy: (event) => {
      if (!isOurs(event) || getSelection()?.isCollapsed === false) return;
      event.preventDefault();
      copyCells();
    },
    onCut: (event) => {
      if (!isOurs(event) || !target) return;
      event.preventDefault();
      run(async ({ copy, clear }) => {
        await copy(sheet, target);
        await clear(sheet, target);
      });
    },
    onPaste: (event) => {
      const text = event.clipboardData.getData("text/plain");
      if (!isOurs(event) || !target || text === "") return;
      event.preventDefault();
      run(async ({ paste }) => {
        const pasted = await paste(sheet, target, text);
        const { active: now } = live.current;
        // The range shows where the paste went, unless the focus has moved meanwhile.
        if (pasted && now.row === target.top && now.column === target.first)
          setAnchor({ row: pasted.bottom, column: pasted.last });
      });
    },
  };
}
