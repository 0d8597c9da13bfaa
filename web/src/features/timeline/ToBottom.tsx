import arrowDown from "@fluentui/svg-icons/icons/arrow_down_16_regular.svg?icon";
import { type RefObject, useEffect, useState } from "react";
import { useT } from "../../lib/i18n.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import styles from "./timeline.module.css";

/** DESIGN.md section 5. */
const fromPixels = 80;

/** Leads to the end of a long timeline, as soon as one has begun to scroll. */
export function ToBottom({ within }: { within: RefObject<HTMLElement | null> }) {
  const t = useT();
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const scroller = scrollerOf(within.current);
    if (!scroller) return undefined;
    const onScroll = () =>
      setShown(
        scroller.scrollTop > fromPixels && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight > fromPixels,
      );
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => scroller.removeEventListener("scroll", onScroll);
  }, [within]);
  if (!isShown) return null;
  return (
    <div className={styles.toBottom}>
      <IconButton
        icon={arrowDown}
        size={32}
        variant="secondary"
        label={t("timeline.toBottom")}
        onPress={() => {
          const scroller = scrollerOf(within.current);
          scroller?.scrollTo({ top: scroller.scrollHeight, behavior: "smooth" });
        }}
      />
    </div>
  );
}

function scrollerOf(element: Element | null): Element | undefined {
  for (let at = element?.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return undefined;
}
