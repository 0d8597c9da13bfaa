import { useQuery } from "@tanstack/react-query";
import { useT } from "../../lib/i18n.tsx";
import { meOptions } from "../../lib/session.ts";
import { Checkbox } from "../../ui/inputs/Checkbox.tsx";
import { Hidden } from "../../ui/display/Num.tsx";
import { InvitationRow, MemberMenu, MemberRow, type MemberTask } from "./MemberRows.tsx";
import type { Invitation, Member } from "./members.ts";
import styles from "./members.module.css";

interface MemberTableProps {
  members: readonly Member[];
  invitations: readonly Invitation[];
  roleName: (roleId: string | null) => string | null;
  /** Members with two-step sign-in; undefined if the viewer cannot see this. */
  withTwoStep: readonly string[] | undefined;
  /** Members' telephone extensions; undefined if the plan has no telephony. */
  extensionOf: ((userId: string) => string) | undefined;
  /** The members that may be changed together, and which of them are chosen. */
  selectable: readonly Member[];
  chosen: readonly Member[];
  onSelect: (member: Member, isSelected: boolean) => void;
  onSelectAll: (all: boolean) => void;
  onTask: (task: MemberTask, member: Member) => void;
  onReinstate: (member: Member) => void;
}

/** The members, and below them the people who are invited. */
export function MemberTable(props: MemberTableProps) {
  const {
    members,
    invitations,
    roleName,
    withTwoStep,
    extensionOf,
    selectable,
    chosen,
    onSelect,
    onSelectAll,
    onTask,
    onReinstate,
  } = props;
  const t = useT();
  const { data: me } = useQuery(meOptions());
  const canChange = me?.systemRole === "OWNER" || me?.systemRole === "ADMIN";
  return (
    <table className={styles.table} data-selectable={selectable.length > 0 ? "" : undefined}>
      <thead>
        <tr>
          <th scope="col">
            <span className={styles.person}>
              {selectable.length > 0 && (
                <Checkbox
                  aria-label={t("members.selectAll")}
                  isSelected={chosen.length === selectable.length}
                  isIndeterminate={chosen.length > 0 && chosen.length < selectable.length}
                  onChange={onSelectAll}
                />
              )}
              {t("members.column.name")}
            </span>
          </th>
          {(["systemRole", "role", "status", "joined", "invited", "lastActive"] as const).map((column) => (
            <th key={column} scope="col">
              {t(`members.column.${column}`)}
            </th>
          ))}
          {extensionOf && <th scope="col">{t("members.column.extension")}</th>}
          {withTwoStep && <th scope="col">{t("members.column.twoStep")}</th>}
          <th scope="col">
            <Hidden>{t("common.more")}</Hidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <MemberRow
            key={member.userId}
            member={member}
            roleName={roleName(member.roleId)}
            isMe={member.userId === me?.user.id}
            hasTwoStep={withTwoStep?.includes(member.userId)}
            extension={extensionOf?.(member.userId)}
            selection={
              selectable.includes(member)
                ? {
                    isSelected: chosen.includes(member),
                    onChange: (isSelected) => onSelect(member, isSelected),
                  }
                : undefined
            }
            menu={
              canChange &&
              (member.systemRole !== "OWNER" || extensionOf) && (
                <MemberMenu
                  member={member}
                  hasExtensions={extensionOf !== undefined}
                  isMe={member.userId === me?.user.id}
                  isOwner={me?.systemRole === "OWNER"}
                  onOpen={(task) => onTask(task, member)}
                  onReinstate={() => onReinstate(member)}
                />
              )
            }
          />
        ))}
        {invitations.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            roleName={roleName(invitation.roleId)}
            canChange={canChange}
            hasTwoStep={withTwoStep !== undefined}
            hasExtensions={extensionOf !== undefined}
          />
        ))}
      </tbody>
    </table>
  );
}
