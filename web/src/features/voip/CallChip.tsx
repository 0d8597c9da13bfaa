import callIcon from "@fluentui/svg-icons/icons/call_16_regular.svg?icon";
import closeIcon from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import { useT } from "../../lib/i18n.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Icon } from "../../ui/display/Icon.tsx";
import styles from "./CallChip.module.css";

interface CallChipProps {
  /** The card's name, or the number. */
  name: string;
  state: "ringing" | "talking";
  /** The way to the card; undefined if there is none and none can be made. */
  open: { readonly label: string; readonly run: () => void } | undefined;
  onClose: () => void;
}

/** What is left of an incoming call's notification once its time is up: who calls, and the way to the card, until the call ends or it is closed. */
export function CallChip({ name, state, open, onClose }: CallChipProps) {
  const t = useT();
  const content = (
    <>
      <Icon of={callIcon} />
      <span className={styles.name}>
        <bdi>{name}</bdi>
      </span>
      <span className={styles.state}>{t(`voip.state.${state}`)}</span>
    </>
  );
  return (
    <aside className={styles.chip} aria-label={t("voip.incoming")}>
      {open ? (
        <button type="button" className={styles.who} title={open.label} onClick={open.run}>
          {content}
        </button>
      ) : (
        <span className={styles.who}>{content}</span>
      )}
      <IconButton icon={closeIcon} size={24} label={t("voip.chip.close")} onPress={onClose} />
    </aside>
  );
}
