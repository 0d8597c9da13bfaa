import { useRouter, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Link } from "react-aria-components/Link";
import styles from "./Panel.module.css";

interface PlaceProps {
  href: string;
  isExact?: boolean;
  /** Overrides whether the link is the current page, if the path alone does not show it. */
  isCurrent?: boolean;
  onPress?: (() => void) | undefined;
  children: ReactNode;
}

/** One line of the panel. */
export function Place({ href, isExact, isCurrent, onPress, children }: PlaceProps) {
  const router = useRouter();
  const isActive = useRouterState({
    select: ({ location }) => location.pathname === href || (!isExact && location.pathname.startsWith(`${href}/`)),
  });
  return (
    <Link
      className={styles.place ?? ""}
      href={href}
      {...((isCurrent ?? isActive) ? { "aria-current": "page" } : {})}
      {...(onPress ? { onPress } : {})}
      onHoverStart={() => void router.preloadRoute({ to: href })}
    >
      {children}
    </Link>
  );
}
