import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { useNameOf } from "../../people/people.ts";
import { RevertButton } from "./RevertButton.tsx";
import { save } from "../../exports/useExport.ts";
import styles from "../imports.module.css";
import type { ImportTarget } from "../targets/target.ts";

/** The imports of the last thirty days that became the same: who, when, what became of the rows. */
export function PastImports({ target }: { target: ImportTarget }) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const { data, refetch } = useQuery(
    trpc.imports.list.queryOptions({ typeId: target.id }, { staleTime: 0, meta: { quiet: true } }),
  );
  if (!data || data.length === 0) return null;
  return (
    <div className={`${styles.scroll} ${styles.past}`}>
      <table className={styles.table}>
        <caption className={styles.caption}>{t("imports.past")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("imports.past.when")}</th>
            <th scope="col">{t("imports.past.who")}</th>
            <th scope="col">{t("imports.step.file")}</th>
            <th scope="col">{t("imports.past.result")}</th>
            <th scope="col">{t("imports.past.actions")}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((past) => (
            <tr key={past.operationId}>
              <td>{format.dateTime(past.at)}</td>
              <td>
                <bdi>{nameOf(past.userId)}</bdi>
              </td>
              <td className={styles.samples}>
                <bdi>{past.fileName}</bdi>
              </td>
              <td>
                {past.state === "running" ? (
                  t("imports.state.importing")
                ) : (
                  <ul className={styles.results}>
                    {(["created", "updated", "skipped", "failed"] as const)
                      .filter((key) => past[key] > 0)
                      .map((key) => (
                        <li key={key}>
                          <Num>{format.number(past[key])}</Num>{" "}
                          {key === "created" ? target.words.created(past[key]) : t(`imports.${key}`, { count: past[key] })}
                        </li>
                      ))}
                  </ul>
                )}
              </td>
              <td>
                <div className={styles.pastActions}>
                  {past.takenBack && <span className={styles.quiet}>{t("imports.past.takenBack")}</span>}
                  {past.state !== "running" && !past.takenBack && past.created + past.updated > 0 && target.mayTakeBack(past) && (
                    <RevertButton size={28} target={target} operationId={past.operationId} onReverted={() => void refetch()} />
                  )}
                  {past.rejectsUrl && (
                    <Button size={28} onPress={() => past.rejectsUrl && save(past.rejectsUrl)}>
                      {t("imports.rejects")}
                    </Button>
                  )}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
