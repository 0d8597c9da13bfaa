import bell from "@fluentui/svg-icons/icons/alert_16_regular.svg?icon";
import { Button } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { useCommands } from "../../lib/keys/commands.ts";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { Popover } from "../../ui/overlays/Popover.tsx";
import { useShown } from "./address.ts";
import styles from "./notifications.module.css";
import { NotificationCentre } from "./NotificationCentre.tsx";
import { useLiveNotifications, useNotifications } from "../unread/queries.ts";

/** Maximum count that is shown. */
const most = 99;

/** Bell in the top bar: the number of unread notifications, and their list. */
export function Bell() {
  const t = useT();
  const [shown, show] = useShown();
  const setOpen = (isOpen: boolean) => show(isOpen ? { filter: "all", isByCard: false } : null);
  useLiveNotifications();
  const { data } = useNotifications("all", 50);
  const unread = data?.unread.all ?? 0;
  useCommands([
    { id: "notifications", label: t("notifications.title"), group: "go", icon: bell, shortcut: "G N", run: () => setOpen(true) },
  ]);
  return (
    <DialogTrigger isOpen={shown !== null} onOpenChange={setOpen}>
      <Button className={styles.bell ?? ""} aria-label={t("notifications.bell", { count: unread })}>
        <Icon of={bell} />
        {unread > 0 && (
          <span className={styles.count} aria-hidden="true">
            {unread > most ? `${most}+` : unread}
          </span>
        )}
      </Button>
      <Popover placement="bottom end">
        <Dialog className={styles.centre ?? ""} aria-label={t("notifications.title")}>
          {shown && <NotificationCentre shown={shown} onShow={show} />}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
