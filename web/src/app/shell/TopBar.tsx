import arrowBack from "@fluentui/svg-icons/icons/arrow_left_20_regular.svg?icon";
import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import panelIcon from "@fluentui/svg-icons/icons/panel_left_16_regular.svg?icon";
import { Button } from "react-aria-components/Button";
import { Link } from "react-aria-components/Link";
import { isPhoneNow, useIsPhone } from "../../lib/device/useIsPhone.ts";
import { SearchBox } from "../../features/palette/search/SearchBox.tsx";
import { useCurrentCrumbs } from "../../lib/pages/crumbs.ts";
import { useT, withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { Mark } from "../../ui/display/Brand.tsx";
import { Breadcrumbs } from "../../ui/collections/Breadcrumbs.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { useArea } from "./areas/area.ts";
import { NewRecordButton } from "./NewRecordButton.tsx";
import styles from "./TopBar.module.css";

const SearchButton = later(
  async () => (await import("../../features/palette/search/SearchButton.tsx")).SearchButton,
  <span className={styles.search} />,
);
if (isPhoneNow()) void SearchButton.preload();

const Bell = later(async () => (await withWords(["notifications"], import("../../features/notifications/Bell.tsx"))).Bell);
const HelpButton = later(async () => (await withWords(["support"], import("./HelpButton.tsx"))).HelpButton);

/** Fetched once the first screen stands: nobody waits for who else is here. */
const Presence = later(
  async () => (await withWords(["presence", "audit"], import("../../features/presence/Presence.tsx"))).Presence,
);

interface TopBarProps {
  /** The first screen is drawn, and what it does without may come. */
  isStanding: boolean;
  organizationName: string;
  /** The plan's. */
  hasPresence: boolean;
  onOpenPanel: () => void;
  onNewRecord: () => void;
}

export function TopBar({ isStanding, organizationName, hasPresence, onOpenPanel, onNewRecord }: TopBarProps) {
  const t = useT();
  const crumbs = useCurrentCrumbs();
  const isPhone = useIsPhone();
  const area = useArea();
  // A page below another says its name itself; on a phone the bar has the way back, and where it leads.
  const above = isPhone && crumbs.length > 2 ? crumbs.at(-2) : undefined;
  const here = (above ?? crumbs.at(-1))?.label ?? t(`shell.${area}`);
  return (
    <header className={styles.bar}>
      <div className={styles.start}>
        <span className={styles.toggle}>
          <IconButton icon={panelIcon} flipIcon label={t("shell.openPanel")} onPress={onOpenPanel} />
        </span>
        <div className={styles.crumbs}>
          <Breadcrumbs items={crumbs} />
        </div>
        {above?.href && (
          <Link className={styles.back ?? ""} href={above.href} aria-label={t("common.back")}>
            <Icon of={arrowBack} flip />
          </Link>
        )}
        <Button className={styles.place ?? ""} onPress={onOpenPanel}>
          {!above && (
            <span className={styles.mark} title={organizationName}>
              <Mark size={20} />
            </span>
          )}
          <bdi className={styles.here}>{here}</bdi>
          <Icon of={chevronDown} />
        </Button>
      </div>
      {isPhone ? (
        <span className={styles.phoneEnd}>
          <SearchButton />
          {isStanding && <Bell />}
        </span>
      ) : (
        <SearchBox />
      )}
      {!isPhone && (
        <div className={styles.end}>
          {isStanding && hasPresence && <Presence />}
          {isStanding && <Bell />}
          {isStanding && <HelpButton />}
          <span className={styles.newRecord}>
            <NewRecordButton look="bar" onPress={onNewRecord} />
          </span>
        </div>
      )}
    </header>
  );
}
