import { type CSSProperties, useRef, useState } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { useFormat } from "../../../lib/i18n.tsx";
import { textDirection } from "../../../lib/text-direction.ts";
import listStyles from "../../../ui/collections/List.module.css";
import { Num } from "../../../ui/display/Num.tsx";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import type { Entry } from "../entries.ts";
import { useEntryWords } from "../entry/useEntryWords.ts";
import styles from "./TimeGrid.module.css";

interface CrowdButtonProps {
  /** What has no column of its own. */
  entries: readonly Entry[];
  label: string;
  style: CSSProperties;
  onOpen: (entry: Entry) => void;
  /** Shows the day by itself, where there is more room; where it is shown so already, a list opens. */
  onDay: (() => void) | undefined;
}

/** Stands for what overlaps too much to be drawn. The keys that go from entry to entry reach it as the first of them. */
export function CrowdButton({ entries, label, style, onOpen, onDay }: CrowdButtonProps) {
  const format = useFormat();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        data-own-press
        data-crowd={entries.map(({ key }) => key).join(" ")}
        className={styles.crowd}
        style={style}
        aria-label={label}
        aria-haspopup={onDay ? undefined : "menu"}
        aria-expanded={onDay ? undefined : isOpen}
        onClick={() => (onDay ? onDay() : setOpen(true))}
      >
        <Num>+{format.number(entries.length)}</Num>
      </button>
      {isOpen && (
        <Popover
          kind="menu"
          aria-label={label}
          isOpen
          triggerRef={button}
          placement="bottom end"
          onOpenChange={(stays) => !stays && setOpen(false)}
        >
          <AriaMenu
            aria-label={label}
            autoFocus="first"
            className={listStyles.list ?? ""}
            onAction={(key) => {
              const entry = entries.find((each) => each.key === key);
              // The menu gives the focus back before what is opened takes it.
              if (entry) setTimeout(() => onOpen(entry));
            }}
            onClose={() => setOpen(false)}
          >
            {entries.map((entry) => (
              <CrowdItem key={entry.key} entry={entry} />
            ))}
          </AriaMenu>
        </Popover>
      )}
    </>
  );
}

function CrowdItem({ entry }: { entry: Entry }) {
  const { long, label } = useEntryWords(entry);
  return (
    <MenuItem id={entry.key} textValue={entry.title} note={<bdi>{[long, label].filter(Boolean).join(", ")}</bdi>}>
      <bdi dir={textDirection(entry.title)}>{entry.title}</bdi>
    </MenuItem>
  );
}
