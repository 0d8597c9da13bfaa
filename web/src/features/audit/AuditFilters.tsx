import dismiss from "@fluentui/svg-icons/icons/dismiss_12_regular.svg?icon";
import { auditActions, auditKinds, origins, otherActors } from "@kartis/core/journal/rules.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { DatePicker } from "../../ui/inputs/DateField.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { useCardNames } from "../records/card-names.ts";
import { useMembers, useVisitors } from "../people/people.ts";
import styles from "./audit.module.css";
import type { AuditSearch } from "./filters.ts";
import type { Entry } from "./Records.tsx";

const any = "any";

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (search: AuditSearch) => void;
  /** The entries shown; if all are about one subject, they contain its name. */
  entries: readonly Entry[] | undefined;
}

export function AuditFilters({ search, onChange, entries }: AuditFiltersProps) {
  const t = useT();
  const members = useMembers();
  const visitors = useVisitors() ?? [];
  const change = (key: keyof AuditSearch) => (value: string | null) => {
    const { [key]: _, ...others } = search;
    onChange(value === null || value === any ? others : { ...others, [key]: value });
  };
  const choice = (
    key: "who" | "action" | "kind" | "origin",
    label: string,
    all: string,
    options: { id: string; label: string }[],
  ) => (
    <Select
      aria-label={label}
      size={28}
      options={[{ id: any, label: all }, ...options]}
      value={search[key] ?? any}
      onChange={change(key)}
    />
  );
  const actions = auditActions.map((action) => ({ id: action, label: t(`audit.action.${action}`) }));
  return (
    <div className={styles.filters} role="search" aria-label={t("audit.filters")}>
      {choice("who", t("audit.person"), t("audit.anybody"), [
        ...[...members, ...visitors].map(({ userId, name }) => ({ id: userId, label: name })),
        ...otherActors.map((kind) => ({ id: kind, label: t(`audit.actor.${kind}`) })),
      ])}
      {choice("action", t("audit.actionLabel"), t("audit.anyAction"), actions)}
      {choice(
        "kind",
        t("audit.kindLabel"),
        t("audit.anyKind"),
        auditKinds.map((kind) => ({ id: kind, label: t(`audit.kind.${kind}`) })),
      )}
      {choice(
        "origin",
        t("audit.originLabel"),
        t("audit.anyOrigin"),
        origins.map((origin) => ({ id: origin, label: t(`audit.origin.${origin}`) })),
      )}
      <span className={styles.day}>
        <span className={styles.caption} aria-hidden="true">
          {t("audit.from")}
        </span>
        <DatePicker
          aria-label={t("audit.from")}
          size={28}
          value={search.from ?? null}
          {...(search.to ? { max: search.to } : {})}
          onChange={change("from")}
        />
      </span>
      <span className={styles.day}>
        <span className={styles.caption} aria-hidden="true">
          {t("audit.until")}
        </span>
        <DatePicker
          aria-label={t("audit.until")}
          size={28}
          value={search.to ?? null}
          {...(search.from ? { min: search.from } : {})}
          onChange={change("to")}
        />
      </span>
      {search.subject !== undefined && (
        <About subject={search.subject} entries={entries} onRemove={() => change("subject")(null)} />
      )}
      {Object.keys(search).length > 0 && (
        <Button size={28} variant="ghost" onPress={() => onChange({})}>
          {t("audit.clear")}
        </Button>
      )}
    </div>
  );
}

/** Names the one thing that the records are about, and lets go of it. */
function About({ subject, entries, onRemove }: { subject: string; entries: readonly Entry[] | undefined; onRemove: () => void }) {
  const t = useT();
  const cardName = useCardNames()(subject)?.name;
  const name = cardName ?? entries?.find((entry) => entry.subject?.id === subject && entry.subjectName)?.subjectName;
  return (
    <Button size={28} onPress={onRemove}>
      {name ? t("audit.about", { name }) : t("audit.aboutOne")}
      <Icon of={dismiss} label={t("audit.aboutRemove")} />
    </Button>
  );
}
