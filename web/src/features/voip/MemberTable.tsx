import callIcon from "@fluentui/svg-icons/icons/call_20_regular.svg?icon";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import { Num } from "../../ui/display/Num.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { SegmentedControl } from "../../ui/inputs/SegmentedControl.tsx";
import { useNameOf } from "../people/people.ts";
import { durationText } from "../timeline/duration.ts";
import { voipHref } from "./search.ts";
import styles from "./voip.module.css";

const periods = ["1", "7", "30"] as const;
const daysOf = { "1": 1, "7": 7, "30": 30 } as const;
const figures = ["answered", "missed", "placed", "failed"] as const;

/** The calls of each member in a period. */
export function MemberTable() {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const [period, setPeriod] = useState<(typeof periods)[number]>("7");
  const { data, error, refetch } = useQuery(
    trpc.voip.members.queryOptions({ days: daysOf[period] }, { placeholderData: keepPreviousData, meta: { quiet: true } }),
  );
  return (
    <>
      <div className={styles.filters}>
        <SegmentedControl
          label={t("voip.filter.period")}
          options={periods.map((id) => ({ id, label: t(`voip.period.${id}`) }))}
          value={period}
          onChange={setPeriod}
        />
      </div>
      {error && !data ? (
        <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
      ) : !data ? (
        <SkeletonRows rows={4} columns={["2fr", "1fr", "1fr"]} />
      ) : data.members.length === 0 ? (
        <EmptyState icon={callIcon} title={t("voip.members.none")} />
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t("voip.filter.member")}</th>
                {figures.map((figure) => (
                  <th key={figure} scope="col" className={styles.figure}>
                    {t(`voip.members.${figure}`)}
                  </th>
                ))}
                <th scope="col" className={styles.figure}>
                  {t("voip.members.time")}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.members.map(({ userId, seconds, ...counts }) => (
                <tr key={userId ?? "unknown"}>
                  <th scope="row">
                    {userId ? (
                      <Link href={voipHref({ userId })}>
                        <bdi>{nameOf(userId)}</bdi>
                      </Link>
                    ) : (
                      t("voip.noMember")
                    )}
                  </th>
                  {figures.map((figure) => (
                    <td key={figure} className={styles.figure} data-label={t(`voip.members.${figure}`)}>
                      <Num>{format.number(counts[figure])}</Num>
                    </td>
                  ))}
                  <td className={styles.figure} data-label={t("voip.members.time")}>
                    <Num>{durationText(seconds)}</Num>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
