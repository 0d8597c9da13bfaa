import chevronRight from "@fluentui/svg-icons/icons/chevron_right_16_regular.svg?icon";
import filterIcon from "@fluentui/svg-icons/icons/filter_16_regular.svg?icon";
import { useId, useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useFormat, useT } from "../../lib/i18n.tsx";
import type { RouterOutputs } from "../../lib/types.ts";
import { PersonAvatar } from "../../ui/display/Avatar.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import styles from "./audit.module.css";
import { ManyChanges } from "./ManyChanges.tsx";
import { RecordChanges } from "./RecordChanges.tsx";
import { SubjectName } from "./SubjectName.tsx";
import { useActorName } from "./useActorName.ts";

export type Entry = RouterOutputs["audit"]["search"]["entries"][number];

interface RecordsProps {
  entries: readonly Entry[];
  /** Shows what happened to this thing alone. */
  onOnly: (subjectId: string) => void;
}

/** Records as a table: each opens to what was before and after. */
export function Records({ entries, onOnly }: RecordsProps) {
  const t = useT();
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t("audit.title")}>
        <thead>
          <tr>
            <th scope="col">{t("audit.column.person")}</th>
            <th scope="col">{t("audit.column.action")}</th>
            <th scope="col">{t("audit.column.kind")}</th>
            <th scope="col" className={styles.wide}>
              {t("audit.column.origin")}
            </th>
            <th scope="col">{t("audit.column.time")}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} onOnly={onOnly} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ entry, onOnly }: { entry: Entry; onOnly: (subjectId: string) => void }) {
  const t = useT();
  const format = useFormat();
  const detailsId = useId();
  const [isOpen, setOpen] = useState(false);
  const actor = useActorName()(entry);
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <th scope="row" className={styles.person}>
          <span className={styles.line}>
            <AriaButton
              className={styles.opener ?? ""}
              aria-label={t("audit.details")}
              aria-expanded={isOpen}
              {...(isOpen ? { "aria-controls": detailsId } : {})}
              onPress={() => setOpen(!isOpen)}
            >
              <Icon of={chevronRight} flip />
            </AriaButton>
            <PersonAvatar userId={entry.userId ?? entry.actorKind} name={actor} size={20} />
            <bdi className={styles.text}>{entry.impersonatedBy ? t("audit.bySupport", { name: actor }) : actor}</bdi>
          </span>
        </th>
        <td className={styles.action}>{t.find(`audit.action.${entry.action}`) ?? entry.action}</td>
        <td className={styles.subject}>
          <span className={styles.line}>
            <Subject entry={entry} />
            {entry.changeCount === 1 && entry.subject && (
              <span className={styles.onHover}>
                <IconButton
                  icon={filterIcon}
                  size={24}
                  label={t("audit.onlyThis")}
                  onPress={() => entry.subject && onOnly(entry.subject.id)}
                />
              </span>
            )}
          </span>
        </td>
        <td className={styles.wide}>{t.find(`audit.origin.${entry.origin}`) ?? entry.origin}</td>
        <td className={styles.time}>
          <time dateTime={entry.createdAt}>{format.dateTime(entry.createdAt)}</time>
        </td>
      </tr>
      {isOpen && (
        <tr className={styles.details}>
          <td colSpan={5} id={detailsId}>
            {entry.changeCount > 1 ? <ManyChanges recordId={entry.id} /> : <RecordChanges change={entry} />}
          </td>
        </tr>
      )}
    </>
  );
}

function Subject({ entry }: { entry: Entry }) {
  const t = useT();
  if (entry.changeCount > 1) return <span>{t("audit.changesCount", { count: entry.changeCount })}</span>;
  return <SubjectName of={entry} />;
}
