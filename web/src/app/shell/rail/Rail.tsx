import { afterFirstScreen } from "../../../lib/warm-up.ts";
import cardsFilled from "@fluentui/svg-icons/icons/contact_card_group_20_filled.svg?icon";
import cardsRegular from "@fluentui/svg-icons/icons/contact_card_group_20_regular.svg?icon";
import settingsFilled from "@fluentui/svg-icons/icons/settings_20_filled.svg?icon";
import settingsRegular from "@fluentui/svg-icons/icons/settings_20_regular.svg?icon";
import moon from "@fluentui/svg-icons/icons/weather_moon_20_regular.svg?icon";
import sun from "@fluentui/svg-icons/icons/weather_sunny_20_regular.svg?icon";
import { Button } from "react-aria-components/Button";
import { Link } from "react-aria-components/Link";
import { useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import type { Me } from "../../../lib/session.ts";
import { setTheme, useTheme } from "../../../lib/device/theme.ts";
import { Mark } from "../../../ui/display/Brand.tsx";
import { MenuButton } from "../../../ui/actions/MenuButton.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Tooltip } from "../../../ui/overlays/Tooltip.tsx";
import { Area } from "../areas/Area.tsx";
import { cardPrefixes } from "../areas/area.ts";
import { AdminArea, AutomationsArea, CalendarArea, FeatureArea, VoipArea } from "../later-areas.tsx";
import { TasksArea } from "../areas/TasksArea.tsx";
import { MeButton } from "./MeButton.tsx";
import styles from "./Rail.module.css";
import type { Trial } from "./trial.ts";

/** Loaded later; its space is reserved. */
const TrialRing = later(
  async () => {
    await new Promise<void>(afterFirstScreen);
    return (await import("./TrialRing.tsx")).TrialRing;
  },
  <span className={styles.ring} />,
);

const OrganizationMenu = later(async () => (await import("./OrganizationMenu.tsx")).OrganizationMenu);

export function Rail({ me, trial }: { me: Me; trial: Trial | undefined }) {
  const t = useT();
  const theme = useTheme();
  const themeLabel = theme === "dark" ? t("shell.theme.light") : t("shell.theme.dark");
  return (
    <nav className={styles.rail} aria-label={t("shell.mainNavigation")}>
      <OrganizationMark me={me} />
      <div className={styles.group}>
        {me.features.includes("dashboard") && <FeatureArea of="dashboard" look="rail" />}
        <Area
          look="rail"
          href="/cards"
          prefixes={cardPrefixes}
          label={t("shell.cards")}
          icon={cardsRegular}
          activeIcon={cardsFilled}
        />
        <TasksArea me={me} look="rail" />
        <CalendarArea me={me} look="rail" />
        {me.features.includes("chats") && <FeatureArea of="chats" look="rail" />}
        {me.permissions["COMMENTS.read"] && me.plan?.capabilities.includes("telephony") && <VoipArea />}
        {me.permissions["AUTOMATION.read"] && <AutomationsArea />}
        {me.isPlatformAdmin && <AdminArea look="rail" />}
      </div>
      <div className={styles.end}>
        {trial && <TrialRing trial={trial} />}
        <Tooltip content={themeLabel} placement="end">
          <Button
            className={styles.item ?? ""}
            aria-label={themeLabel}
            onPress={() => setTheme(theme === "dark" ? "light" : "dark")}
          >
            <Icon of={theme === "dark" ? sun : moon} />
          </Button>
        </Tooltip>
        <Area look="rail" href="/settings" label={t("shell.settings")} icon={settingsRegular} activeIcon={settingsFilled} />
        <MeButton me={me} look="rail" />
      </div>
    </nav>
  );
}

/** Leads to the cards; with more than one organization, to the others. */
function OrganizationMark({ me }: { me: Me }) {
  const name = me.organization?.name ?? "Kartis";
  if (me.memberships.length < 2)
    return (
      <Tooltip content={<bdi>{name}</bdi>} placement="end">
        <Link className={styles.mark ?? ""} href="/cards" aria-label={name}>
          <Mark />
        </Link>
      </Tooltip>
    );
  return (
    <MenuButton
      preload={OrganizationMenu.preload}
      button={(props) => (
        <Button {...props} className={styles.mark ?? ""} aria-label={name}>
          <Mark />
        </Button>
      )}
      menu={(trigger) => <OrganizationMenu me={me} trigger={trigger} />}
    />
  );
}
