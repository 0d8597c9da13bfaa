import signOutIcon from "@fluentui/svg-icons/icons/arrow_exit_16_regular.svg?icon";
import book from "@fluentui/svg-icons/icons/book_16_regular.svg?icon";
import person from "@fluentui/svg-icons/icons/person_16_regular.svg?icon";
import automations from "@fluentui/svg-icons/icons/flash_16_regular.svg?icon";
import call from "@fluentui/svg-icons/icons/call_16_regular.svg?icon";
import help from "@fluentui/svg-icons/icons/question_circle_20_regular.svg?icon";
import settings from "@fluentui/svg-icons/icons/settings_16_regular.svg?icon";
import moon from "@fluentui/svg-icons/icons/weather_moon_16_regular.svg?icon";
import sun from "@fluentui/svg-icons/icons/weather_sunny_16_regular.svg?icon";
import { isLanguage, languageNames, languages } from "@kartis/i18n/languages.ts";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { openContactUs } from "../../../features/support/contact-us.ts";
import { trpc } from "../../../lib/api.ts";
import { setLanguage, useT } from "../../../lib/i18n.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { endSession, type Me } from "../../../lib/session.ts";
import { setTheme, useTheme } from "../../../lib/device/theme.ts";
import { Menu, MenuItem, MenuSection, MenuSeparator, type MenuProps } from "../../../ui/overlays/Menu.tsx";
import styles from "./MeMenu.module.css";
import { OrganizationItems } from "./OrganizationMenu.tsx";

/** Name, address, language, sign out; on phones the theme and the settings too, since there is no rail. */
export function MeMenu({
  me,
  placement,
  trigger,
  hasTheme,
}: {
  me: Me;
  placement: MenuProps["placement"];
  trigger: ReactElement;
  hasTheme: boolean;
}) {
  const t = useT();
  const router = useRouter();
  const theme = useTheme();
  const updateMe = useMutation(trpc.profile.update.mutationOptions());
  const signOut = useMutation(
    trpc.identity.signOut.mutationOptions({
      onSuccess: async () => {
        void import("../../../features/notifications/browser-push.ts").then(async ({ letGo }) => letGo()).catch(() => undefined);
        void import("../../../features/imports/job.ts").then(({ forgetJobs }) => forgetJobs()).catch(() => undefined);
        await router.navigate({ to: "/login" });
        await endSession();
      },
    }),
  );

  function chooseLanguage(language: string) {
    if (!isLanguage(language)) return;
    // At once on this screen; the server hears of it for mails and other devices.
    void setLanguage(language);
    updateMe.mutate({ language }, { onSuccess: () => void queryClient.invalidateQueries(trpc.identity.me.pathFilter()) });
  }

  return (
    <Menu
      placement={placement}
      trigger={trigger}
      defaultOpen
      aria-label={t("shell.me", { name: me.user.name })}
      header={
        <div className={styles.person}>
          <bdi className={styles.name}>{me.user.name}</bdi>
          <bdi dir="ltr">{me.user.email}</bdi>
        </div>
      }
    >
      {hasTheme && (
        <MenuItem icon={theme === "dark" ? sun : moon} onAction={() => setTheme(theme === "dark" ? "light" : "dark")}>
          {theme === "dark" ? t("shell.theme.light") : t("shell.theme.dark")}
        </MenuItem>
      )}
      {hasTheme && me.permissions["COMMENTS.read"] && me.plan?.capabilities.includes("telephony") && (
        <MenuItem icon={call} onAction={() => void router.navigate({ to: "/voip" })}>
          {t("shell.voip")}
        </MenuItem>
      )}
      {hasTheme && me.permissions["AUTOMATION.read"] && (
        <MenuItem icon={automations} onAction={() => void router.navigate({ to: "/automations" })}>
          {t("shell.automations")}
        </MenuItem>
      )}
      {hasTheme && (
        <MenuItem icon={settings} onAction={() => void router.navigate({ to: "/settings" })}>
          {t("shell.settings")}
        </MenuItem>
      )}
      <MenuItem icon={person} onAction={() => void router.navigate({ to: "/settings/user" })}>
        {t("shell.profile")}
      </MenuItem>
      <MenuSeparator />
      {hasTheme && me.memberships.length > 1 && <OrganizationItems me={me} />}
      <MenuSection
        title={t("shell.language")}
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[t.language]}
        onSelectionChange={(keys) => {
          for (const key of keys) chooseLanguage(String(key));
        }}
      >
        {languages.map((language) => (
          <MenuItem key={language} id={language} textValue={languageNames[language]}>
            <span lang={language}>{languageNames[language]}</span>
          </MenuItem>
        ))}
      </MenuSection>
      <MenuSeparator />
      {hasTheme && (
        <MenuItem icon={book} href="/documentation" target="_blank">
          {t("support.documentation")}
        </MenuItem>
      )}
      {hasTheme && (
        <MenuItem icon={help} onAction={openContactUs}>
          {t("common.contactUs")}
        </MenuItem>
      )}
      <MenuItem id="sign-out" icon={signOutIcon} flipIcon onAction={() => signOut.mutate({})}>
        {t("shell.signOut")}
      </MenuItem>
    </Menu>
  );
}
