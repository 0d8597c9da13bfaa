import type { MessageKey } from "@kartis/i18n/messages.ts";
import { useMutation } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { Switch } from "../../ui/inputs/Switch.tsx";
import { BrowserNotifications } from "./BrowserNotifications.tsx";
import { profileOptions, type Profile } from "./profile-query.ts";
import { ProvePhone } from "./ProvePhone.tsx";
import styles from "./ProfilePage.module.css";

type Kind = keyof Profile["notifications"];

/** First the channels, then the topics, then the kinds of emails and of SMS. */
const groups: readonly { title: MessageKey; kinds: readonly { kind: Kind; label: MessageKey }[] }[] = [
  {
    title: "security.notifications.where",
    kinds: [
      { kind: "web", label: "security.notifications.web" },
      { kind: "email", label: "security.notifications.email" },
    ],
  },
  {
    title: "security.notifications.about",
    kinds: [
      { kind: "assignments", label: "security.notifications.assignments" },
      { kind: "tasks", label: "security.notifications.tasks" },
      { kind: "meetings", label: "security.notifications.meetings" },
      { kind: "mentions", label: "security.notifications.mentions" },
      { kind: "planLimits", label: "security.notifications.planLimits" },
    ],
  },
  {
    title: "security.notifications.emails",
    kinds: [
      { kind: "reminderMails", label: "security.notifications.reminderMails" },
      { kind: "unreadMails", label: "security.notifications.unreadMails" },
    ],
  },
  {
    title: "security.notifications.sms",
    kinds: [{ kind: "reminderSms", label: "security.notifications.reminderSms" }],
  },
];

/** Each switch is saved when pressed, and reverts if saving fails. */
export function Notifications({ notifications, phone, phoneCode, smsReminderObstacle: obstacle }: Profile) {
  const t = useT();
  const { queryKey } = profileOptions();
  const show = (kind: Kind, isOn: boolean) =>
    queryClient.setQueryData(
      queryKey,
      (profile) => profile && { ...profile, notifications: { ...profile.notifications, [kind]: isOn } },
    );
  const update = useMutation(trpc.profile.update.mutationOptions());
  const switches = groups.map(({ title, kinds }) => (
    <fieldset key={title} className={styles.choices}>
      <legend className={styles.label}>{t(title)}</legend>
      {kinds.map(({ kind, label }) => (
        <Switch
          key={kind}
          isSelected={notifications[kind]}
          onChange={(isOn) => {
            show(kind, isOn);
            update.mutate({ notifications: { [kind]: isOn } }, { onError: () => show(kind, !isOn) });
          }}
        >
          {t(label)}
        </Switch>
      ))}
      {kinds.some(({ kind }) => kind === "reminderSms") && (
        <p className={styles.line}>
          {t(obstacle ? `security.notifications.noSms.${obstacle}` : "security.notifications.sms.line")}
        </p>
      )}
      {kinds.some(({ kind }) => kind === "reminderSms") && phone !== null && (obstacle === "unproven" || phoneCode) && (
        <ProvePhone key={phone} phone={phone} pending={phoneCode} />
      )}
    </fieldset>
  ));
  return (
    <>
      {switches}
      <BrowserNotifications isInApp={notifications.web} />
      <p className={styles.line}>{t("security.notifications.always")}</p>
    </>
  );
}
