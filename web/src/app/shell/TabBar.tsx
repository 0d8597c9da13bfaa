import cardsFilled from "@fluentui/svg-icons/icons/contact_card_group_20_filled.svg?icon";
import cardsRegular from "@fluentui/svg-icons/icons/contact_card_group_20_regular.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_20_regular.svg?icon";
import { useT } from "../../lib/i18n.tsx";
import type { Me } from "../../lib/session.ts";
import { Icon } from "../../ui/display/Icon.tsx";
import { Area } from "./areas/Area.tsx";
import { cardPrefixes } from "./areas/area.ts";
import { AdminArea, CalendarArea, FeatureArea } from "./later-areas.tsx";
import { TasksArea } from "./areas/TasksArea.tsx";
import { MeButton } from "./rail/MeButton.tsx";
import styles from "./TabBar.module.css";

/** The rail's part on phones. */
export function TabBar({ me }: { me: Me }) {
  const t = useT();
  return (
    <nav className={styles.bar} aria-label={t("shell.mainNavigation")}>
      {me.features.includes("dashboard") && <FeatureArea of="dashboard" look="tab" />}
      <Area
        look="tab"
        href="/cards"
        prefixes={cardPrefixes}
        label={t("shell.cards")}
        icon={cardsRegular}
        activeIcon={cardsFilled}
      />
      <TasksArea me={me} look="tab" />
      <CalendarArea me={me} look="tab" />
      {me.features.includes("chats") && <FeatureArea of="chats" look="tab" />}
      {me.isPlatformAdmin && <AdminArea look="tab" />}
      <MeButton me={me} look="tab" className={styles.item}>
        <Icon of={more} />
        {t("common.more")}
      </MeButton>
    </nav>
  );
}
