import { Fragment } from "react";
import { useT } from "../../lib/i18n.tsx";
import styles from "./Breadcrumbs.module.css";
import { Link } from "../actions/Link.tsx";

/** The last one is the page itself. */
export function Breadcrumbs({ items }: { items: readonly { label: string; href?: string }[] }) {
  const t = useT();
  if (items.length === 0) return null;
  return (
    <nav aria-label={t("shell.breadcrumbs")}>
      <ol className={styles.list}>
        {items.map((item, index) => (
          <Fragment key={item.href ?? item.label}>
            {index > 0 && (
              <li className={styles.separator} aria-hidden="true">
                /
              </li>
            )}
            <li className={styles.item} data-current={index === items.length - 1 || undefined}>
              {item.href ? (
                <Link look="quiet" href={item.href}>
                  <bdi>{item.label}</bdi>
                </Link>
              ) : (
                <bdi aria-current="page">{item.label}</bdi>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
