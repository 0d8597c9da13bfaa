import add from "@fluentui/svg-icons/icons/mail_add_16_regular.svg?icon";
import { limits } from "@kartis/core/plans/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/crumbs.ts";
import { useT } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { useLive } from "../../lib/live.ts";
import { meOptions } from "../../lib/session.ts";
import { useTitle } from "../../lib/title.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Checkbox } from "../../ui/inputs/Checkbox.tsx";
import { Hidden } from "../../ui/display/Num.tsx";
import { SelectionAction, SelectionBar, SelectionSeparator } from "../../ui/collections/SelectionBar.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Permitted } from "../settings/Permitted.tsx";
import settings from "../settings/settings.module.css";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import { ChangeRolesDialog, SignOutDialog, SuspendDialog, useReinstate } from "./AccessDialogs.tsx";
import { isShown, useMemberFilter } from "./filter.ts";
import { InviteDialog } from "./InviteDialog.tsx";
import { RemoveDialog, TransferDialog } from "./MemberDialogs.tsx";
import { MemberFilters } from "./MemberFilters.tsx";
import { InvitationRow, MemberMenu, MemberRow, type MemberTask } from "./MemberRows.tsx";
import { invitationsOptions, type Member, membersOptions, refreshMembers, securityOptions } from "./members.ts";
import styles from "./members.module.css";
import { TwoStepForAll } from "./TwoStepForAll.tsx";

const WhyOfMember = later(async () => (await import("./WhyOfMember.tsx")).WhyOfMember);

const Failure = later(async () => (await import("../../app/Failure.tsx")).default);

/** `/settings/members`: who belongs to the organization, and who is invited. */
export function MembersPage() {
  return (
    <Permitted right={["ORGANIZATION", "read"]}>
      <Page />
    </Permitted>
  );
}

type Open =
  | { readonly kind: "invite" }
  | { readonly kind: Exclude<MemberTask, "role" | "suspend">; readonly member: Member }
  | { readonly kind: "role" | "suspend"; readonly members: readonly Member[] };

/** The server's bound of a change of roles. */
const maxSelected = 45;

