import lock from "@fluentui/svg-icons/icons/lock_closed_16_regular.svg?icon";
import type { TaskView } from "@kartis/core/task-views/schema.ts";
import { useQuery } from "@tanstack/react-query";
import styles from "../../../ui/navigation/Panel.module.css";
import { Place } from "../../../ui/navigation/Place.tsx";
import { reportFailure } from "../../../lib/failures.ts";
import { useFormat, useT, withWords } from "../../../lib/i18n.tsx";
import { meOptions } from "../../../lib/session.ts";
import { useDragOrder } from "../../../ui/collections/useDragOrder.ts";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { useMayChangeAny } from "../../cards/views/useMayChange.ts";
import { useToday, weekEndOf } from "../../dates/days.ts";
import { filterOf } from "../filter/asked.ts";
import { useTaskTotal } from "../queries.ts";
import { searchOfView } from "./state.ts";
import { useTaskViews } from "./useTaskViews.ts";
import places from "./ViewPlaces.module.css";

/** Views beyond these are counted when they are opened. */
const mostCounted = 12;

interface ViewPlacesProps {
  openId: string | undefined;
  onLeave: (() => void) | undefined;
}

/** The saved views, each with the number of its tasks. */
export function ViewPlaces({ openId, onLeave }: ViewPlacesProps) {
  const t = useT();
  const { views } = useTaskViews();
  const mayChange = useMayChangeAny();
  const dragged = useDragOrder({
    axis: "block",
    onMove: (id, by) => {
      const view = views.find((one) => one.id === id);
      if (view)
        void withWords(["views"], import("./actions.ts")).then(({ moveTaskView }) => moveTaskView(view, by), reportFailure);
    },
  });
  if (views.length === 0) return null;
  return (
    <>
      <h3 className={styles.title}>{t("tasks.views")}</h3>
      <ul>
        {views.map((view, at) => (
          <li key={view.id} className={places.place} {...dragged(view.id, at, mayChange(view).update)}>
            <Place href={`/tasks?view=${view.id}`} isCurrent={view.id === openId} onPress={onLeave}>
              {view.isPrivate && (
                <span className={styles.square}>
                  <Icon of={lock} label={t("tasks.view.private")} />
                </span>
              )}
              <span className={styles.label}>
                <bdi>{view.name}</bdi>
              </span>
              {at < mostCounted && <Count view={view} />}
            </Place>
          </li>
        ))}
      </ul>
    </>
  );
}

function Count({ view }: { view: TaskView }) {
  const format = useFormat();
  const { data: me } = useQuery(meOptions());
  const { types } = useCardTypes();
  const today = useToday();
  const asker = { userId: me?.user.id ?? "", cardTypeId: view.state.cardTypeId, weekEnd: weekEndOf(today, format.locale) };
  const total = useTaskTotal(me && types ? filterOf(searchOfView(view, types), asker) : undefined);
  if (!me || !types || total === undefined) return null;
  return (
    <span className={styles.count}>
      <Num>{format.number(total)}</Num>
    </span>
  );
}
