import cardsFilled from "@fluentui/svg-icons/icons/contact_card_group_20_filled.svg?icon";
import cardsRegular from "@fluentui/svg-icons/icons/contact_card_group_20_regular.svg?icon";
import more from "@fluentui/svg-icons/icons/more_horizontal_20_regular.svg?icon";
import { useRouterState } from "@tanstack/react-router";
import { Link } from "react-aria-components/Link";
import { useT } from "../../lib/i18n.tsx";
import type { Me } from "../../lib/session.ts";
import { Icon } from "../../ui/Icon.tsx";
import { MeButton } from "./MeButton.tsx";
import styles from "./TabBar.module.css";

/** The rail's part on phones. */
export function TabBar({ me }: { me: Me }) {
  const t = useT();
  const isCards = useRouterState({ select: (state) => state.location.pathname.startsWith("/cards") });
  return (
    <nav className={styles.bar} aria-label={t("shell.mainNavigation")}>
      <Link className={styles.item ?? ""} href="/cards" {...(isCards ? { "aria-current": "page" } : {})}>
        <Icon of={isCards ? cardsFilled : cardsRegular} />
        {t("shell.cards")}
      </Link>
      <MeButton me={me} look="tab">
        <Icon of={more} />
        {t("common.more")}
      </MeButton>
    </nav>
  );
}
