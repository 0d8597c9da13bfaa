import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import type { LayoutDraft } from "../draft.ts";
import styles from "../editor.module.css";

interface LayoutRolesProps {
  layout: LayoutDraft;
  onChange: (roleIds: readonly string[]) => void;
}

/** Roles that a layout applies to. A person who cannot read roles cannot change them. */
export function LayoutRoles({ layout, onChange }: LayoutRolesProps) {
  const t = useT();
  const enabled = useCan()(["ROLES", "read"]);
  const { data } = useQuery(trpc.roles.list.queryOptions({}, { enabled, meta: { quiet: true } }));
  if (!data) return null;
  return (
    <fieldset className={styles.settings}>
      <legend className={styles.label}>{t("cardTypes.layout.roles")}</legend>
      {data.map(({ id, name }) => (
        <Checkbox
          key={id}
          isSelected={layout.roleIds.includes(id)}
          onChange={(isChosen) => onChange(isChosen ? [...layout.roleIds, id] : layout.roleIds.filter((other) => other !== id))}
        >
          {name}
        </Checkbox>
      ))}
      <p className={styles.under}>{t("cardTypes.layout.roles.help")}</p>
    </fieldset>
  );
}
