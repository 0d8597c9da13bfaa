import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import styles from "../../ui/navigation/Panel.module.css";
import { Place } from "../../ui/navigation/Place.tsx";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { toHue } from "../../ui/display/stored-hue.ts";
import { Num } from "../../ui/display/Num.tsx";
import { TypeSquare } from "../../ui/display/Pill.tsx";
import { useCan } from "../../lib/permissions.ts";
import { useCardTypes } from "../records/card-types.ts";
import { countsOptions } from "./queries.ts";
import { taskListHref } from "./search.ts";
import { useTasksSearch } from "./useTasksSearch.ts";
import { ViewPlaces } from "./views/ViewPlaces.tsx";

const trashHref = "/tasks/trash";

/** The lists of tasks. */
export function TaskPlaces({ onLeave }: { onLeave?: (() => void) | undefined }) {
  const t = useT();
  const format = useFormat();
  const mayRead = useCan()(["TASKS", "read"]);
  const mayDelete = useCan()(["TASKS", "delete"]);
  const { search } = useTasksSearch();
  const isTrash = useLocation().pathname === trashHref;
  const { types = [] } = useCardTypes();
  const { data: counts } = useQuery({ ...countsOptions(), enabled: mayRead });
  const number = (value: number | undefined) =>
    value !== undefined && (
      <span className={styles.count}>
        <Num>{format.number(value)}</Num>
      </span>
    );
  const place = (list: "mine" | "assigned" | "team" | "done", count: number | undefined) => (
    <Place
      href={taskListHref({ list })}
      isCurrent={!isTrash && !search.view && search.list === list && !(list === "team" && search.type)}
      onPress={onLeave}
    >
      <span className={styles.label}>{t(`tasks.list.${list}`)}</span>
      {number(count)}
    </Place>
  );
  if (!mayRead) return null;
  return (
    <>
      {place("mine", counts?.mine)}
      {place("assigned", counts?.assignedByMe)}
      {place("team", counts?.team)}
      <ViewPlaces openId={isTrash ? undefined : search.view} onLeave={onLeave} />
      <h3 className={styles.title}>{t("tasks.byCardType")}</h3>
      <ul>
        {types
          .filter(({ hidden }) => !hidden)
          .map((type) => (
            <li key={type.id}>
              <Place
                href={taskListHref({ list: "team", type: type.slug })}
                isCurrent={!isTrash && !search.view && search.list === "team" && search.type === type.slug}
                onPress={onLeave}
              >
                <span className={styles.square}>
                  <TypeSquare hue={toHue(type.hue)} />
                </span>
                <span className={styles.label}>
                  <bdi>{type.pluralName}</bdi>
                </span>
                {number(counts && (counts.byCardType[type.id] ?? 0))}
              </Place>
            </li>
          ))}
      </ul>
      <h3 className={styles.title}>{t("common.more")}</h3>
      {place("done", counts?.done)}
      {mayDelete && (
        <Place href={trashHref} isCurrent={isTrash} onPress={onLeave}>
          <span className={styles.label}>{t("shell.trash")}</span>
        </Place>
      )}
    </>
  );
}
