import type { ReactNode } from "react";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useT } from "../../lib/i18n.tsx";
import { type Right, useCan } from "../../lib/permissions.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { DeniedState } from "../../ui/feedback/EmptyState.tsx";
import styles from "./settings.module.css";

/** A settings page for people with the permission; everybody else sees that they lack it, even when they open its address directly. */
export function Permitted({ right, children }: { right: Right; children: ReactNode }) {
  const can = useCan();
  return can(right) ? children : <Denied />;
}

function Denied() {
  const t = useT();
  useTitle(t("settings.title"));
  useCrumbs([{ label: t("settings.title") }]);
  return (
    <div className={styles.denied}>
      <DeniedState level={1} />
    </div>
  );
}
