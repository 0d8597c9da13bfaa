import { isLanguage, languageNames, languages } from "@kartis/i18n/languages.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { setLanguage, useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { setTheme, useTheme } from "../../lib/device/theme.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { SegmentedControl } from "../../ui/inputs/SegmentedControl.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Section } from "../settings/Section.tsx";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import { Notifications } from "./Notifications.tsx";
import { Passkeys } from "./Passkeys.tsx";
import { OwnData } from "./OwnData.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import { PersonForm } from "./PersonForm.tsx";
import { profileOptions } from "./profile-query.ts";
import styles from "./ProfilePage.module.css";
import { Sessions } from "./Sessions.tsx";
import { TwoStep } from "./TwoStep.tsx";

/** `/settings/user`: how colleagues see you, your notifications, and how you sign in. */
export function ProfilePage() {
  const t = useT();
  const { data: profile, error, refetch } = useQuery(profileOptions());
  useTitle(t("settings.user"));
  useCrumbs([{ label: t("settings.title"), href: "/settings" }, { label: t("settings.user") }]);
  return (
    <div className={styles.page}>
      <SettingsHeader title={t("settings.user")} />
      <div className={styles.scroll}>
        {profile ? (
          <>
            <Section title={t("security.person")} line={t("security.person.line")}>
              <PersonForm profile={profile} />
            </Section>
            <Section title={t("security.look")} line={t("security.look.line")}>
              <Look />
            </Section>
            <Section title={t("security.notifications")} line={t("security.notifications.line")}>
              <Notifications {...profile} />
            </Section>
            <Section title={t("security.password")} line={t("security.password.line")}>
              <PasswordSection hasPassword={profile.hasPassword} />
            </Section>
            <Section title={t("security.twoStep")} line={t("security.twoStep.line")}>
              <TwoStep />
            </Section>
            <Section title={t("security.passkeys")} line={t("security.passkeys.line")}>
              <Passkeys email={profile.email} />
            </Section>
            <Section title={t("security.sessions")} line={t("security.sessions.line")}>
              <Sessions />
            </Section>
            <Section title={t("personalData.own.title")} line={t("personalData.own.line")}>
              <OwnData email={profile.email} />
            </Section>
          </>
        ) : error ? (
          <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.retry")}</Button>} />
        ) : (
          <SkeletonRows rows={6} columns={["200px", "1fr"]} />
        )}
      </div>
    </div>
  );
}

/** Language and theme: both at once, the theme for this browser only. */
function Look() {
  const t = useT();
  const theme = useTheme();
  const update = useMutation(trpc.profile.update.mutationOptions());
  return (
    <>
      <Select
        label={t("shell.language")}
        options={languages.map((id) => ({ id, label: languageNames[id] }))}
        value={t.language}
        onChange={(language) => {
          if (!isLanguage(language)) return;
          void setLanguage(language);
          update.mutate({ language }, { onSuccess: () => void queryClient.invalidateQueries(trpc.identity.me.pathFilter()) });
        }}
      />
      <div className={styles.labelled}>
        <span className={styles.label}>{t("security.theme")}</span>
        <SegmentedControl
          label={t("security.theme")}
          options={[
            { id: "light", label: t("security.theme.light") },
            { id: "dark", label: t("security.theme.dark") },
          ]}
          value={theme}
          onChange={setTheme}
        />
      </div>
    </>
  );
}
