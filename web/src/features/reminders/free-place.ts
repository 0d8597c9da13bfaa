import { type RefObject, useEffect, useState } from "react";

const pressable =
  "a[href], button, input, textarea, select, [contenteditable=true], [role=button], [role=tab], [role=menuitem], [role=checkbox], [role=switch]";
/** What people work with: heads and feet of pages and panels, bars, and where they write. A row of a list can be reached by scrolling. */
const working =
  "header, footer, form, nav, [role=toolbar], [role=tablist], [role=search], [data-head-buttons], [data-at-bottom], [data-bottom-bar], [contenteditable=true]";
/** One that cannot be reached at all weighs more than any number of rows. */
const weightOfWorking = 100;
/** Room for what is drawn around it, and for the next one that peeks out from under it. */
const around = 10;
/** A page is drawn in several steps, and looked over once they are done. */
const settleMilliseconds = 150;

/** Distances from the top bar, then from the end of the screen, in the order of preference. */
const candidates = [
  { edge: "top", by: 8 },
  { edge: "top", by: 64 },
  { edge: "top", by: 120 },
  { edge: "bottom", by: 84 },
  { edge: "bottom", by: 160 },
  { edge: "top", by: 200 },
  { edge: "top", by: 300 },
] as const;
type Place = (typeof candidates)[number];

const isOver = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right + around &&
  one.right > other.left - around &&
  one.top < other.bottom + around &&
  one.bottom > other.top - around;

/** How much it would cover there. */
function costAt(place: Place, region: Element, topBar: number, targets: readonly { rect: DOMRect; cost: number }[]): number {
  const own = region.getBoundingClientRect();
  const top = place.edge === "top" ? topBar + place.by : innerHeight - place.by - own.height;
  if (top < topBar || top + own.height > innerHeight) return Infinity;
  const rect = new DOMRect(own.left, top, own.width, own.height);
  return targets.reduce((sum, target) => sum + (isOver(target.rect, rect) ? target.cost : 0), 0);
}

function targetsBeside(region: Element): { rect: DOMRect; cost: number }[] {
  const own = region.getBoundingClientRect();
  return [...document.querySelectorAll(pressable)].flatMap((element) => {
    const rect = element.getBoundingClientRect();
    const isBeside = rect.width > 0 && rect.height > 0 && rect.right > own.left && rect.left < own.right;
    if (!isBeside || region.contains(element) || !element.checkVisibility({ visibilityProperty: true })) return [];
    return [{ rect, cost: element.closest(working) ? weightOfWorking : 1 }];
  });
}

/**
 * Where the region is over no control that people work with: it is there until it is answered. It stays where it is as long as that is so, and moves when the page
 * below it has become another.
 */
export function useFreePlace(region: RefObject<HTMLElement | null>, isShown: boolean): Place {
  const [place, setPlace] = useState<Place>(candidates[0]);
  useEffect(() => {
    if (!isShown) return undefined;
    const look = () => {
      const { current } = region;
      if (!current) return;
      const topBar = Number.parseFloat(getComputedStyle(current).getPropertyValue("--topbar-h")) || 0;
      const targets = targetsBeside(current);
      const costs = new Map(candidates.map((one) => [one, costAt(one, current, topBar, targets)]));
      const costOf = (one: Place) => costs.get(one) ?? Infinity;
      const best = candidates.toSorted((one, other) => costOf(one) - costOf(other))[0] ?? candidates[0];
      setPlace((now) => (costOf(now) < weightOfWorking && costOf(best) < Infinity ? now : best));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const lookSoon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        look();
      }, settleMilliseconds);
    };
    look();
    const changes = new MutationObserver(lookSoon);
    changes.observe(document.body, { childList: true, subtree: true });
    addEventListener("resize", lookSoon);
    return () => {
      clearTimeout(timer);
      changes.disconnect();
      removeEventListener("resize", lookSoon);
    };
  }, [region, isShown]);
  return place;
}
