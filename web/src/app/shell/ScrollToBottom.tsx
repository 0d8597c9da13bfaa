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

const leftBelow = (element: Element): number => element.scrollHeight - element.clientHeight - element.scrollTop;
/** The hours of a day are no list with an end to go to. */
const scrolls = (element: Element): boolean =>
  /auto|scroll/.test(getComputedStyle(element).overflowY) && !element.hasAttribute("data-clock");
const areaOf = (element: Element): number => element.clientWidth * element.clientHeight;

/** The largest part of the page that goes on far below. */
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

/** On every page and list that goes on for more than 80 pixels below what is seen: to its end. Stands in what the page is in, and asks nothing of the page. */
export function ScrollToBottom() {
  const t = useT();
  const place = useRef<HTMLSpanElement>(null);
  const [scroller, setScroller] = useState<Element>();

  useEffect(() => {
    const root = place.current?.parentElement;
    if (!root) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      timer = undefined;
      setScroller(longestIn(root));
    };
    const lookSoon = () => {
      timer ??= setTimeout(look, settleMilliseconds);
    };
    const follow = ({ target }: Event) => {
      if (!(target instanceof Element) || target.clientHeight < leastHeight) return;
      // What somebody scrolls is what they read.
      if (leftBelow(target) > nearPixels && scrolls(target)) setScroller(target);
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
    scroller?.scrollTo({ top: scroller.scrollHeight });
    // The button goes, and the focus with it.
    document.getElementById("content")?.focus({ preventScroll: true });
  }

  return (
    <span ref={place} className={styles.place}>
      {scroller && (
        <Button className={styles.button ?? ""} aria-label={t("shell.scrollToBottom")} onPress={goDown}>
          <Icon of={arrowDown} />
        </Button>
      )}
    </span>
  );
}
