import add from "@fluentui/svg-icons/icons/mail_add_16_regular.svg?icon";
import { limits } from "@kartis/core/plans/limits.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useT } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { useLive } from "../../lib/live/live.ts";
import { meOptions } from "../../lib/session.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Permitted } from "../settings/Permitted.tsx";
import settings from "../settings/settings.module.css";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import { standingOptions } from "../voip/queries.ts";
import { useHasTelephony } from "../voip/rights.ts";
import { ChangeRolesDialog, SignOutDialog, SuspendDialog, useReinstate } from "./AccessDialogs.tsx";
import { ChosenMembers } from "./ChosenMembers.tsx";
import { isShown, useMemberFilter } from "./filter.ts";
import { ExtensionDialog } from "./ExtensionDialog.tsx";
import { InviteDialog } from "./InviteDialog.tsx";
import { RemoveDialog, TransferDialog } from "./MemberDialogs.tsx";
import { MemberFilters } from "./MemberFilters.tsx";
import type { MemberTask } from "./MemberRows.tsx";
import { MemberTable } from "./MemberTable.tsx";
import {
  extensionsOptions,
  invitationsOptions,
  type Member,
  membersOptions,
  refreshMembers,
  securityOptions,
} from "./members.ts";
import styles from "./members.module.css";
import { TwoStepForAll } from "./TwoStepForAll.tsx";

const WhyOfMember = later(async () => (await import("./WhyOfMember.tsx")).WhyOfMember);

const Failure = later(async () => (await import("../../ui/pages/Failure.tsx")).default);

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
  const hasTelephony = useHasTelephony();
  const { data: extensions = [] } = useQuery({ ...extensionsOptions(), enabled: hasTelephony });
  const { data: standing } = useQuery({ ...standingOptions(), enabled: hasTelephony });
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
  const rows = useRef<HTMLDivElement>(null);
  const isUnderBar = selected.size > 0;
  useEffect(() => {
    const row = isUnderBar && rows.current?.contains(document.activeElement) && document.activeElement?.closest("tr");
    if (row) row.scrollIntoView({ block: "nearest" });
  }, [isUnderBar]);
  if (!members) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={8} />;

  const used = members.length + invitations.filter(({ isExpired }) => !isExpired).length;
  const limit = me?.plan ? limits[me.plan.type].users : null;
  const close = () => setOpen(undefined);
  const extensionOf = (userId: string) => extensions.find((one) => one.userId === userId)?.extension ?? "";
  // Who has no switchboard has no use for a column of them.
  const hasExtensions = extensions.length > 0 || (standing !== undefined && standing.obstacle !== "missing");
  const shown = members.filter((member) => isShown(member, filter));
  const shownInvitations = invitations.filter((invitation) => isShown(invitation, filter));
  const isSelectable = (member: Member) => canChange && member.systemRole !== "OWNER" && member.userId !== me?.user.id;
  const selectable = shown.filter(isSelectable).slice(0, maxSelected);
  // Members hidden by the filter are not changed with the visible ones.
  const chosen = selectable.filter(({ userId }) => selected.has(userId));

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
      <div ref={rows} className={styles.scroll} data-under-bar={chosen.length > 0 || undefined}>
        <MemberTable
          members={shown}
          invitations={shownInvitations}
          roleName={(roleId) => roles.find(({ id }) => id === roleId)?.name ?? null}
          withTwoStep={security?.withTwoStep}
          extensionOf={hasExtensions ? extensionOf : undefined}
          selectable={selectable}
          chosen={chosen}
          onSelect={({ userId }, isSelected) =>
            setSelected(isSelected ? new Set([...selected, userId]) : new Set([...selected].filter((id) => id !== userId)))
          }
          onSelectAll={(all) => setSelected(new Set(all ? selectable.map(({ userId }) => userId) : []))}
          onTask={(kind, member) =>
            setOpen(kind === "role" || kind === "suspend" ? { kind, members: [member] } : { kind, member })
          }
          onReinstate={(member) => void reinstate([member])}
        />
        {shown.length + shownInvitations.length === 0 && (
          <p className={styles.nobody} role="status">
            {t("members.filter.none")}
          </p>
        )}
        {security && <TwoStepForAll isRequired={security.isTwoStepRequired} />}
      </div>
      {chosen.length > 0 && (
        <ChosenMembers
          members={chosen}
          onClear={() => setSelected(new Set())}
          onTask={(kind, of) => setOpen({ kind, members: of })}
          onReinstate={(of) => void reinstate(of)}
          onGone={() =>
            rows.current?.querySelector<HTMLElement>(`[data-member="${chosen[0]?.userId}"] input[type=checkbox]`)?.focus()
          }
        />
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
      {open?.kind === "extension" && (
        <ExtensionDialog member={open.member} extension={extensionOf(open.member.userId)} onClose={close} />
      )}
      {open?.kind === "remove" && <RemoveDialog member={open.member} members={members} onClose={close} />}
      {open?.kind === "why" && <WhyOfMember member={open.member} onClose={close} />}
      {open?.kind === "transfer" && <TransferDialog member={open.member} onClose={close} />}
    </div>
  );
}
