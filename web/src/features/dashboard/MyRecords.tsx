import person from "@fluentui/svg-icons/icons/person_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { meOptions } from "../../lib/session.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { toHue } from "../../ui/display/stored-hue.ts";
import { Link } from "../../ui/actions/Link.tsx";
import { Num } from "../../ui/display/Num.tsx";
import { Pill, TypeSquare } from "../../ui/display/Pill.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { optionOf } from "../fields/values.ts";
import { useCardTypes } from "../records/card-types.ts";
import { RecordName } from "../records/RecordName.tsx";
import { cardHref } from "../records/card-href.ts";
import styles from "./dashboard.module.css";
import { statusOf } from "./useDashboard.ts";

type Own = RouterOutputs["dashboard"]["mine"]["cards"][number];

/** The person's own cards of all types, latest change first. */
export function MyRecords() {
  const t = useT();
  const format = useFormat();
  const router = useRouter();
  const { types } = useCardTypes();
  const userId = useQuery(meOptions()).data?.user.id ?? "";
  const { data, error, refetch } = useQuery(
    trpc.dashboard.mine.queryOptions({}, { staleTime: 0, refetchOnMount: "always", meta: { quiet: true } }),
  );
  const all = router.buildLocation({
    to: "/cards",
    search: { filter: { fieldId: "owner", operator: "EQUAL", value: userId }, sort: "-updatedAt" },
  }).href;
  return (
    <section className={styles.region} aria-label={t("dashboard.mine")}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {t("dashboard.mine")}
          {data && (
            <span className={styles.unit}>
              <Num>{format.number(data.total)}</Num>
            </span>
          )}
        </h2>
        {data && data.total > 0 && (
          <span className={styles.all}>
            <Link href={all}>{t("dashboard.mine.all")}</Link>
          </span>
        )}
      </div>
      {data && types ? (
        data.cards.length === 0 ? (
          <EmptyState icon={person} title={t("dashboard.mine.none")} level={3}>
            {t("dashboard.mine.noneLine")}
          </EmptyState>
        ) : (
          <ul className={styles.rows}>
            {data.cards.map((card) => (
              <OwnRow key={card.id} card={card} />
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

function OwnRow({ card }: { card: Own }) {
  const format = useFormat();
  const { types = [] } = useCardTypes();
  const type = types.find(({ id }) => id === card.typeId);
  const status = type && statusOf(type);
  const option = status && optionOf(status, card.statusId);
  return (
    <li className={styles.row}>
      <TypeSquare hue={toHue(type?.hue ?? "slate")} />
      <span className={styles.name}>
        <RecordName name={card.name} look="quiet" href={type && cardHref(type, card.id)} />
      </span>
      {option && <Pill hue={toHue(option.hue)}>{option.label}</Pill>}
      <time className={styles.when} dateTime={card.updatedAt}>
        {format.relative(card.updatedAt)}
      </time>
    </li>
  );
}
