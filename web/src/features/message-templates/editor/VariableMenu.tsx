import { type RefObject, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Header } from "react-aria-components/Header";
import { ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";
import { flushSync } from "react-dom";
import { useT } from "../../../lib/i18n.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { Searchable } from "../../../ui/collections/Searchable.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import styles from "../message-templates.module.css";
import type { NamedVariable } from "../text/useVariables.ts";
import { writtenVariable } from "../text/variable.ts";

interface VariableMenuProps {
  anchor: RefObject<Element | null>;
  variables: readonly NamedVariable[];
  /** Called with the text to insert, once the menu is closed: the variable and its fallback. */
  onChoose: (written: string) => void;
  onClose: () => void;
}

/** Variables that can be inserted, by group, and the fallback for missing values. */
export function VariableMenu({ anchor, variables, onChoose, onClose }: VariableMenuProps) {
  const t = useT();
  const [fallback, setFallback] = useState("");
  const choices = variables.map((variable) => ({ ...variable, label: variable.name }));
  const label = t("messageTemplates.insert");
  return (
    <Popover isOpen triggerRef={anchor} placement="bottom start" onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog aria-label={label} className={styles.variables ?? ""}>
        <Searchable label={t("messageTemplates.variable.search")} choices={choices}>
          {(shown) => (
            // The arrows choose while the focus stays in the search. Whoever only wants to look on reaches what scrolls by Tab, and leaves it so.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <div className={styles.variableList} tabIndex={0} role="group" aria-label={label}>
              <ListBox
                aria-label={label}
                className={`${listStyles.list} ${styles.variableChoices}`}
                selectionMode="none"
                onAction={(path) => {
                  // Synchronously: while it is open it contains the focus, which belongs into the text.
                  flushSync(onClose);
                  onChoose(writtenVariable(String(path), fallback));
                }}
                renderEmptyState={() => <p className={listStyles.none}>{t("common.noMatches")}</p>}
              >
                {[...new Map(shown.map(({ group, groupName }) => [group, groupName]))].map(([group, groupName]) => (
                  <ListBoxSection key={group}>
                    <Header className={styles.groupName ?? ""}>{groupName}</Header>
                    {shown
                      .filter((variable) => variable.group === group)
                      .map((variable) => (
                        <ListBoxItem
                          key={variable.path}
                          id={variable.path}
                          textValue={variable.label}
                          className={styles.variable ?? ""}
                        >
                          <bdi>{variable.label}</bdi>
                        </ListBoxItem>
                      ))}
                  </ListBoxSection>
                ))}
              </ListBox>
            </div>
          )}
        </Searchable>
        <div className={styles.ifEmpty}>
          <TextField label={t("messageTemplates.ifEmpty")} value={fallback} onChange={setFallback} maxLength={100} />
        </div>
      </Dialog>
    </Popover>
  );
}
