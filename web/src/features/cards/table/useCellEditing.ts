import { useEffect, useRef, useState, type Dispatch, type RefObject, type SetStateAction } from "react";
import type { Place } from "./place.ts";
import type { GridFocus } from "./useGridFocus.ts";

/** `text` is what the editor begins with in place of the value, `isSelected` whether typing replaces it; `began`, the value it began from. */
interface EditedCell extends Place {
  text: string | undefined;
  isSelected: boolean;
  began: unknown;
}

export interface CellEditing {
  /** The one cell that is being edited. */
  readonly editing: EditedCell | undefined;
  readonly setEditing: Dispatch<SetStateAction<EditedCell | undefined>>;
  /** The last flag that was turned, as it was before: Escape turns it back as long as one stays in its cell. */
  readonly turned: RefObject<(Place & { before: unknown }) | undefined>;
}

/** The edit in progress in the table; `actions/editing.ts` starts and ends it. */
export function useCellEditing({ active, isNewList }: GridFocus): CellEditing {
  const [editing, setEditing] = useState<EditedCell>();
  if (isNewList && editing) setEditing(undefined);
  const turned = useRef<Place & { before: unknown }>(undefined);
  const { row, column } = active;
  useEffect(() => {
    turned.current = undefined;
  }, [row, column]);
  return { editing, setEditing, turned };
}
