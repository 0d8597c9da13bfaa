import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import { Collection } from "react-aria-components/Collection";
import { Header } from "react-aria-components/Header";
import { Menu, MenuSection } from "react-aria-components/Menu";
import type { Command } from "../../lib/keys/commands.ts";
import { useT } from "../../lib/i18n.tsx";
import type { useCardSearch } from "../records/useCardSearch.ts";
import styles from "./palette.module.css";
import { CardRow, CommandRow } from "./Rows.tsx";

export interface Group {
  readonly id: string;
  readonly title: string;
  readonly cards?: readonly SearchResult[];
  readonly commands?: readonly Command[];
}

interface PaletteListProps {
  groups: readonly Group[];
  search: ReturnType<typeof useCardSearch>;
  text: string;
  chosen: readonly unknown[];
  onAction: (key: string) => void;
  onPointerMove: () => void;
}

/** The cards and commands that match the typed text. */
export function PaletteList({ groups, search, text, chosen, onAction, onPointerMove }: PaletteListProps) {
  const t = useT();
  return (
    <Menu<Group>
      aria-label={t("palette.title")}
      className={styles.list ?? ""}
      items={groups}
      dependencies={[text, chosen]}
      onAction={(key) => onAction(String(key))}
      onPointerMove={onPointerMove}
      renderEmptyState={() => (
        <p className={styles.none}>{search.isPending ? t("palette.searching") : t("shell.search.empty", { query: text })}</p>
      )}
    >
      {(group) => (
        <MenuSection id={`group:${group.id}`}>
          <Header className={styles.header ?? ""}>{group.title}</Header>
          {group.cards ? (
            <Collection items={group.cards} dependencies={[text]}>
              {(result) => <CardRow result={result} type={search.typeOf(result)} typed={text} />}
            </Collection>
          ) : (
            <Collection items={group.commands ?? []}>{(command) => <CommandRow command={command} />}</Collection>
          )}
        </MenuSection>
      )}
    </Menu>
  );
}
