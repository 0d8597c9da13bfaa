import { useLocation } from "@tanstack/react-router";
import { useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { Link } from "../../ui/actions/Link.tsx";
import styles from "./trash.module.css";

const trashes = [
  { href: "/cards/trash", label: "shell.cards", need: ["CARDS", "delete"] },
  { href: "/tasks/trash", label: "shell.tasks", need: ["TASKS", "delete"] },
  { href: "/calendar/trash", label: "changes.trash.meetings", need: ["MEETINGS", "delete"] },
] as const;

/** What is deleted elsewhere: cards, tasks and meetings each have a trash of their own. */
export function OtherTrashes() {
  const t = useT();
  const can = useCan();
  const here = useLocation().pathname;
  const others = trashes.filter(({ href, need }) => href !== here && can(need));
  if (others.length === 0) return null;
  return (
    <nav className={styles.others} aria-label={t("changes.trash.others")}>
      {t("changes.trash.others")}
      {others.map(({ href, label }) => (
        <Link key={href} href={href}>
          {t(label)}
        </Link>
      ))}
    </nav>
  );
}
