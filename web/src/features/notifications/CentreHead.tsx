import settings from "@fluentui/svg-icons/icons/settings_16_regular.svg?icon";
import { notificationFilters } from "@kartis/core/notifications/rules.ts";
import type { NotificationList } from "@kartis/core/notifications/schema.ts";
import { useRouter } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import type { Shown } from "./address.ts";
import styles from "./notifications.module.css";
import { markAll } from "../unread/queries.ts";

interface CentreHeadProps {
  list: NotificationList | undefined;
  shown: Shown;
  onShow: (next: Shown) => void;
}

/** Title of the notifications with what concerns all of them, and which of them are shown. */
export function CentreHead({ list, shown: { filter, isByCard }, onShow }: CentreHeadProps) {
  const t = useT();
  const router = useRouter();
  const newest = list?.newest;
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.title}>{t("notifications.title")}</h2>
        {newest && (list?.unread[filter] ?? 0) > 0 && (
          <Button variant="ghost" size={28} onPress={() => void markAll(newest, filter)}>
            {t("notifications.markAll")}
          </Button>
        )}
        <IconButton
          icon={settings}
          label={t("notifications.settings")}
          onPress={() => void router.navigate({ href: "/settings/user" })}
        />
      </header>
      <div className={styles.filters} role="group" aria-label={t("notifications.filter")}>
        {notificationFilters.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.filter}
            aria-pressed={filter === name}
            onClick={() => onShow({ filter: name, isByCard })}
          >
            {t(`notifications.filter.${name}`)}{" "}
            {name !== "all" && (list?.unread[name] ?? 0) > 0 && <span className={styles.number}>{list?.unread[name]}</span>}
          </button>
        ))}
        <button
          type="button"
          className={styles.grouping}
          aria-pressed={isByCard}
          onClick={() => onShow({ filter, isByCard: !isByCard })}
        >
          {t("notifications.byCard")}
        </button>
      </div>
    </>
  );
}
