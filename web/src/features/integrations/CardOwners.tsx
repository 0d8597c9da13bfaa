import type { UserId } from "@kartis/core/kernel/id.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useT } from "../../lib/i18n.tsx";
import { MultiSelect } from "../../ui/inputs/MultiSelect.tsx";
import { MemberAvatar } from "../people/MemberAvatar.tsx";
import { useMembers, useNameOf } from "../people/people.ts";
import styles from "./integrations.module.css";

interface CardOwnersProps {
  ownerIds: readonly UserId[];
  /** Who owns them while nobody is chosen. */
  otherwise: UserId;
  errorMessage?: string | undefined;
  onChange: (ownerIds: readonly UserId[]) => void;
}

/** Members who own the cards that a form or an incoming webhook creates, in turn. */
export function CardOwners({ ownerIds, otherwise, errorMessage, onChange }: CardOwnersProps) {
  const t = useT();
  const nameOf = useNameOf();
  // Whoever was chosen and can be chosen no more is shown, so that they can be taken away.
  const members = useMembers().filter(({ userId, isAssignable }) => isAssignable || ownerIds.includes(userId));
  return (
    <MultiSelect
      label={t("incomingWebhooks.owners")}
      {...(ownerIds.length > 1 ? { description: t("incomingWebhooks.owners.turns") } : {})}
      whole={nameOf(otherwise)}
      value={ownerIds}
      errorMessage={errorMessage}
      onChange={(ids) => onChange(ids.filter((id) => isId("usr", id)))}
      options={members.map(({ userId, name }) => ({
        id: userId,
        label: name,
        node: (
          <span className={styles.who}>
            <MemberAvatar userId={userId} />
            <bdi>{name}</bdi>
          </span>
        ),
      }))}
    />
  );
}
