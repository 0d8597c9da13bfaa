import { isId } from "@kartis/core/kernel/id-form.ts";
import { type ReactElement, useEffect, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { TypeSquare } from "../../../ui/display/Pill.tsx";
import { MultiSelect } from "../../../ui/inputs/MultiSelect.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { PanelTrigger } from "../../../ui/overlays/PanelTrigger.tsx";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useMembers } from "../../people/people.ts";
import { useCardTypes } from "../../records/card-types.ts";
import { prioritiesByKey } from "../choices/PriorityChoice.tsx";
import choices from "../choices/choices.module.css";
import { PriorityBars } from "../PriorityBars.tsx";
import { peopleIn, prioritiesIn, writeSeveral } from "../filter/several.ts";
import { isFiltered, noFilter, type TasksSearch } from "../search.ts";
import type { ChangeSearch } from "../useTasksSearch.ts";
import { CardFilter } from "./CardFilter.tsx";
import { DueFilter } from "./DueFilter.tsx";
import styles from "./TaskHeader.module.css";

const any = "any";
const answers = ["yes", "no"] as const;
const typingMilliseconds = 200;
const idsOf = (values: readonly (string | null)[]): string[] => values.map((value) => value ?? "none");

interface FilterPanelProps {
  trigger: ReactElement;
  isSheet: boolean;
  search: TasksSearch;
  change: ChangeSearch;
}

/** Filter panel: words in the title, assignee, priority, due date, card, reminder and recurrence. Changes apply immediately. */
export function FilterPanel({ trigger, isSheet, search, change }: FilterPanelProps) {
  const t = useT();
  return (
    <PanelTrigger
      trigger={trigger}
      title={t("tasks.filter")}
      isSheet={isSheet}
      doneLabel={t("tasks.filter.show")}
      placement="bottom end"
      className={styles.panel}
    >
      <Fields search={search} change={change} />
    </PanelTrigger>
  );
}

function Fields({ search, change }: Pick<FilterPanelProps, "search" | "change">) {
  const t = useT();
  const members = useMembers();
  const { types = [] } = useCardTypes();
  const anyOption = { id: any, label: t("tasks.filter.any") };
  return (
    <div className={styles.fields}>
      <TextFilter search={search} change={change} />
      {search.list !== "mine" && search.list !== "assigned" && (
        <MultiSelect
          label={t("tasks.assignee")}
          whole={anyOption.label}
          value={idsOf(peopleIn(search.who))}
          onChange={(ids) => change({ who: writeSeveral(ids) })}
          options={[
            ...members.map(({ userId, name }) => ({
              id: userId,
              label: name,
              node: (
                <span className={choices.who}>
                  <MemberAvatar userId={userId} />
                  <bdi>{name}</bdi>
                </span>
              ),
            })),
            { id: "none", label: t("tasks.nobody") },
          ]}
        />
      )}
      <MultiSelect
        label={t("tasks.priority")}
        whole={anyOption.label}
        value={idsOf(prioritiesIn(search.priority))}
        onChange={(ids) => change({ priority: writeSeveral(ids) })}
        options={[
          ...prioritiesByKey.map((priority) => ({
            id: priority,
            label: t(`tasks.priority.${priority}`),
            node: (
              <span className={choices.who}>
                <PriorityBars priority={priority} />
                {t(`tasks.priority.${priority}`)}
              </span>
            ),
          })),
          { id: "none", label: t("tasks.priority.none") },
        ]}
      />
      <DueFilter value={search.due} onChange={(due) => change({ due, ...(search.chip === "week" ? { chip: "open" } : {}) })} />
      <CardFilter value={search.card} onChange={(card) => change({ card })} />
      <Select
        label={t("tasks.cardType")}
        value={types.some(({ slug }) => slug === search.type) ? (search.type ?? any) : any}
        onChange={(id) => change({ type: id === any ? undefined : id })}
        options={[
          anyOption,
          ...types
            .filter(({ hidden, id }) => !hidden && isId("typ", id))
            .map(({ slug, pluralName, hue }) => ({
              id: slug,
              label: pluralName,
              node: (
                <span className={choices.who}>
                  <TypeSquare hue={hue} />
                  <bdi>{pluralName}</bdi>
                </span>
              ),
            })),
        ]}
      />
      {(["reminder", "repeat"] as const).map((part) => (
        <Select
          key={part}
          label={t(part === "reminder" ? "tasks.filter.reminder" : "tasks.repeat")}
          value={search[part] ?? any}
          onChange={(id) => change({ [part]: answers.find((answer) => answer === id) })}
          options={[anyOption, ...answers.map((id) => ({ id, label: t(`tasks.filter.${part}.${id}`) }))]}
        />
      ))}
      <Button variant="ghost" isDisabled={!isFiltered(search)} onPress={() => change(noFilter)}>
        {t("tasks.filter.clear")}
      </Button>
    </div>
  );
}

function TextFilter({ search, change }: Pick<FilterPanelProps, "search" | "change">) {
  const t = useT();
  const inAddress = search.q ?? "";
  const [typed, setTyped] = useState({ text: inAddress, inAddress });
  // Back and links change the address without typing.
  const text = typed.inAddress === inAddress ? typed.text : inAddress;
  useEffect(() => {
    if (text === inAddress) return undefined;
    const timer = setTimeout(() => change({ q: text.trim() || undefined }, false), typingMilliseconds);
    return () => clearTimeout(timer);
    // `change` is new on each render; only what is typed starts the clock anew.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, inAddress]);
  return (
    <TextField
      label={t("tasks.filter.words")}
      type="search"
      textDirection="auto"
      value={text}
      onChange={(next) => setTyped({ text: next, inAddress })}
    />
  );
}
