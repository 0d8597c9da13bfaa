import { useRef } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { useT } from "../../../lib/i18n.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { Searchable } from "../../../ui/collections/Searchable.tsx";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useAssignable } from "../../people/people.ts";
import styles from "./choices.module.css";

const nobody = "none";

interface PersonChoiceProps {
  anchor: Element;
  onChoose: (userId: string | null) => void;
  onClose: () => void;
}

/** Chooser of the assignee: search or pick. */
export function PersonChoice({ anchor, onChoose, onClose }: PersonChoiceProps) {
  const t = useT();
  const triggerRef = useRef(anchor);
  const members = useAssignable();
  const label = t("tasks.assign");
  const choices = [
    ...members.map(({ userId, name }) => ({ id: userId as string, label: name })),
    { id: nobody, label: t("tasks.nobody") },
  ];
  return (
    <Popover
      kind="menu"
      aria-label={label}
      isOpen
      triggerRef={triggerRef}
      placement="bottom end"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Searchable label={t("tasks.findPerson")} choices={choices}>
        {(shown) => (
          <AriaMenu
            aria-label={label}
            className={`${listStyles.list} ${styles.people}`}
            onAction={(key) => onChoose(key === nobody ? null : String(key))}
            onClose={onClose}
            renderEmptyState={() => <p className={listStyles.none}>{t("common.noMatches")}</p>}
          >
            {shown.map((choice) => (
              <MenuItem key={choice.id} id={choice.id} textValue={choice.label}>
                <span className={styles.who}>
                  {choice.id !== nobody && <MemberAvatar userId={choice.id} />}
                  <bdi>{choice.label}</bdi>
                </span>
              </MenuItem>
            ))}
          </AriaMenu>
        )}
      </Searchable>
    </Popover>
  );
}
