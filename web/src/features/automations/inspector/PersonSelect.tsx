import { isId } from "@kartis/core/kernel/id-form.ts";
import type { UserId } from "@kartis/core/kernel/id.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useAssignable, useNameOf } from "../../people/people.ts";
import styles from "./inspector.module.css";

type Person = "owner" | UserId | null;

interface PersonSelectProps {
  label: string;
  value: Person;
  errorMessage: string | undefined;
  onChange: (person: Person) => void;
}

const nobody = "nobody";

/** The card's owner, a member, or nobody. */
export function PersonSelect({ label, value, errorMessage, onChange }: PersonSelectProps) {
  const t = useT();
  const nameOf = useNameOf();
  const members = useAssignable().map(({ userId }) => userId);
  const shown = value !== null && value !== "owner" && !members.includes(value) ? [...members, value] : members;
  return (
    <Select
      label={label}
      options={[
        { id: "owner", label: t("automations.owner") },
        ...shown.map((userId) => ({
          id: userId,
          label: nameOf(userId),
          node: (
            <span className={styles.option}>
              <MemberAvatar userId={userId} />
              <bdi>{nameOf(userId)}</bdi>
            </span>
          ),
        })),
        { id: nobody, label: t("automations.nobody") },
      ]}
      value={value ?? nobody}
      errorMessage={errorMessage}
      onChange={(chosen) => onChange(chosen === "owner" ? "owner" : isId("usr", chosen) ? chosen : null)}
    />
  );
}
