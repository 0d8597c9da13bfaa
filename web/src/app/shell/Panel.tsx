import { useQuery } from "@tanstack/react-query";
import { useRouter, useRouterState } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Link } from "react-aria-components/Link";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { toHue } from "../../ui/hue.ts";
import { Num } from "../../ui/Num.tsx";
import { TypeSquare } from "../../ui/Pill.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ContactUsButton } from "./ContactUsButton.tsx";
import { NewRecordButton } from "./NewRecordButton.tsx";
import styles from "./Panel.module.css";

/** The places of an area. `onLeave` runs when one is chosen, e.g. to close a flyout. */
export function Panel({ onNewRecord, onLeave }: { onNewRecord?: () => void; onLeave?: () => void }) {
  const t = useT();
  const format = useFormat();
  const { data: types } = useQuery(trpc.cards.types.queryOptions({}));
  return (
    <div className={styles.panel}>
      <h2 className={styles.area}>{t("shell.cards")}</h2>
      <div className={styles.places}>
        <Place href="/cards" isExact onPress={onLeave}>
          <span className={styles.label}>{t("shell.allCards")}</span>
        </Place>
        <h3 className={styles.title}>{t("shell.cardTypes")}</h3>
        <ul>
          {types
            ? types
                .filter((type) => !type.hidden)
                .map((type) => (
                  <li key={type.id}>
                    <Place href={`/cards/${type.slug}`} onPress={onLeave}>
                      <span className={styles.square}>
                        <TypeSquare hue={toHue(type.hue)} />
                      </span>
                      <span className={styles.label}>
                        <bdi>{type.pluralName}</bdi>
                      </span>
                      <span className={styles.count}>
                        <Num>{format.number(type.count)}</Num>
                      </span>
                    </Place>
                  </li>
                ))
            : ["70%", "85%", "60%"].map((width) => (
                <li key={width} className={styles.waiting}>
                  <Skeleton width={width} />
                </li>
              ))}
        </ul>
      </div>
      {onNewRecord && (
        <div className={styles.dock}>
          <NewRecordButton look="docked" onPress={onNewRecord} />
          <ContactUsButton look="docked" />
        </div>
      )}
    </div>
  );
}

function Place({
  href,
  isExact,
  onPress,
  children,
}: {
  href: string;
  isExact?: boolean;
  onPress?: (() => void) | undefined;
  children: ReactNode;
}) {
  const router = useRouter();
  const isActive = useRouterState({
    select: ({ location }) => location.pathname === href || (!isExact && location.pathname.startsWith(`${href}/`)),
  });
  return (
    <Link
      className={styles.place ?? ""}
      href={href}
      {...(isActive ? { "aria-current": "page" } : {})}
      {...(onPress ? { onPress } : {})}
      onHoverStart={() => void router.preloadRoute({ to: href })}
    >
      {children}
    </Link>
  );
}
