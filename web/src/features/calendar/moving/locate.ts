/** Position of a point on a calendar. */
export interface Spot {
  readonly day: string;
  /** Minute of the day, where its hours are drawn. */
  readonly minute: number | undefined;
}

/** The day that lies under a point of the window, also below what stands on it. */
export function locate(x: number, y: number): Spot | undefined {
  const element = document
    .elementsFromPoint(x, y)
    .find((each) => each instanceof HTMLElement && each.dataset["day"] !== undefined);
  if (!(element instanceof HTMLElement)) return undefined;
  const { day = "", hours } = element.dataset;
  if (hours === undefined) return { day, minute: undefined };
  const { top, height } = element.getBoundingClientRect();
  return { day, minute: Math.min(1440, Math.max(0, ((y - top) / height) * 1440)) };
}

const edgePixels = 32;
const stepPixels = 12;

/** Scrolls a calendar when something is dragged to its upper or lower edge; what sticks to its top is none of its hours. */
export function scrollAtEdge(view: Element | null, y: number): void {
  if (!view) return;
  const { top, bottom } = view.getBoundingClientRect();
  const upper = top + (view.querySelector("[data-above]")?.clientHeight ?? 0);
  if (y > bottom - edgePixels) view.scrollBy(0, stepPixels);
  else if (y < upper + edgePixels && y > upper - edgePixels) view.scrollBy(0, -stepPixels);
}
