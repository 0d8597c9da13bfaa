import help from "@fluentui/svg-icons/icons/question_circle_20_regular.svg?icon";
import { Button } from "react-aria-components/Button";
import { openContactUs } from "../../features/support/contact-us.ts";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import styles from "./ContactUsButton.module.css";

/** Under "New record" in the panel. Where the panel is closed it is under "?" in the top bar, and on phones in the menu. */
export function ContactUsButton() {
  const t = useT();
  return (
    <Button className={styles.button ?? ""} onPress={openContactUs}>
      <Icon of={help} size={16} />
      {t("common.contactUs")}
    </Button>
  );
}
