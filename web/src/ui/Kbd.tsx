import styles from "./Kbd.module.css";

const isApple = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

/** Keys separated by "+": `Mod+K` shows as ⌘ K on Apple's keyboards and as Ctrl K elsewhere. Never mirrored. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span className={styles.keys} dir="ltr">
      {keys.split("+").map((key) => (
        <kbd key={key} className={styles.key}>
          {key === "Mod" ? (isApple ? "⌘" : "Ctrl") : key}
        </kbd>
      ))}
    </span>
  );
}
