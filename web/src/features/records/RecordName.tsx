import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Link, type LinkProps } from "../../ui/actions/Link.tsx";
import { RecordAvatar } from "../../ui/display/Avatar.tsx";
import styles from "./RecordName.module.css";
import { type RecordKind, recordWords } from "./record-words.ts";

interface RecordNameProps extends Pick<LinkProps, "target"> {
  /** Undefined where the record is not to be seen. */
  name: string | undefined;
  /** Only cards have a picture: tasks and meetings are recognized by their place. */
  kind?: RecordKind;
  /** A link where the record has a page that can be opened. */
  href?: string | undefined;
  imageUrl?: string | undefined;
  size?: 16 | 20 | 24;
  /** Accent color, the color of surrounding text, or a chip among several values. */
  look?: "text" | "quiet" | "chip";
  /** Wraps where it has no room instead of being cut, where what is pressed next depends on the whole name. */
  isWhole?: boolean;
  /** False if arrow keys lead to the row that contains it. */
  isTabStop?: boolean;
  /** The name with what was searched for marked in it. */
  children?: ReactNode;
}

/** The name of a record, wherever something other than the record itself shows it. */
export function RecordName({
  name,
  kind = "card",
  href,
  imageUrl,
  size = 20,
  look = "text",
  isWhole = false,
  isTabStop = true,
  children,
  ...link
}: RecordNameProps) {
  const t = useT();
  const shown = (
    <>
      {kind === "card" && name !== undefined && <RecordAvatar name={name} imageUrl={imageUrl} size={size} />}
      <bdi className={name ? styles.name : `${styles.name} ${styles.missing}`}>{children ?? recordWords(name, kind, t)}</bdi>
    </>
  );
  return (
    <span className={styles.record} data-look={look} data-whole={isWhole || undefined}>
      {href ? (
        <Link
          {...link}
          look={look === "quiet" ? "quiet" : "text"}
          href={href}
          {...(isTabStop ? {} : { excludeFromTabOrder: true })}
        >
          {shown}
        </Link>
      ) : (
        shown
      )}
    </span>
  );
}
