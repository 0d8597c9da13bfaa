import arrowDown from "@fluentui/svg-icons/icons/arrow_down_16_regular.svg?icon";
import { useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components/Button";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import styles from "./ScrollToBottom.module.css";

/** SPEC section 2: the button appears when the end is farther away than this. */
const nearPixels = 80;
/** Menus and the insides of controls scroll too; a page or a list is at least this high. */
const leastHeight = 200;
/** A page is drawn in several steps, and looked over once they are done. */
const settleMilliseconds = 150;
/** Distances from the end of the page, and from elements pinned there. */
const [leastBottom, gap, nearEdge] = [64, 12, 12];

const leftBelow = (element: Element): number => element.scrollHeight - element.clientHeight - element.scrollTop;
/** The hours of a day are no list with an end to go to. */
const scrolls = (element: Element): boolean =>
  /auto|scroll/.test(getComputedStyle(element).overflowY) && !element.hasAttribute("data-clock");
const areaOf = (element: Element): number => element.clientWidth * element.clientHeight;

/** The largest part of the page that extends far below the screen. */
function longestIn(root: Element): Element | undefined {
  const long = [...root.querySelectorAll("*")].filter(
    (element) =>
      element.clientHeight >= leastHeight &&
      element.scrollHeight - element.clientHeight > nearPixels &&
      leftBelow(element) > nearPixels &&
      scrolls(element),
  );
  return long.toSorted((a, b) => areaOf(b) - areaOf(a))[0];
}

interface Place {
  readonly scroller: Element;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  /** Something is pinned to the end of the page. */
  readonly isAbovePinned: boolean;
}

/** Over the middle of what it scrolls, and above what is pinned below that. */
function placeIn(root: Element, scroller: Element): Place {
  const [page, part] = [root.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const pinned = [...root.querySelectorAll("[data-holds-bottom], [data-at-bottom]")]
    .map((line) => line.getBoundingClientRect())
    .filter((line) => line.height > 0 && Math.abs(line.bottom - page.bottom) < nearEdge);
  const edge = Math.min(page.bottom, ...pinned.map(({ top }) => top));
  return {
    scroller,
    left: Math.round(part.left - page.left),
    right: Math.round(page.right - part.right),
    bottom: Math.max(leastBottom, Math.round(page.bottom - edge) + gap),
    isAbovePinned: pinned.length > 0,
  };
}

const isSame = (one: Place | undefined, other: Place | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    (["scroller", "left", "right", "bottom", "isAbovePinned"] as const).every((key) => one[key] === other[key]));

/** Button to the end of any page or list that continues more than 80 pixels below the screen. It needs nothing from the page that contains it. */
export function ScrollToBottom() {
  const t = useT();
  const span = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<Place>();

  useEffect(() => {
    const root = span.current?.parentElement;
    if (!root) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const put = (scroller: Element | undefined) => {
      const next = scroller && placeIn(root, scroller);
      setPlace((now) => (isSame(now, next) ? now : next));
    };
    const look = () => {
      timer = undefined;
      put(longestIn(root));
    };
    const lookSoon = () => {
      timer ??= setTimeout(look, settleMilliseconds);
    };
    const follow = ({ target }: Event) => {
      if (!(target instanceof Element) || target.clientHeight < leastHeight) return;
      // The element that someone scrolls is the one they read.
      if (leftBelow(target) > nearPixels && scrolls(target)) put(target);
      else lookSoon();
    };
    lookSoon();
    const changes = new MutationObserver(lookSoon);
    changes.observe(root, { childList: true, subtree: true });
    const sizes = new ResizeObserver(lookSoon);
    sizes.observe(root);
    // Scrolling does not bubble.
    root.addEventListener("scroll", follow, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      changes.disconnect();
      sizes.disconnect();
      root.removeEventListener("scroll", follow, { capture: true });
    };
  }, []);

  function goDown() {
    place?.scroller.scrollTo({ top: place.scroller.scrollHeight });
    // The button goes, and the focus with it.
    document.getElementById("content")?.focus({ preventScroll: true });
  }

  return (
    <span
      ref={span}
      className={styles.place}
      data-above-pinned={place?.isAbovePinned || undefined}
      style={place && { left: place.left, right: place.right, bottom: place.bottom }}
    >
      {place && (
        <Button className={styles.button ?? ""} aria-label={t("shell.scrollToBottom")} onPress={goDown}>
          <Icon of={arrowDown} />
        </Button>
      )}
    </span>
  );
}
