/**
 * The focused element may leave the page: a chip that is removed, a dialog's opener, the rows of a list, the page itself. The browser then forgets where the person
 * was, and the next Tab begins at the top. Here it goes on as near as it can.
 */
interface Stay {
  readonly element: HTMLElement;
  readonly row: RowOf | undefined;
  readonly ancestors: readonly Element[];
  readonly place: DOMRect;
  readonly pathname: string;
}

/** The row of a list that a control is in. */
interface RowOf {
  readonly list: Element;
  /** Its place among the rows. */
  readonly at: number;
  /** The control's name, and its place among those of the row. */
  readonly label: string;
  readonly place: number;
}

const mostStays = 6;
/** Most recent first. */
let stays: readonly Stay[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
/** After this time, elements that take the focus themselves (an editor, a row, a dialog's opener) have done so. */
const patienceMilliseconds = 60;

/** Elements without text input: in one, letters would be text, and Ctrl+Z the text's own. */
const pressable =
  "a[href], button:not(:disabled), input:is([type=checkbox], [type=radio]):not(:disabled), [tabindex='0']:not(input, textarea, [contenteditable=true])";

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;
const canHave = (element: HTMLElement) =>
  element.isConnected && !element.matches(":disabled") && element.checkVisibility({ visibilityProperty: true });

function ancestorsOf(element: Element): Element[] {
  const parent = element.parentElement;
  return parent ? [parent, ...ancestorsOf(parent)] : [];
}

const rowsOf = (list: Element): Element[] => [...list.children].filter((child) => child.matches("li, tr"));
const pressableIn = (row: Element): HTMLElement[] =>
  [...row.querySelectorAll<HTMLElement>(pressable)].filter((element) => element.tabIndex >= 0 && canHave(element));
const labelOf = (element: Element): string => element.ariaLabel ?? element.textContent;

function rowOf(element: HTMLElement): RowOf | undefined {
  const row = element.closest("li, tr");
  const list = row?.parentElement;
  if (!row || !list) return undefined;
  return { list, at: rowsOf(list).indexOf(row), label: labelOf(element), place: pressableIn(row).indexOf(element) };
}

function remember(target: EventTarget | null): void {
  clearTimeout(timer);
  if (!(target instanceof HTMLElement) || target === document.body) return;
  const stay: Stay = {
    element: target,
    row: rowOf(target),
    ancestors: ancestorsOf(target),
    place: target.getBoundingClientRect(),
    pathname: location.pathname,
  };
  stays = [stay, ...stays.filter(({ element }) => element !== target)].slice(0, mostStays);
}

/** A press beside everything leaves it on purpose. */
function onPointerDown(): void {
  requestAnimationFrame(() => {
    if (isNowhere() && stays[0]?.element.isConnected) stays = [];
  });
}

const distance = (one: DOMRect, other: DOMRect) =>
  Math.hypot(one.x + one.width / 2 - other.x - other.width / 2, one.y + one.height / 2 - other.y - other.height / 2);

/** The same row of a list in another place, where it was moved to. */
function moved({ element }: Stay): HTMLElement | null {
  const row = element.closest<HTMLElement>("[data-key]");
  return !row || row.isConnected
    ? null
    : document.querySelector(`[role=row][data-key="${CSS.escape(row.dataset["key"] ?? "")}"]`);
}

/** The same control of the row that has come to the place of one that was removed, or of the last one. */
function inNextRow({ element, row }: Stay): HTMLElement | undefined {
  if (!row?.list.isConnected || element.closest("li, tr")?.isConnected) return undefined;
  const rows = rowsOf(row.list);
  const controls = pressableIn(rows[row.at] ?? rows.at(-1) ?? row.list);
  return controls.find((one) => labelOf(one) === row.label) ?? controls[row.place] ?? controls[0];
}

/** The heading of a list whose last row was removed, and which went with it. */
function headingAbove({ ancestors, row }: Stay): HTMLElement | undefined {
  if (!row || row.list.isConnected) return undefined;
  for (const ancestor of ancestors.filter(({ isConnected }) => isConnected)) {
    if (ancestor.matches("body, html, #root")) return undefined;
    const heading = ancestor.querySelector<HTMLElement>("h1, h2, h3");
    if (!heading) continue;
    if (!heading.hasAttribute("tabindex")) heading.tabIndex = -1;
    return heading;
  }
  return undefined;
}

/** The nearest thing to press in what is left of the surroundings; none where all of the page has changed. */
function nearest({ ancestors, place }: Stay): HTMLElement | undefined {
  const left = ancestors.find((ancestor) => ancestor.isConnected);
  if (!left || left.matches("body, html, main, #root, #root > *")) return undefined;
  return [...left.querySelectorAll<HTMLElement>(pressable)]
    .filter((element) => element.tabIndex >= 0 && canHave(element))
    .map((element) => ({ element, away: distance(element.getBoundingClientRect(), place) }))
    .sort((one, other) => one.away - other.away)[0]?.element;
}

function focusPage(): void {
  const main = document.querySelector<HTMLElement>("main");
  if (!main) return;
  if (!main.hasAttribute("tabindex")) main.tabIndex = -1;
  main.focus({ preventScroll: true });
}

function rescue(): void {
  if (!isNowhere() || !document.hasFocus()) return;
  for (const stay of stays) {
    if (stay.pathname !== location.pathname) break;
    const next = canHave(stay.element) ? stay.element : (moved(stay) ?? inNextRow(stay) ?? headingAbove(stay) ?? nearest(stay));
    next?.focus({ preventScroll: true });
    if (!isNowhere()) return;
  }
  focusPage();
}

/** A list that knows where one is by itself: its keys go on from there, and a button near by would take Enter and Space from them. */
export const ownPlace = { "data-own-place": true } as const;
const isOfOwnPlace = ({ ancestors }: Stay) => ancestors.some((ancestor) => ancestor.matches("[data-own-place]"));

function look(): void {
  const [last] = stays;
  if (!last || !isNowhere() || canHave(last.element) || isOfOwnPlace(last)) return;
  clearTimeout(timer);
  timer = setTimeout(rescue, patienceMilliseconds);
}

/** Called once per app. */
export function keepFocus(): void {
  remember(document.activeElement);
  document.addEventListener("focusin", ({ target }) => remember(target));
  document.addEventListener("pointerdown", onPointerDown, true);
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}
