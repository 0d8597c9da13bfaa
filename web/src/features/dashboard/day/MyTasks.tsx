import done from "@fluentui/svg-icons/icons/checkmark_circle_20_regular.svg?icon";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { textDirection } from "../../../lib/text-direction.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { EmptyState, ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { toggleDone } from "../../tasks/changes/acts.ts";
import { DoneBox } from "../../tasks/DoneBox.tsx";
import { dueTone } from "../../dates/due-words.ts";
import parts from "../../tasks/parts.module.css";
import { useWhyNotTask } from "../../tasks/rights.ts";
import { taskListHref } from "../../tasks/search.ts";
import { useDueWords } from "../../dates/useDueWords.ts";
import dashboard from "../dashboard.module.css";
import styles from "./MyDay.module.css";
import type { MyDue } from "./useMyDue.ts";

/** More than these are looked at among the tasks. */
const most = 8;

/** The person's tasks that are overdue or due today, the longest overdue first: done by a press, opened by their name. */
export function MyTasks({ due: { tasks, total, error, retry } }: { due: MyDue }) {
  const t = useT();
  const format = useFormat();
  const words = useDueWords();
  const whyNot = useWhyNotTask();
  return (
    <section className={dashboard.region} aria-label={t("tasks.list.mine")}>
      <div className={dashboard.head}>
        <h2 className={dashboard.title}>
          {t("tasks.list.mine")}
          {tasks && (
            <span className={dashboard.unit}>
              <Num>{format.number(total)}</Num>
            </span>
          )}
        </h2>
        <span className={dashboard.all}>
          <Link href={taskListHref({})}>{t("dashboard.tasks.all")}</Link>
        </span>
      </div>
      {tasks ? (
        tasks.length === 0 ? (
          <EmptyState icon={done} title={t("dashboard.tasks.none")} level={3}>
            {t("dashboard.tasks.noneLine")}
          </EmptyState>
        ) : (
          <ul className={dashboard.rows}>
            {tasks.slice(0, most).map((task) => (
              <li key={task.id} className={dashboard.row} data-done={task.done || undefined}>
                <DoneBox
                  label={t(task.done ? "tasks.reopenNamed" : "tasks.doneNamed", { name: task.title })}
                  isDone={task.done}
                  isDisabled={whyNot("update", task) !== undefined}
                  onChange={() => toggleDone([task])}
                />
                <span className={`${dashboard.name} ${styles.name}`}>
                  <Link look="quiet" href={taskListHref({ task: task.id })}>
                    <bdi dir={textDirection(task.title)}>{task.title}</bdi>
                  </Link>
                </span>
                <span className={parts.due} data-tone={dueTone(task, words.today)}>
                  {words.inFull(task.due)}
                </span>
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <ErrorState error={error} level={3} actions={<Button onPress={retry}>{t("common.tryAgain")}</Button>} />
      ) : (
        <SkeletonRows rows={4} columns={["20px", "2fr", "1fr"]} />
      )}
    </section>
  );
}
