import history from "@fluentui/svg-icons/icons/history_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import type { RouterOutputs } from "../../lib/types.ts";
import { PersonAvatar } from "../../ui/display/Avatar.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { usePlaces } from "../audit/places.ts";
import { useActorName } from "../audit/useActorName.ts";
import styles from "./dashboard.module.css";
import { notableActions } from "./notable.ts";

type Entry = RouterOutputs["audit"]["search"]["entries"][number];

const shown = 8;

/** The latest notable changes that the person may see in the audit: who, what, which record, when. */
export function LatestChanges() {
  const t = useT();
  const { data, error, refetch } = useQuery(
    trpc.audit.search.queryOptions(
      { limit: shown, actions: notableActions },
      { staleTime: 0, refetchOnMount: "always", meta: { quiet: true } },
    ),
  );
  return (
    <section className={styles.region} aria-label={t("dashboard.changes")}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t("dashboard.changes")}</h2>
        <span className={styles.all}>
          <Link href="/settings/audit">{t("dashboard.changes.all")}</Link>
        </span>
      </div>
      {data ? (
        data.entries.length === 0 ? (
          <EmptyState icon={history} title={t("dashboard.changes.none")} level={3} />
        ) : (
          <ul className={styles.rows}>
            {data.entries.map((entry) => (
              <ChangeRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState error={error} level={3} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
      ) : (
        <SkeletonRows rows={6} columns={["20px", "2fr", "1fr"]} />
      )}
    </section>
  );
}

function ChangeRow({ entry }: { entry: Entry }) {
  const t = useT();
  const format = useFormat();
  const who = useActorName()(entry);
  return (
    <li className={styles.row}>
      <PersonAvatar userId={entry.userId ?? entry.actorKind} name={who} size={20} />
      <span className={styles.change}>
        <bdi className={styles.who}>{who}</bdi> <span>{t.find(`audit.action.${entry.action}`) ?? entry.action}</span>{" "}
        <About entry={entry} />
      </span>
      <time className={styles.when} dateTime={entry.createdAt}>
        {format.relative(entry.createdAt)}
      </time>
    </li>
  );
}

function About({ entry }: { entry: Entry }) {
  const t = useT();
  const { name, href } = usePlaces()(entry);
  if (entry.changeCount > 1) return <span>· {t("audit.changesCount", { count: entry.changeCount })}</span>;
  if (!name) return null;
  return href ? (
    <Link look="quiet" href={href}>
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <bdi>{name}</bdi>
  );
}
