import dismiss from "@fluentui/svg-icons/icons/dismiss_12_regular.svg?icon";
import { Button } from "react-aria-components/Button";
import { Tag as AriaTag } from "react-aria-components/TagGroup";
import { useT } from "../../lib/i18n.tsx";
import type { Hue } from "./hue.ts";
import { Icon } from "./Icon.tsx";
import styles from "./Token.module.css";

/** A chosen value inside a field; goes into a react-aria `TagList`, which says whether it can be removed. */
export function Token({ id, label, hue = "slate" }: { id: string; label: string; hue?: Hue }) {
  const t = useT();
  return (
    <AriaTag id={id} textValue={label} className={styles.token ?? ""} data-hue={hue}>
      {({ allowsRemoving }) => (
        <>
          <bdi className={styles.label}>{label}</bdi>
          {allowsRemoving && (
            <Button slot="remove" className={styles.remove ?? ""} aria-label={t("common.removeNamed", { name: label })}>
              <Icon of={dismiss} />
            </Button>
          )}
        </>
      )}
    </AriaTag>
  );
}