function Page() {
  const t = useT();
  const { data: me } = useQuery(meOptions());
  const { data: members, error, refetch } = useQuery(membersOptions());
  const { data: invitations = [] } = useQuery(invitationsOptions());
  const { data: roles = [] } = useQuery(trpc.roles.list.queryOptions({}, { meta: { quiet: true } }));
  const canChange = me?.systemRole === "OWNER" || me?.systemRole === "ADMIN";
  const { data: security } = useQuery({ ...securityOptions(), enabled: canChange });
  const [open, setOpen] = useState<Open>();
  const [filter, setFilter] = useMemberFilter();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const reinstate = useReinstate();
  useTitle(t("members.title"));
  useCrumbs([{ label: t("shell.settings"), href: "/settings" }, { label: t("members.title") }]);
  useLive((message) => {
    if (message.kind === "change" && ["member", "invitation", "role"].includes(message.subject.kind)) void refreshMembers();
  });
  if (!members) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={8} />;

  const roleName = (roleId: string | null) => roles.find(({ id }) => id === roleId)?.name ?? null;
  const used = members.length + invitations.filter(({ isExpired }) => !isExpired).length;
  const limit = me?.plan ? limits[me.plan.type].users : null;
  const close = () => setOpen(undefined);
  const shown = members.filter((member) => isShown(member, filter));
  const shownInvitations = invitations.filter((invitation) => isShown(invitation, filter));
  const isSelectable = (member: Member) => canChange && member.systemRole !== "OWNER" && member.userId !== me?.user.id;
  const selectable = shown.filter(isSelectable).slice(0, maxSelected);
  // What the filter hides is not changed along with what is seen.
  const chosen = selectable.filter(({ userId }) => selected.has(userId));
  const hasTwoStep = (member: Member) => security?.withTwoStep.includes(member.userId);

  function openTask(kind: MemberTask, member: Member) {
    setOpen(kind === "role" || kind === "suspend" ? { kind, members: [member] } : { kind, member });
  }
  function select(userId: string, isSelected: boolean) {
    setSelected(isSelected ? new Set([...selected, userId]) : new Set([...selected].filter((id) => id !== userId)));
  }
  const clear = () => setSelected(new Set());

  return (
    <div className={settings.page}>
      <SettingsHeader
        title={t("members.title")}
        meta={limit === null ? t("members.seatsEndless", { used }) : t("members.seats", { used, limit })}
        actions={
          canChange && (
            <Button variant="primary" icon={add} onPress={() => setOpen({ kind: "invite" })}>
              {t("members.invite")}
            </Button>
          )
        }
      />
      {!canChange && (
        <p className={styles.note} role="note">
          {t("roles.readOnly")} {t("errors.onlyAdministrators")}
        </p>
      )}
      <MemberFilters filter={filter} onChange={setFilter} />
      <div className={styles.scroll}>
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
                      onChange={(all) => setSelected(new Set(all ? selectable.map(({ userId }) => userId) : []))}
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
              {security && <th scope="col">{t("members.column.twoStep")}</th>}
              <th scope="col">
                <Hidden>{t("common.more")}</Hidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((member) => (
              <MemberRow
                key={member.userId}
                member={member}
                roleName={roleName(member.roleId)}
                isMe={member.userId === me?.user.id}
                hasTwoStep={hasTwoStep(member)}
                selection={
                  isSelectable(member)
                    ? {
                        isSelected: selected.has(member.userId),
                        onChange: (isSelected) => select(member.userId, isSelected),
                      }
                    : undefined
                }
                menu={
                  canChange &&
                  member.systemRole !== "OWNER" && (
                    <MemberMenu
                      member={member}
                      isMe={member.userId === me?.user.id}
                      isOwner={me?.systemRole === "OWNER"}
                      onOpen={(kind) => openTask(kind, member)}
                      onReinstate={() => void reinstate([member])}
                    />
                  )
                }
              />
            ))}
            {shownInvitations.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                roleName={roleName(invitation.roleId)}
                canChange={canChange}
                hasTwoStep={security !== undefined}
              />
            ))}
          </tbody>
        </table>
        {shown.length + shownInvitations.length === 0 && (
          <p className={styles.nobody} role="status">
            {t("members.filter.none")}
          </p>
        )}
        {security && <TwoStepForAll isRequired={security.isTwoStepRequired} />}
      </div>
      {chosen.length > 0 && (
        <SelectionBar label={t("members.selected", { count: chosen.length })} onClear={clear}>
          <SelectionAction label={t("members.changeRole")} onPress={() => setOpen({ kind: "role", members: chosen })} />
          {chosen.some(({ suspendedAt }) => suspendedAt) && (
            <SelectionAction
              label={t("members.reinstate")}
              onPress={() => void reinstate(chosen.filter(({ suspendedAt }) => suspendedAt))}
            />
          )}
          {chosen.some(({ suspendedAt }) => !suspendedAt) && (
            <>
              <SelectionSeparator />
              <SelectionAction
                label={t("members.suspend")}
                tone="danger"
                onPress={() => setOpen({ kind: "suspend", members: chosen.filter(({ suspendedAt }) => !suspendedAt) })}
              />
            </>
          )}
        </SelectionBar>
      )}
      {open?.kind === "invite" && (
        <InviteDialog
          firstRoleId={(roles.find(({ preset }) => preset === "SALES_REPRESENTATIVE") ?? roles[0])?.id ?? null}
          onClose={close}
        />
      )}
      {open?.kind === "role" && <ChangeRolesDialog members={open.members} onClose={close} />}
      {open?.kind === "suspend" && <SuspendDialog members={open.members} onClose={close} />}
      {open?.kind === "signOut" && <SignOutDialog member={open.member} onClose={close} />}
      {open?.kind === "remove" && <RemoveDialog member={open.member} members={members} onClose={close} />}
      {open?.kind === "why" && <WhyOfMember member={open.member} onClose={close} />}
      {open?.kind === "transfer" && <TransferDialog member={open.member} onClose={close} />}
    </div>
  );
}
