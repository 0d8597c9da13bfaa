import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { SearchInput } from "../../ui/inputs/SearchInput.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { type MemberFilter, memberStates } from "./filter.ts";
import styles from "./members.module.css";

const any = "any";

interface MemberFiltersProps {
  filter: MemberFilter;
  onChange: (change: MemberFilter) => void;
}

/** Filter by name or address, role, and state. */
export function MemberFilters({ filter, onChange }: MemberFiltersProps) {
  const t = useT();
  const { data: roles = [] } = useQuery(trpc.roles.list.queryOptions({}, { meta: { quiet: true } }));
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <div className={styles.filters} role="search" aria-label={t("members.search")}>
      <SearchInput
        label={t("members.search")}
        value={filter.search ?? ""}
        onChange={(search) => onChange({ search: search || undefined })}
      />
      <Select
        aria-label={t("members.filter.role")}
        size={28}
        options={[
          { id: any, label: t("members.filter.anyRole") },
          { id: "OWNER", label: t("roles.systemRole.OWNER") },
          { id: "ADMIN", label: t("roles.systemRole.ADMIN") },
          ...roles.map(({ id, name }) => ({ id, label: name })),
          { id: "none", label: t("members.noRole") },
        ]}
        value={filter.role ?? any}
        onChange={(role) => onChange({ role: role === any ? undefined : role })}
      />
      <Select
        aria-label={t("members.filter.state")}
        size={28}
        options={[
          { id: any, label: t("members.filter.anyState") },
          ...memberStates.map((state) => ({ id: state, label: t(`members.status.${state}`) })),
        ]}
        value={filter.state ?? any}
        onChange={(chosen) => onChange({ state: memberStates.find((state) => state === chosen) })}
      />
      {isFiltered && (
        <Button size={28} variant="ghost" onPress={() => onChange({ search: undefined, role: undefined, state: undefined })}>
          {t("members.filter.clear")}
        </Button>
      )}
    </div>
  );
}
