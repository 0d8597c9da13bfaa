import type { CSSProperties } from "react";
import type { Entry } from "../entries.ts";
import type { Draft } from "../moving/useMoving.ts";
import { useCalendarWords } from "../words.ts";
import { useEntryHue } from "./useEntryHue.ts";
import styles from "./EntryBlock.module.css";

/** Preview of where the dragged entry would be dropped. */
export function Ghost({ draft, entry, style }: { draft: Draft; entry: Entry | undefined; style: CSSProperties }) {
  const words = useCalendarWords();
  const { startMs, endMs } = draft.place;
  return (
    <div
      className={`${styles.entry} ${styles.ghost}`}
      data-kind={entry?.kind ?? "new"}
      data-look="block"
      data-size={endMs - startMs < 36 * 60_000 ? "one" : "two"}
      data-hue={useEntryHue(entry)}
      style={style}
      aria-hidden="true"
    >
      <span className={styles.press}>
        {entry && <bdi className={styles.title}>{entry.title}</bdi>}
        <span className={styles.time}>
          {entry && entry.kind !== "meeting" ? words.time(startMs) : words.times(startMs, endMs)}
        </span>
      </span>
    </div>
  );
}
