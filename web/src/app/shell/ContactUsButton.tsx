import help from "@fluentui/svg-icons/icons/question_circle_20_regular.svg?icon";
import { Button } from "react-aria-components/Button";
import { openContactUs } from "../../features/support/contact-us.ts";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./ContactUsButton.module.css";

/** Under "New record" in the panel; beside it where the panel is closed. On phones it is in the menu. */
export function ContactUsButton({ look }: { look: "docked" | "floating" }) {
  const t = useT();
  return (
    <Button
      className={styles.button ?? ""}
      data-look={look}
      onPress={openContactUs}
      {...(look === "floating" ? { "aria-label": t("common.contactUs") } : {})}
    >
      <Icon of={help} size={look === "docked" ? 16 : 20} />
      {look === "docked" && t("common.contactUs")}
    </Button>
  );
}
