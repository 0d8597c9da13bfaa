import settings from "@fluentui/svg-icons/icons/settings_16_regular.svg?icon";
import { useRouter } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useT } from "../../../lib/i18n.tsx";
import type { Me } from "../../../lib/session.ts";
import styles from "./OrganizationMenu.module.css";
import { Menu, MenuItem, MenuSection, MenuSeparator } from "../../../ui/overlays/Menu.tsx";

/** The person's organizations, for who has more than one. */
export function OrganizationMenu({ me, trigger }: { me: Me; trigger: ReactElement }) {
  const t = useT();
  const router = useRouter();
  return (
    <Menu placement="end top" trigger={trigger} defaultOpen aria-label={t("shell.switchOrganization")}>
      <OrganizationItems me={me} />
      <MenuSeparator />
      <MenuItem icon={settings} onAction={() => void router.navigate({ to: "/settings" })}>
        {t("shell.settings")}
      </MenuItem>
    </Menu>
  );
}

/** Organizations as items of any menu; children beneath their parents. */
export function OrganizationItems({ me }: { me: Me }) {
  const t = useT();
  const router = useRouter();
  return (
    <MenuSection
      title={t("shell.switchOrganization")}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={me.organization ? [me.organization.id] : []}
    >
      {me.memberships.map(({ orgId, name, parentId }) => (
        <MenuItem
          key={orgId}
          id={orgId}
          textValue={name}
          onAction={() => {
            if (orgId !== me.organization?.id) void router.navigate({ to: "/switch-org/$orgId", params: { orgId } });
          }}
        >
          <bdi className={parentId && styles.child}>{name}</bdi>
        </MenuItem>
      ))}
    </MenuSection>
  );
}
