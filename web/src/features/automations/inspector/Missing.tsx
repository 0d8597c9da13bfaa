import warning from "@fluentui/svg-icons/icons/warning_16_filled.svg?icon";
import type { ReactNode } from "react";
import { Link } from "../../../ui/actions/Link.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import styles from "./inspector.module.css";

/** A notice in a step's form that something it needs is not set up, with a link to set it up. */
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
