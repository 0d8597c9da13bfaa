import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import { Fragment } from "react";
import { MenuItem } from "react-aria-components/Menu";
import { labelOf, type Command } from "../../lib/keys/commands.ts";
import { Icon } from "../../ui/display/Icon.tsx";
import { Kbd } from "../../ui/actions/Kbd.tsx";
import { Ltr } from "../../ui/display/Num.tsx";
import { PhoneNumber } from "../fields/display/PhoneNumber.tsx";
import { ResultName, ResultType } from "./search/ResultParts.tsx";
import type { CardSearch } from "../records/useCardSearch.ts";
import { marksIn } from "./match.ts";
import styles from "./palette.module.css";

interface CardRowProps {
  result: SearchResult;
  type: ReturnType<CardSearch["typeOf"]>;
  typed: string;
}

export function CardRow({ result, type, typed }: CardRowProps) {
  return (
    <MenuItem id={result.id} textValue={result.name} className={styles.row ?? ""}>
      <span className={styles.name}>
        <ResultName result={result}>{result.name ? <Marked text={result.name} typed={typed} /> : undefined}</ResultName>
      </span>
      <span className={styles.email}>{result.email && <Ltr>{result.email}</Ltr>}</span>
      <span className={styles.phone}>{result.phone && <PhoneNumber value={result.phone} />}</span>
      <span className={styles.type}>
        <ResultType type={type} />
      </span>
    </MenuItem>
  );
}

function Marked({ text, typed }: { text: string; typed: string }) {
  const marks = marksIn(text, typed);
  const starts = [0, ...marks.map(([, to]) => to)];
  return marks.length === 0
    ? text
    : starts.map((from, index) => {
        const mark = marks[index];
        return (
          <Fragment key={from}>
            {text.slice(from, mark?.[0])}
            {mark && <mark className={styles.mark}>{text.slice(...mark)}</mark>}
          </Fragment>
        );
      });
}

export function CommandRow({ command }: { command: Command }) {
  const label = labelOf(command);
  return (
    <MenuItem id={command.id} textValue={label} className={styles.row ?? ""}>
      <span className={styles.icon}>{command.icon && <Icon of={command.icon} />}</span>
      <bdi className={styles.label}>{label}</bdi>
      {command.shortcut && (
        <span className={styles.end}>
          <Kbd keys={command.shortcut} />
        </span>
      )}
    </MenuItem>
  );
}
