import allowed from "@fluentui/svg-icons/icons/checkmark_circle_16_filled.svg?icon";
import refused from "@fluentui/svg-icons/icons/dismiss_circle_16_regular.svg?icon";
import type { Card } from "@kartis/core/cards/schema.ts";
import type { Permission, PermissionAction, PermissionType } from "@kartis/core/kernel/permission.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { nameOf } from "../records/card-types.ts";
import { membersOptions } from "./roles.ts";
import styles from "./WhyDialog.module.css";

interface WhyDialogProps {
  card: Card;
  /** The person to ask about; by default the first member. */
  userId?: string;
  onClose: () => void;
}

/** "Why can this person (not) see this?", action by action, each with the rule that decides. */
export function WhyDialog({ card, userId, onClose }: WhyDialogProps) {
  const t = useT();
  const format = useFormat();
  const { data: members = [] } = useQuery(membersOptions());
  const [chosen, setChosen] = useState(userId);
  // Basic members first: of the others there is nothing to ask.
  const person =
    members.find((member) => member.userId === chosen) ?? members.find(({ systemRole }) => systemRole === "BASIC") ?? members[0];
  const { data: explanation, error } = useQuery(
    trpc.cards.explainAccess.queryOptions(
      { cardId: card.id, userId: person?.userId ?? "usr_00000000000000000000000000" },
      { enabled: person !== undefined, staleTime: 0 },
    ),
  );
  const nameOfMember = (userId: string | null) => members.find((member) => member.userId === userId)?.name;
  const owner = nameOfMember(explanation?.ownerId ?? null);
  const assignees = (explanation?.assigneeIds ?? []).flatMap((userId) => nameOfMember(userId) ?? []);
  const whose = [
    owner ? t("roles.why.owner", { name: owner }) : t("roles.why.noOwner"),
    ...(assignees.length > 0 ? [t("roles.why.assignedTo", { names: format.list(assignees) })] : []),
  ].join(" ");
  const name = nameOf(card);
  const wordsOf = (permission: Permission) => {
    const [type, action] = permission.split(".") as [PermissionType, PermissionAction]; // a permission is these two
    return `${t(`roles.type.${type}`)}: ${t(`roles.action.${action}`)}`;
  };

  return (
    <Dialog isOpen onClose={onClose} title={t("roles.why.title", { name })} size={560}>
      <div className={styles.body}>
        <Select
          label={t("roles.why.person")}
          options={members.map((member) => ({ id: member.userId, label: member.name }))}
          value={person?.userId ?? null}
          onChange={setChosen}
        />
        {error && <p role="alert">{t("common.error.message")}</p>}
        {explanation && person && (
          <ul className={styles.answers} aria-live="polite">
            {explanation.answers.map(({ action, isAllowed, rule, permission, fieldLabel = "" }) => (
              <li key={action} data-allowed={isAllowed || undefined}>
                <Icon of={isAllowed ? allowed : refused} />
                <div>
                  <p className={styles.answer}>
                    {t(isAllowed ? `roles.why.${action}.yes` : `roles.why.${action}.no`, { person: person.name })}
                  </p>
                  <p className={styles.rule}>
                    {t(`roles.why.${rule}`, {
                      role: explanation.roleName ?? "",
                      permission: wordsOf(permission),
                      owner: whose,
                      field: fieldLabel,
                    })}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
