import type { Token } from "@kartis/core/activities/tasks/quick-add/parse-task.ts";
import { Fragment, type Ref } from "react";
import styles from "./QuickAdd.module.css";

interface HighlightedProps {
  ref: Ref<HTMLDivElement>;
  text: string;
  tokens: readonly Token[];
  scrolled: number;
}

/** Lies behind the line, letter below letter: what was understood has a background. */
export function Highlighted({ ref, text, tokens, scrolled }: HighlightedProps) {
  return (
    <div ref={ref} className={styles.mirror} dir="auto" aria-hidden="true">
      <span style={{ translate: `${-scrolled}px 0` }}>
        {tokens.map((token, index) => (
          <Fragment key={token.from}>
            {text.slice(tokens[index - 1]?.to ?? 0, token.from)}
            <mark className={styles.token}>{token.text}</mark>
          </Fragment>
        ))}
        {text.slice(tokens.at(-1)?.to ?? 0)}
      </span>
    </div>
  );
}
