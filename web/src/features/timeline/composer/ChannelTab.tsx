import type { Ref } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Dialog as AriaDialog, DialogTrigger } from "react-aria-components/Dialog";
import { Link } from "../../../ui/actions/Link.tsx";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import styles from "./composer.module.css";

interface ChannelTabProps {
  ref: Ref<HTMLButtonElement>;
  icon: IconShape;
  /** A brand's name, which is the same in every language. */
  label: string;
  /** Why nothing can be sent from the card; undefined where something can. */
  reason: string | undefined;
  /** Where the reader removes the reason. */
  setUp: { readonly href: string; readonly label: string } | undefined;
  isOpen: boolean;
  /** Before it is known what can be sent. */
  isDisabled: boolean;
  onPress: () => void;
}

/** Opens the form of a channel that an organization connects; where nothing can be sent, it says why, and leads whoever can change that to its settings. */
export function ChannelTab({ ref, icon, label, reason, setUp, isOpen, isDisabled, onPress }: ChannelTabProps) {
  const content = (
    <>
      <Icon of={icon} />
      {label}
    </>
  );
  if (reason === undefined)
    return (
      <AriaButton ref={ref} className={styles.tab ?? ""} aria-expanded={isOpen} isDisabled={isDisabled} onPress={onPress}>
        {content}
      </AriaButton>
    );
  if (!setUp)
    return (
      <Denied label={label} reason={reason}>
        <AriaButton className={styles.tab ?? ""}>{content}</AriaButton>
      </Denied>
    );
  return (
    <DialogTrigger>
      <AriaButton className={styles.tab ?? ""} data-missing>
        {content}
      </AriaButton>
      <Popover placement="bottom start">
        <AriaDialog className={styles.setUp ?? ""} aria-label={label}>
          <p>{reason}</p>
          <Link href={setUp.href}>{setUp.label}</Link>
        </AriaDialog>
      </Popover>
    </DialogTrigger>
  );
}
