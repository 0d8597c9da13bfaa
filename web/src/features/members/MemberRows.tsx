import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import type { ReactNode } from "react";
import { client } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { PersonAvatar } from "../../ui/display/Avatar.tsx";
import { Checkbox } from "../../ui/inputs/Checkbox.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/overlays/Menu.tsx";
import { Ltr } from "../../ui/display/Num.tsx";
import { Pill } from "../../ui/display/Pill.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { stateOf } from "./filter.ts";
import { type Invitation, type Member, refreshMembers } from "./members.ts";
import styles from "./members.module.css";

/** Actions on one member that open a dialog. */
export type MemberTask = "role" | "remove" | "transfer" | "why" | "suspend" | "signOut" | "extension";

const hues = { member: "green", suspended: "red", invited: "amber", expired: "red" } as const;

function State({ of: one }: { of: Member | Invitation }) {
  const t = useT();
  const state = stateOf(one);
  return <Pill hue={hues[state]}>{t(`members.status.${state}`)}</Pill>;
}

export function MemberMenu({
  member,
  isMe,
  isOwner,
  hasExtensions,
  onOpen,
  onReinstate,
}: {
  member: Member;
  isMe: boolean;
  isOwner: boolean;
  /** The plan has telephony. */
  hasExtensions: boolean;
  onOpen: (kind: MemberTask) => void;
  onReinstate: () => void;
}) {
  const t = useT();
  const label = t("members.actionsOf", { name: member.name });
  const extension = hasExtensions && <MenuItem onAction={() => onOpen("extension")}>{t("members.extension")}</MenuItem>;
  const trigger = <IconButton icon={more} size={24} label={label} />;
  // The owner's place is the owner's to hand over.
  if (member.systemRole === "OWNER")
    return (
      <Menu placement="bottom end" aria-label={label} trigger={trigger}>
        {extension}
      </Menu>
    );
  return (
    <Menu placement="bottom end" aria-label={label} trigger={trigger}>
      <MenuItem onAction={() => onOpen("role")}>{t("members.changeRole")}</MenuItem>
      {extension}
      <MenuItem onAction={() => onOpen("why")}>{t("members.why", { name: member.name })}</MenuItem>
      {isOwner && !member.suspendedAt && <MenuItem onAction={() => onOpen("transfer")}>{t("members.transfer")}</MenuItem>}
      <MenuItem onAction={() => onOpen("signOut")}>{t("members.signOut")}</MenuItem>
      <MenuSeparator />
      {member.suspendedAt ? (
        <MenuItem onAction={onReinstate}>{t("members.reinstate")}</MenuItem>
      ) : (
        !isMe && (
          <MenuItem tone="danger" onAction={() => onOpen("suspend")}>
            {t("members.suspend")}
          </MenuItem>
        )
      )}
      <MenuItem
        tone="danger"
        isDisabled={isMe}
        note={isMe ? t("errors.removeOneself") : undefined}
        textValue={t("members.remove")}
        onAction={() => onOpen("remove")}
      >
        {t("members.remove")}
      </MenuItem>
    </Menu>
  );
}

interface MemberRowProps {
  member: Member;
  roleName: string | null;
  isMe: boolean;
  /** Whether the member has two-step sign-in; undefined for viewers who may not know. */
  hasTwoStep: boolean | undefined;
  /** The member's telephone extension, empty for none; undefined if the plan has no telephony. */
  extension: string | undefined;
  /** Left out where the member cannot be selected. */
  selection?: { readonly isSelected: boolean; readonly onChange: (isSelected: boolean) => void } | undefined;
  menu: ReactNode;
}

/** Activity is noted once an hour, so within that hour nothing more exact is known. */
const isWithinHour = (instant: string): boolean => Date.now() - Date.parse(instant) < 3_600_000;

