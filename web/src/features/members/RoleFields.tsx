import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { RadioGroup } from "../../ui/inputs/RadioGroup.tsx";
import { Select } from "../../ui/inputs/Select.tsx";

/** A person's role in the organization. */
export interface Place {
  readonly systemRole: "ADMIN" | "BASIC";
  readonly roleId: string | null;
}

const none = "none";

/** The system role, and the role of the organization. */
export function RoleFields({
  place,
  onChange,
  errorMessage,
}: {
  place: Place;
  onChange: (place: Place) => void;
  errorMessage?: string | undefined;
}) {
  const t = useT();
  const { data: roles = [] } = useQuery(trpc.roles.list.queryOptions({}));
  return (
    <>
      <RadioGroup
        label={t("members.systemRole")}
        look="cards"
        value={place.systemRole}
        onChange={(value) => onChange({ ...place, systemRole: value === "ADMIN" ? "ADMIN" : "BASIC" })}
        options={[
          { id: "BASIC", label: t("roles.systemRole.BASIC"), description: t("members.role.hint") },
          { id: "ADMIN", label: t("roles.systemRole.ADMIN"), description: t("members.role.adminHint") },
        ]}
      />
      <Select
        label={t("members.role")}
        options={[{ id: none, label: t("members.role.none") }, ...roles.map(({ id, name }) => ({ id, label: name }))]}
        value={place.roleId ?? none}
        onChange={(id) => onChange({ ...place, roleId: id === none ? null : id })}
        errorMessage={errorMessage}
      />
    </>
  );
}
