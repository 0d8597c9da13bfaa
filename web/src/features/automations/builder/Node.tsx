import errorCircle from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { useT } from "../../../lib/i18n.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { Menu, MenuItem } from "../../../ui/overlays/Menu.tsx";
import styles from "./builder.module.css";

/** A command on a node, in its menu and by keyboard shortcut. */
export interface NodeDeed {
  readonly id: string;
  readonly label: string;
  readonly icon: IconShape;
  /** As in `Kbd`. */
  readonly shortcut?: string;
  readonly isDisabled?: boolean;
  readonly isDanger?: boolean;
  readonly run: () => void;
}

interface NodeProps {
  id: string;
  kind: "when" | "if" | "then";
  icon: IconShape;
  /** "When", "Only if" or "Then". */
  lead: string;
  title: string;
  isSelected: boolean;
  /** The problem's message. */
  problems: readonly string[];
  missing?: ReactNode;
  deeds: readonly NodeDeed[];
  /** Absent if read-only. */
  onOpen?: (() => void) | undefined;
  children: ReactNode;
}

/** A node of the canvas, with its sentence, its problem and its commands. */
export function Node({ id, kind, icon, lead, title, isSelected, problems, missing, deeds, onOpen, children }: NodeProps) {
  const t = useT();
  const words = (
    <>
      <span className={styles.tile} data-kind={kind}>
        <Icon of={icon} />
      </span>
      <span className={styles.head}>
        <span className={styles.lead}>{lead}</span>
        <span className={styles.title}>{title}</span>
      </span>
      <span className={styles.sentence}>{children}</span>
    </>
  );
  return (
    <div className={styles.node} data-selected={isSelected || undefined} data-wrong={problems.length > 0 || undefined}>
      {onOpen ? (
        <Button className={styles.open ?? ""} data-node={id} aria-pressed={isSelected} onPress={onOpen}>
          {words}
        </Button>
      ) : (
        <div className={styles.open}>{words}</div>
      )}
      {deeds.length > 0 && (
        <span className={styles.more}>
          <Menu
            aria-label={t("automations.deeds", { name: title })}
            placement="bottom end"
            trigger={<IconButton icon={more} size={24} label={t("automations.deeds", { name: title })} />}
          >
            {deeds.map((deed) => (
              <MenuItem
                key={deed.id}
                icon={deed.icon}
                isDisabled={deed.isDisabled ?? false}
                onAction={deed.run}
                {...(deed.shortcut ? { shortcut: deed.shortcut } : {})}
                {...(deed.isDanger ? { tone: "danger" as const } : {})}
              >
                {deed.label}
              </MenuItem>
            ))}
          </Menu>
        </span>
      )}
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map((problem) => (
            <li key={problem}>
              <Icon of={errorCircle} />
              <span>{problem}</span>
            </li>
          ))}
        </ul>
      )}
      {missing}
    </div>
  );
}