export function MemberRow({ member, roleName, isMe, hasTwoStep, extension, selection, menu }: MemberRowProps) {
  const t = useT();
  const format = useFormat();
  const { userId, name, email, avatarId, systemRole, joinedAt, invitedAt, lastActiveAt, suspendedAt } = member;
  return (
    <tr data-member={userId} data-suspended={suspendedAt ? "" : undefined} aria-selected={selection?.isSelected}>
      <th scope="row">
        <span className={styles.person}>
          {selection && <Checkbox {...selection} aria-label={t("members.select", { name })} />}
          <PersonAvatar userId={userId} name={name} imageUrl={avatarId ? `/files/${avatarId}?inline` : undefined} size={24} />
          <span className={styles.names}>
            <bdi className={styles.name}>
              {name} {isMe && <span className={styles.quiet}>({t("members.you")})</span>}
            </bdi>
            <span className={styles.email}>
              <Ltr>{email}</Ltr>
            </span>
          </span>
        </span>
      </th>
      <td>{t(`roles.systemRole.${systemRole}`)}</td>
      <td>
        {roleName ? (
          <bdi>{roleName}</bdi>
        ) : (
          systemRole === "BASIC" && <span className={styles.warning}>{t("members.noRole")}</span>
        )}
      </td>
      <td>
        <State of={member} />
      </td>
      <td>{format.date(joinedAt)}</td>
      <td>{invitedAt && format.date(invitedAt)}</td>
      <td>
        {!lastActiveAt ? (
          <span className={styles.quiet}>{t("members.never")}</span>
        ) : isWithinHour(lastActiveAt) ? (
          t("members.withinHour")
        ) : (
          format.relative(lastActiveAt)
        )}
      </td>
      {extension !== undefined && <td>{extension && <Ltr>{extension}</Ltr>}</td>}
      {hasTwoStep !== undefined && (
        <td>{hasTwoStep ? t("members.twoStep.on") : <span className={styles.quiet}>{t("members.twoStep.off")}</span>}</td>
      )}
      <td>{menu}</td>
    </tr>
  );
}

interface InvitationRowProps {
  invitation: Invitation;
  roleName: string | null;
  canChange: boolean;
  /** Whether the table has a column for two-step sign-in. */
  hasTwoStep: boolean;
  /** Whether the table has a column for telephone extensions. */
  hasExtensions: boolean;
}

export function InvitationRow({ invitation, roleName, canChange, hasTwoStep, hasExtensions }: InvitationRowProps) {
  const t = useT();
  const format = useFormat();
  const { id, email, systemRole, invitedAt } = invitation;

  async function act(title: string, write: () => Promise<unknown>) {
    try {
      await write();
      showToast({ tone: "success", code: "members.invitation", title });
    } catch (failure) {
      reportFailure(failure);
    }
    await refreshMembers();
  }

  const label = t("members.actionsOf", { name: email });
  return (
    <tr data-invited>
      <th scope="row">
        <span className={styles.person}>
          <PersonAvatar userId={id} name={email} size={24} />
          <span className={styles.names}>
            <span className={styles.name}>
              <Ltr>{email}</Ltr>
            </span>
          </span>
        </span>
      </th>
      <td>{t(`roles.systemRole.${systemRole}`)}</td>
      <td>{roleName && <bdi>{roleName}</bdi>}</td>
      <td>
        <State of={invitation} />
      </td>
      <td>{null}</td>
      <td>{format.date(invitedAt)}</td>
      <td>{null}</td>
      {hasExtensions && <td>{null}</td>}
      {hasTwoStep && <td>{null}</td>}
      <td>
        {canChange && (
          <Menu placement="bottom end" aria-label={label} trigger={<IconButton icon={more} size={24} label={label} />}>
            <MenuItem onAction={() => void act(t("members.resent"), () => client.members.resendInvitation.mutate({ email }))}>
              {t("members.resend")}
            </MenuItem>
            <MenuItem
              tone="danger"
              onAction={() => void act(t("members.revoked"), () => client.members.revokeInvitation.mutate({ email }))}
            >
              {t("members.revoke")}
            </MenuItem>
          </Menu>
        )}
      </td>
    </tr>
  );
}
