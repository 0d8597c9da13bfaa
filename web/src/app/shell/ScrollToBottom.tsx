import arrowDown from "@fluentui/svg-icons/icons/arrow_down_16_regular.svg?icon";
import { useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components/Button";
import { isPhoneNow } from "../../lib/device/useIsPhone.ts";
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

/** Where along its line the button stands on a phone, in the order of preference. */
const sides = ["end", "middle", "start"] as const;
type Side = (typeof sides)[number];
/** On phones, as in the style sheet: its size, how far it stands below its line where nothing is pinned, and how much of the page it gives way by. */
const [size, drop, aside] = [44, 44, 0.24];
const pressable = "a, button, input, textarea, [role=button], [role=menuitem], [role=checkbox], [role=switch]";

interface Place {
  readonly scroller: Element;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  /** Something is pinned to the end of the page. */
  readonly isAbovePinned: boolean;
  readonly side: Side;
}

/** The side with nothing to press below the button. What fills most of a line can be pressed beside it. */
function freeSide(page: DOMRect, part: DOMRect, bottom: number, isAbovePinned: boolean, own: Element): Side {
  if (!isPhoneNow()) return "middle";
  const y = page.bottom - bottom - size / 2 + (isAbovePinned ? 0 : drop);
  const isFree = (side: Side) => {
    const away = (side === "middle" ? 0 : side === "end" ? 1 : -1) * (document.dir === "rtl" ? -1 : 1);
    const x = part.left + part.width / 2 + (away * page.width * aside) / 2;
    return [-1, 0, 1].every((across) =>
      [-1, 0, 1].every((down) =>
        document.elementsFromPoint(x + (across * size) / 2, y + (down * size) / 2).every((element) => {
          const target = own.contains(element) ? null : element.closest(pressable);
          return !target || target.clientWidth > page.width / 2;
        }),
      ),
    );
  };
  return sides.find(isFree) ?? sides[0];
}

/** Over the middle of what it scrolls, and above what is pinned below that. */
function placeIn(root: Element, scroller: Element, own: Element): Place {
  const [page, part] = [root.getBoundingClientRect(), scroller.getBoundingClientRect()];
  const pinned = [...root.querySelectorAll("[data-holds-bottom], [data-at-bottom]")]
    .map((line) => line.getBoundingClientRect())
    .filter((line) => line.height > 0 && Math.abs(line.bottom - page.bottom) < nearEdge);
  const edge = Math.min(page.bottom, ...pinned.map(({ top }) => top));
  const bottom = Math.max(leastBottom, Math.round(page.bottom - edge) + gap);
  const isAbovePinned = pinned.length > 0;
  return {
    scroller,
    left: Math.round(part.left - page.left),
    right: Math.round(page.right - part.right),
    bottom,
    isAbovePinned,
    side: freeSide(page, part, bottom, isAbovePinned, own),
  };
}

const isSame = (one: Place | undefined, other: Place | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    (["scroller", "left", "right", "bottom", "isAbovePinned", "side"] as const).every((key) => one[key] === other[key]));

/** Button to the end of any page or list that continues more than 80 pixels below the screen. It needs nothing from the page that contains it. */
export function ScrollToBottom() {
  const t = useT();
  const span = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<Place>();

  useEffect(() => {
    const own = span.current;
    const root = own?.parentElement;
    if (!root) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const put = (scroller: Element | undefined) => {
      const next = scroller && placeIn(root, scroller, own);
      setPlace((now) => (isSame(now, next) ? now : next));
    };
    let read: Element | undefined;
    const look = () => {
      timer = undefined;
      put(read?.isConnected && leftBelow(read) > nearPixels && scrolls(read) ? read : longestIn(root));
    };
    const lookSoon = () => {
      timer ??= setTimeout(look, settleMilliseconds);
    };
    const follow = ({ target }: Event) => {
      if (!(target instanceof Element) || target.clientHeight < leastHeight) return;
      // The element that someone scrolls is the one they read.
      if (leftBelow(target) > nearPixels && scrolls(target)) {
        read = target;
        clearTimeout(timer);
        timer = setTimeout(look, settleMilliseconds);
        setPlace((now) => (now?.scroller === target ? now : placeIn(root, target, own)));
      } else lookSoon();
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
      data-side={place?.side}
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
