import eye from "@fluentui/svg-icons/icons/eye_16_regular.svg?icon";
import type { Me } from "../../lib/session.ts";
import { useRouter } from "@tanstack/react-router";
import { Button } from "react-aria-components/Button";
import { useT } from "../../lib/i18n.tsx";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./ViewAsBanner.module.css";
import { endViewAs } from "./view-as.ts";

/** Above everything, while one sees less than one may: so that nobody takes a role's view for their own. */
export function ViewAsBanner({ role }: { role: NonNullable<Me["viewAs"]> }) {
  const t = useT();
  const router = useRouter();
  return (
    <div className={styles.banner} role="status">
      <Icon of={eye} />
      <span className={styles.text}>{t("roles.viewAs.banner", { name: role.name })}</span>
      <Button className={styles.exit ?? ""} onPress={() => void endViewAs(router, role.roleId)}>
        {t("roles.viewAs.exit")}
      </Button>
    </div>
  );
}
