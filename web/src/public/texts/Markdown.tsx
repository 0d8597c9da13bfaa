import { Fragment } from "react";
import { A } from "../navigation.tsx";
import type { Block } from "./markdown.ts";
import { parseInline } from "./markdown.ts";
import styles from "./Markdown.module.css";

export function Markdown({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div className={styles.text}>
      {/* Texts are constant: a block's place is its name. */}
      {blocks.map((block, at) => (
        <BlockOf key={at} block={block} />
      ))}
    </div>
  );
}

function BlockOf({ block }: { block: Block }) {
  if (block.kind === "heading") {
    const Heading = `h${block.level}` as const;
    return (
      <Heading>
        <Line of={block.text} />
      </Heading>
    );
  }
  if (block.kind === "list") {
    const List = block.isOrdered ? "ol" : "ul";
    return (
      <List>
        {block.items.map((item) => (
          <li key={item}>
            <Line of={item} />
          </li>
        ))}
      </List>
    );
  }
  if (block.kind === "code")
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
      <pre dir="ltr" tabIndex={0}>
        <code>{block.text}</code>
      </pre>
    );
  if (block.kind === "table")
    return (
      <table>
        <thead>
          <tr>
            {block.head.map((cell) => (
              <th key={cell} scope="col">
                <Line of={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row) => (
            <tr key={row.join()}>
              {row.map((cell, at) => (
                <td key={at}>
                  <Line of={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  return (
    <p>
      <Line of={block.text} />
    </p>
  );
}

function Line({ of }: { of: string }) {
  return parseInline(of).map((part, at) => {
    if (part.kind === "strong") return <strong key={at}>{part.text}</strong>;
    if (part.kind === "key")
      return (
        <kbd key={at} dir="ltr">
          {part.text}
        </kbd>
      );
    if (part.kind === "link")
      return (
        <A key={at} href={part.href}>
          {part.text}
        </A>
      );
    return <Fragment key={at}>{part.text}</Fragment>;
  });
}
