import warning from "@fluentui/svg-icons/icons/warning_16_filled.svg?icon";
import type { ReactNode } from "react";
import { Link } from "../../../ui/actions/Link.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import styles from "./inspector.module.css";

/** In a step: what it needs and does not have, and where that is mended. */
export function Missing({
  children,
  link,
}: {
  children: ReactNode;
  link?: { readonly href: string; readonly label: string } | undefined;
}) {
  return (
    <p className={styles.missing}>
      <Icon of={warning} />
      <span>{children}</span>
      {link && <Link href={link.href}>{link.label}</Link>}
    </p>
  );
}
