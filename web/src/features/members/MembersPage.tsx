import add from "@fluentui/svg-icons/icons/mail_add_16_regular.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_16_regular.svg?icon";
import { limits } from "@kartis/core/plans/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/crumbs.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { useLive } from "../../lib/live.ts";
import { meOptions } from "../../lib/session.ts";
import { useTitle } from "../../lib/title.ts";
import { PersonAvatar } from "../../ui/Avatar.tsx";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/Menu.tsx";
import { Hidden, Ltr } from "../../ui/Num.tsx";
import { Pill } from "../../ui/Pill.tsx";
import { SkeletonRows } from "../../ui/Skeleton.tsx";
import { showToast } from "../../ui/toasts.ts";
import { Permitted } from "../settings/Permitted.tsx";
import settings from "../settings/settings.module.css";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { ChangeRoleDialog, RemoveDialog, TransferDialog } from "./MemberDialogs.tsx";
import { type Invitation, invitationsOptions, type Member, membersOptions, refreshMembers } from "./members.ts";
import styles from "./members.module.css";

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

type Open = { readonly kind: "invite" } | { readonly kind: "role" | "remove" | "transfer" | "why"; readonly member: Member };

function Page() {
  const t = useT();
  const { data: me } = useQuery(meOptions());
  const { data: members, error, refetch } = useQuery(membersOptions());
  const { data: invitations = [] } = useQuery(invitationsOptions());
  const { data: roles = [] } = useQuery(trpc.roles.list.queryOptions({}, { meta: { quiet: true } }));
  const [open, setOpen] = useState<Open>();
  useTitle(t("members.title"));
  useCrumbs([{ label: t("shell.settings"), href: "/settings" }, { label: t("members.title") }]);
  useLive((message) => {
    if (message.kind === "change" && ["member", "invitation", "role"].includes(message.subject.kind)) void refreshMembers();
  });
  if (!members) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={8} />;

  const canChange = me?.systemRole === "OWNER" || me?.systemRole === "ADMIN";
  const roleName = (roleId: string | null) => roles.find(({ id }) => id === roleId)?.name ?? null;
  const used = members.length + invitations.filter(({ isExpired }) => !isExpired).length;
  const limit = me?.plan ? limits[me.plan.type].users : null;
  const close = () => setOpen(undefined);

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
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {(["name", "systemRole", "role", "status", "joined", "invited", "lastActive"] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`members.column.${column}`)}
                </th>
              ))}
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
                menu={
                  canChange &&
                  member.systemRole !== "OWNER" && (
                    <MemberMenu
                      member={member}
                      isMe={member.userId === me?.user.id}
                      isOwner={me?.systemRole === "OWNER"}
                      onOpen={(kind) => setOpen({ kind, member })}
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
              />
            ))}
          </tbody>
        </table>
      </div>
      {open?.kind === "invite" && (
        <InviteDialog
          firstRoleId={(roles.find(({ preset }) => preset === "SALES_REPRESENTATIVE") ?? roles[0])?.id ?? null}
          onClose={close}
        />
      )}
      {open?.kind === "role" && <ChangeRoleDialog member={open.member} onClose={close} />}
      {open?.kind === "remove" && <RemoveDialog member={open.member} members={members} onClose={close} />}
      {open?.kind === "why" && <WhyOfMember member={open.member} onClose={close} />}
      {open?.kind === "transfer" && <TransferDialog member={open.member} onClose={close} />}
    </div>
  );
}

function MemberMenu({
  member,
  isMe,
  isOwner,
  onOpen,
}: {
  member: Member;
  isMe: boolean;
  isOwner: boolean;
  onOpen: (kind: "role" | "remove" | "transfer" | "why") => void;
}) {
  const t = useT();
  const label = t("members.actionsOf", { name: member.name });
  return (
    <Menu placement="bottom end" aria-label={label} trigger={<IconButton icon={more} size={24} label={label} />}>
      <MenuItem onAction={() => onOpen("role")}>{t("members.changeRole")}</MenuItem>
      <MenuItem onAction={() => onOpen("why")}>{t("members.why", { name: member.name })}</MenuItem>
      {isOwner && <MenuItem onAction={() => onOpen("transfer")}>{t("members.transfer")}</MenuItem>}
      <MenuSeparator />
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
  menu: ReactNode;
}

function MemberRow({ member, roleName, isMe, menu }: MemberRowProps) {
  const t = useT();
  const format = useFormat();
  const { userId, name, email, avatarId, systemRole, joinedAt, invitedAt, lastActiveAt } = member;
  return (
    <tr>
      <th scope="row">
        <span className={styles.person}>
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
        <Pill hue="green">{t("members.status.member")}</Pill>
      </td>
      <td>{format.date(joinedAt)}</td>
      <td>{invitedAt && format.date(invitedAt)}</td>
      <td>{lastActiveAt ? format.relative(lastActiveAt) : <span className={styles.quiet}>{t("members.never")}</span>}</td>
      <td>{menu}</td>
    </tr>
  );
}

interface InvitationRowProps {
  invitation: Invitation;
  roleName: string | null;
  canChange: boolean;
}

function InvitationRow({ invitation, roleName, canChange }: InvitationRowProps) {
  const t = useT();
  const format = useFormat();
  const { id, email, systemRole, invitedAt, isExpired } = invitation;

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
        <Pill hue={isExpired ? "red" : "amber"}>{isExpired ? t("members.status.expired") : t("members.status.invited")}</Pill>
      </td>
      <td>{null}</td>
      <td>{format.date(invitedAt)}</td>
      <td>{null}</td>
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
