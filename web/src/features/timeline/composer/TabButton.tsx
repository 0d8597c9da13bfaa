import type { Ref } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import { Tooltip } from "../../../ui/overlays/Tooltip.tsx";
import styles from "./composer.module.css";

export interface TabButtonProps {
  ref?: Ref<HTMLButtonElement>;
  icon: IconShape;
  keys?: string;
  denied: string | undefined;
  isOpen: boolean;
  /** Instead of a form in its place. */
  opensDialog?: boolean;
  onPress: () => void;
  children: string;
}

/** Opens a form of the composer and closes it; disabled with its reason where it cannot be used. */
export function TabButton({ ref, icon, keys, denied, isOpen, opensDialog, onPress, children }: TabButtonProps) {
  const content = (
    <>
      <Icon of={icon} />
      {children}
    </>
  );
  if (denied)
    return (
      <Denied label={children} reason={denied}>
        <AriaButton className={styles.tab ?? ""}>{content}</AriaButton>
      </Denied>
    );
  const button = (
    <AriaButton
      {...(ref ? { ref } : {})}
      className={styles.tab ?? ""}
      aria-expanded={isOpen}
      {...(opensDialog ? { "aria-haspopup": "dialog" as const } : {})}
      onPress={onPress}
    >
      {content}
    </AriaButton>
  );
  if (!keys) return button;
  const tip = (
    <>
      {children} <Kbd keys={keys} />
    </>
  );
  return <Tooltip content={tip}>{button}</Tooltip>;
}
