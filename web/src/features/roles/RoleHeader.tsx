import arrowBack from "@fluentui/svg-icons/icons/arrow_left_16_regular.svg?icon";
import type { ReactNode } from "react";
import { useT } from "../../lib/i18n.tsx";
import { People } from "../../ui/display/Avatar.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { LevelBars, levels } from "./LevelBars.tsx";
import styles from "./roles.module.css";
import type { Member } from "./roles.ts";

interface RoleHeaderProps {
  name: string;
  description?: string;
  people: readonly Member[];
  after?: ReactNode;
  actions?: ReactNode;
  /** Goes back to the list, if there is no room for it beside. */
  onBack: () => void;
}

/** Name of the role, and the people who have it. */
export function RoleHeader({ name, description, people, after, actions, onBack }: RoleHeaderProps) {
  const t = useT();
  return (
    <header className={styles.header}>
      <span className={styles.back}>
        <IconButton icon={arrowBack} flipIcon label={t("roles.openList")} onPress={onBack} />
      </span>
      <div className={styles.titles}>
        <h1 className={styles.title} title={description}>
          <bdi>{name}</bdi>
        </h1>
        {after}
        <People people={people.map(({ userId, name: personName }) => ({ id: userId, name: personName }))} />
        <span className={styles.quiet}>{t("roles.members", { count: people.length })}</span>
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** Legend of the bars. */
export function Legend() {
  const t = useT();
  return (
    <ul className={styles.legend}>
      {levels.map((level) => (
        <li key={level}>
          <LevelBars level={level} />
          {t(`roles.legend.${level}`)}
        </li>
      ))}
    </ul>
  );
}
