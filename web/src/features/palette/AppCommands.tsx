import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import signOutIcon from "@fluentui/svg-icons/icons/arrow_exit_16_regular.svg?icon";
import callIcon from "@fluentui/svg-icons/icons/call_16_regular.svg?icon";
import chatsIcon from "@fluentui/svg-icons/icons/chat_multiple_16_regular.svg?icon";
import calendarIcon from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import cardsIcon from "@fluentui/svg-icons/icons/contact_card_group_16_regular.svg?icon";
import dashboardIcon from "@fluentui/svg-icons/icons/data_histogram_16_regular.svg?icon";
import history from "@fluentui/svg-icons/icons/history_16_regular.svg?icon";
import languageIcon from "@fluentui/svg-icons/icons/local_language_16_regular.svg?icon";
import organizationIcon from "@fluentui/svg-icons/icons/building_16_regular.svg?icon";
import settingsIcon from "@fluentui/svg-icons/icons/settings_16_regular.svg?icon";
import tasksIcon from "@fluentui/svg-icons/icons/checkbox_checked_16_regular.svg?icon";
import star from "@fluentui/svg-icons/icons/star_16_regular.svg?icon";
import trashIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import moon from "@fluentui/svg-icons/icons/weather_moon_16_regular.svg?icon";
import sun from "@fluentui/svg-icons/icons/weather_sunny_16_regular.svg?icon";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { languageNames, languages, type Language } from "@kartis/i18n/languages.ts";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { client, trpc } from "../../lib/api.ts";
import { useCommands, type Command } from "../../lib/keys/commands.ts";
import { reportFailure } from "../../lib/failures.ts";
import { setLanguage, useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { queryClient } from "../../lib/query-client.ts";
import { endSession, meOptions } from "../../lib/session.ts";
import { setTheme, useTheme } from "../../lib/device/theme.ts";
import { openNewRecord } from "../records/new-record.ts";
import { useCardTypes } from "../records/card-types.ts";
import { focusPage } from "../../lib/keys/focus-page.ts";
import { settingsWith } from "../settings/places.ts";
import { AutomationCommands } from "./AutomationCommands.tsx";
import { MergeChosen } from "./MergeChosen.tsx";
import { OpenCardCommands, ViewCommands } from "./PlaceCommands.tsx";

/** Commands of every page: navigation, a new record of each type, and those of the account. Renders nothing but the dialog that
 * a command has opened. */
export function AppCommands() {
  const t = useT();
  const router = useRouter();
  const theme = useTheme();
  const { types = [] } = useCardTypes();
  const can = useCan();
  const { data: me } = useQuery(meOptions());
  const shown = types.filter((type) => !type.hidden);
  const go = (id: string, label: string, href: string, icon: Command["icon"], shortcut?: string): Command => ({
    id: `go.${id}`,
    label,
    group: "go",
    ...(icon ? { icon } : {}),
    ...(shortcut ? { shortcut } : {}),
    keywords: t("palette.goTo"),
    run: () => void router.navigate({ href }).then(focusPage),
  });

  async function chooseLanguage(language: Language) {
    // At once on this screen; the server hears of it for mails and other devices.
    await setLanguage(language);
    await client.profile.update.mutate({ language });
    await queryClient.invalidateQueries(trpc.identity.me.pathFilter());
  }

  async function signOut() {
    await client.identity.signOut.mutate({});
    await router.navigate({ to: "/login" });
    await endSession();
  }

  /** Nothing of one organization may stay on the screen of another. */
  async function switchTo(orgId: OrgId) {
    await client.identity.switchOrganization.mutate({ orgId });
    await endSession();
    location.assign("/cards");
  }

  const isDark = theme === "dark";
  useCommands([
    ...(can(["CARDS", "create"]) ? shown : []).map((type): Command => ({
      id: `create.${type.id}`,
      label: t("palette.newOf", { label: type.name }),
      group: "create",
      icon: add,
      keywords: `${type.pluralName} ${t("shell.newRecord")}`,
      opensField: true,
      run: () => openNewRecord(type.id),
    })),
    ...(me?.features.includes("dashboard") ? [go("dashboard", t("palette.dashboard"), "/dashboard", dashboardIcon, "G D")] : []),
    go("all", t("shell.allCards"), "/cards", cardsIcon, "G A"),
    ...shown.map((type, index) =>
      go(type.id, type.pluralName, `/cards/${type.slug}`, cardsIcon, index < 9 ? `G ${index + 1}` : undefined),
    ),
    can(["TASKS", "read"]) && go("tasks", t("shell.tasks"), "/tasks", tasksIcon, "G T"),
    (can(["MEETINGS", "read"]) || can(["TASKS", "read"])) &&
      go("calendar", t("shell.calendar"), "/calendar", calendarIcon, "G C"),
    me?.plan?.capabilities.includes("telephony") &&
      can(["COMMENTS", "read"]) &&
      go("voip", t("shell.voip"), "/voip", callIcon, "G V"),
    me?.features.includes("chats") &&
      can(["COMMENTS", "read"]) &&
      can(["CARDS", "read"]) &&
      go("chats", t("shell.chats"), "/chats", chatsIcon, "G W"),
    go("favorites", t("palette.favorites"), "/favorites", star, "G F"),
    go("recent", t("palette.recent"), "/recent", history, "G R"),
    go("settings", t("shell.settings"), "/settings", settingsIcon, "G S"),
    can(["CARDS", "delete"]) && go("trash", t("shell.trash"), "/cards/trash", trashIcon),
    ...settingsWith(me?.features ?? [])
      .flatMap(({ places }) => places)
      .filter(({ right }) => !right || can(right))
      .map(({ path, label, icon, names = "" }) => ({
        ...go(path, t(label), path, icon),
        keywords: `${t("palette.goTo")} ${t("shell.settings")} ${names}`,
      })),
    ...(me?.memberships ?? [])
      .filter(({ orgId }) => orgId !== me?.organization?.id)
      .map(({ orgId, name }): Command => ({
        id: `account.organization.${orgId}`,
        label: t("palette.switchTo", { name }),
        group: "account",
        icon: organizationIcon,
        run: () => void switchTo(orgId).catch(reportFailure),
      })),
    {
      id: "account.theme",
      label: isDark ? t("shell.theme.light") : t("shell.theme.dark"),
      group: "account",
      icon: isDark ? sun : moon,
      run: () => setTheme(isDark ? "light" : "dark"),
    },
    ...languages
      .filter((language) => language !== t.language)
      .map((language): Command => ({
        id: `account.language.${language}`,
        label: languageNames[language],
        group: "account",
        icon: languageIcon,
        keywords: t("shell.language"),
        run: () => void chooseLanguage(language).catch(reportFailure),
      })),
    {
      id: "account.signOut",
      label: t("shell.signOut"),
      group: "account",
      icon: signOutIcon,
      run: () => void signOut().catch(reportFailure),
    },
  ]);
  return (
    <>
      <OpenCardCommands types={types} />
      <ViewCommands types={types} />
      <AutomationCommands />
      <MergeChosen />
    </>
  );
}
