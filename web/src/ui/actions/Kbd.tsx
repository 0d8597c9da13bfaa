import { Fragment } from "react";
import styles from "./Kbd.module.css";

const isApple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
const signs: Readonly<Record<string, string>> = {
  Mod: isApple ? "⌘" : "Ctrl",
  Shift: "⇧",
  Alt: isApple ? "⌥" : "Alt",
  Escape: "Esc",
  Enter: "↵",
  Backspace: "⌫",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};

/** Keys separated by "+": `Mod+K` shows as ⌘ K on Apple's keyboards and as Ctrl K elsewhere; by a space when one comes after the other. Never mirrored. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={styles.keys} dir="ltr">
      {keys.split(" ").map((step, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same key may be pressed twice
        <Fragment key={index}>
          {step.split("+").map((key) => (
            <kbd key={key} className={styles.key}>
              {signs[key] ?? key}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
