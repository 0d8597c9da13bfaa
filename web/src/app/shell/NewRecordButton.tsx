import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import { Button } from "react-aria-components/Button";
import { useT } from "../../lib/i18n.tsx";
import { DeniedAction, useWhyNot } from "../../features/records/rights.ts";
import { Icon } from "../../ui/display/Icon.tsx";
import styles from "./NewRecordButton.module.css";

/** Docked at the bottom of the panel, in the top bar where the panel is closed: it never covers data. On phones it floats. */
export function NewRecordButton({ look, onPress }: { look: "docked" | "bar" | "floating"; onPress: () => void }) {
  const t = useT();
  const denial = useWhyNot()("create");
  const button = (
    <Button className={styles.button ?? ""} data-look={look} onPress={onPress}>
      <Icon of={add} />
      <span className={styles.label}>{t("shell.newRecord")}</span>
    </Button>
  );
  // Where it floats it would only stand in the way.
  if (denial)
    return (
      look !== "floating" && (
        <span className={styles.denied}>
          <DeniedAction denial={denial} label={t("shell.newRecord")}>
            {button}
          </DeniedAction>
        </span>
      )
    );
  return button;
}
