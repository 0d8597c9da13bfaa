import styles from "./Display.module.css";
import type { DisplayProps } from "../screen.ts";

/** An address that can be followed, where a press is not the cell's. */
export function Address({ href, text, place }: { href: string; text: string; place: DisplayProps["place"] }) {
  // In a list a press belongs to the cell; the link is one press further, on the card.
  if (place === "cell")
    return (
      <bdi dir="ltr" className={styles.text}>
        {text}
      </bdi>
    );
  const outside = href.startsWith("http") ? { target: "_blank", rel: "noreferrer" } : {};
  return (
    // Itself from left to right, so that what does not fit is cut off at its end and not at its beginning.
    <a dir="ltr" className={`${styles.link} ${styles.text}`} href={href} {...outside}>
      {text}
    </a>
  );
}
