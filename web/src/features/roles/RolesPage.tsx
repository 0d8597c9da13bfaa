import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import people from "@fluentui/svg-icons/icons/person_key_16_regular.svg?icon";
import shield from "@fluentui/svg-icons/icons/shield_checkmark_16_regular.svg?icon";
import { allGrants } from "@kartis/core/kernel/permission.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouter, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { Link } from "react-aria-components/Link";
import { client } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { useLive } from "../../lib/live/live.ts";
import { meOptions } from "../../lib/session.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { Icon, type IconShape } from "../../ui/display/Icon.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Num } from "../../ui/display/Num.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { useIsPhone } from "../../lib/device/useIsPhone.ts";
import { Permitted } from "../settings/Permitted.tsx";
import { RoleDialog } from "./RoleDialog.tsx";
import { RoleEditor } from "./RoleEditor.tsx";
import { Legend, RoleHeader } from "./RoleHeader.tsx";
import { RoleList } from "./RoleList.tsx";
import { RoleMatrix } from "./RoleMatrix.tsx";
import styles from "./roles.module.css";
import {
  type ListedRole,
  type Member,
  membersOptions,
  refreshRoles,
  roleOfSearch,
  rolesOptions,
  type SystemRole,
  systemRoles,
} from "./roles.ts";

const Failure = later(async () => (await import("../../ui/pages/Failure.tsx")).default);
const path = "/settings/roles-and-permissions";

/** `/settings/roles-and-permissions`: the roles, and what the chosen one may do. */
export function RolesPage() {
  return (
    <Permitted right={["ORGANIZATION", "update"]}>
      <Page />
    </Permitted>
  );
}

function Page() {
  const t = useT();
  const isPhone = useIsPhone();
  const router = useRouter();
  const chosen = useRouterState({ select: ({ location }) => roleOfSearch(location.search as Record<string, unknown>) });
  const { data: me } = useQuery(meOptions());
  const { data: roles, error, refetch } = useQuery(rolesOptions());
  const { data: members = [] } = useQuery(membersOptions());
  const [isCreating, setCreating] = useState(false);
  useTitle(t("roles.title"));
  useCrumbs([{ label: t("shell.settings"), href: "/settings" }, { label: t("roles.title") }]);
  useLive((message) => {
    if (message.kind === "change" && (message.subject.kind === "role" || message.subject.kind === "member")) void refreshRoles();
  });
  if (!roles) return error ? <Failure error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={12} />;

  const go = (role: string | undefined) => void router.navigate({ to: path, search: role ? { role } : {} });
  const canChange = me?.systemRole === "OWNER" || me?.systemRole === "ADMIN";
  // Without one in the address, the first stands beside the list; on a phone the list stands alone.
  const shown = chosen ?? roles[0]?.id ?? "BASIC";
  const marked = isPhone ? chosen : shown;
  const role = roles.find(({ id }) => id === shown);
  const systemRole = systemRoles.find((one) => one === shown);
  // On a phone the list is the page, until a role is chosen.
  const Heading = isPhone && chosen === undefined ? "h1" : "h2";

  return (
    <div className={styles.page} data-chosen={chosen !== undefined || undefined}>
      <nav className={styles.list} aria-label={t("roles.roles")}>
        <div className={styles.listHead}>
          <Heading>{t("roles.roles")}</Heading>
          {canChange && <IconButton icon={add} label={t("roles.new")} onPress={() => setCreating(true)} />}
        </div>
        <h3 className={styles.listTitle}>{t("roles.system")}</h3>
        <ul>
          {systemRoles.map((one) => (
            <Entry
              key={one}
              id={one}
              icon={shield}
              name={t(`roles.systemRole.${one}`)}
              count={members.filter((member) => member.systemRole === one).length}
              isShown={marked === one}
            />
          ))}
        </ul>
        <h3 className={styles.listTitle}>{t("roles.own")}</h3>
        <ul>
          {roles.map(({ id, name, memberCount }) => (
            <Entry key={id} id={id} icon={people} name={name} count={memberCount} isShown={marked === id} />
          ))}
        </ul>
      </nav>
      {role ? (
        <RoleEditor
          key={role.id}
          role={role}
          people={members.filter(({ roleId }) => roleId === role.id)}
          canChange={canChange}
          onGo={go}
        />
      ) : systemRole ? (
        <SystemRoleView systemRole={systemRole} members={members} onBack={() => go(undefined)} />
      ) : (
        <Failure />
      )}
      {isCreating && (
        <RoleDialog
          title={t("roles.new")}
          confirm={t("roles.new.confirm")}
          lead={t("roles.new.lead")}
          initial={{ name: "", description: "" }}
          onClose={() => setCreating(false)}
          onSave={async (named) => {
            const made: ListedRole = await client.roles.create.mutate(named);
            await refreshRoles();
            go(made.id);
          }}
        />
      )}
    </div>
  );
}

interface EntryProps {
  id: string;
  icon: IconShape;
  name: string;
  count: number;
  isShown: boolean;
}

function Entry({ id, icon, name, count, isShown }: EntryProps) {
  const format = useFormat();
  return (
    <li>
      <Link className={styles.entry ?? ""} href={`${path}?role=${id}`} {...(isShown ? { "aria-current": "page" as const } : {})}>
        <Icon of={icon} />
        <bdi className={styles.entryName}>{name}</bdi>
        <Num>{format.number(count)}</Num>
      </Link>
    </li>
  );
}

/** Permissions of a system role (owner, admin, basic member). They are the same everywhere, so they are read-only. */
function SystemRoleView({
  systemRole,
  members,
  onBack,
}: {
  systemRole: SystemRole;
  members: readonly Member[];
  onBack: () => void;
}) {
  const t = useT();
  const isPhone = useIsPhone();
  const name = t(`roles.systemRole.${systemRole}`);
  const grants = systemRole === "BASIC" ? {} : allGrants;
  return (
    <div className={styles.main}>
      <RoleHeader name={name} people={members.filter((member) => member.systemRole === systemRole)} onBack={onBack} />
      <p className={styles.note} role="note">
        {t(`roles.systemRole.${systemRole}.about`)}
      </p>
      <Legend />
      <div className={styles.scroll}>
        {isPhone ? (
          <RoleList label={name} grants={grants} />
        ) : (
          <RoleMatrix label={name} grants={grants} saved={grants} onChange={undefined} />
        )}
      </div>
    </div>
  );
}
