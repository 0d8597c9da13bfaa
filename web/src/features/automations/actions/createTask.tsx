import icon from "@fluentui/svg-icons/icons/checkbox_checked_20_regular.svg?icon";
import { priorities } from "@kartis/core/activities/types/task.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { DurationField } from "../inspector/DurationField.tsx";
import { PersonSelect } from "../inspector/PersonSelect.tsx";
import { ReminderSelect } from "../inspector/ReminderSelect.tsx";
import { VariableText } from "../inspector/VariableText.tsx";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import type { ActionOf } from "./screens.ts";

type CreateTask = ActionOf<"createTask">;

export const createTask: KindScreen<CreateTask> = {
  icon,
  name: "automations.action.createTask",
  initial: ({ t }) => ({
    kind: "createTask",
    title: `${t("automations.action.createTask.first")} {{ card.name }}`,
    description: "",
    due: { amount: 1, unit: "days" },
    assignee: "owner",
    priority: null,
    reminder: null,
  }),
  say: ({ title, due, assignee }, words) => ({
    key: "automations.action.createTask.say",
    values: { title: words.text(title), due: { value: words.duration(due) }, person: words.person(assignee) },
  }),
  Form,
};

const none = "none";

function Form({ config, type, errors, onChange }: KindFormProps<CreateTask>) {
  const t = useT();
  return (
    <>
      <VariableText
        label={t("automations.title")}
        type={type}
        value={config.title}
        isSingleLine
        errorMessage={errors["title"]}
        onChange={(title) => onChange({ ...config, title })}
      />
      <VariableText
        label={t("automations.description")}
        type={type}
        value={config.description}
        errorMessage={errors["description"]}
        onChange={(description) => onChange({ ...config, description })}
      />
      <DurationField
        label={t("automations.action.createTask.due")}
        value={config.due}
        errorMessage={errors["due.amount"]}
        onChange={(due) => onChange({ ...config, due })}
      />
      <PersonSelect
        label={t("tasks.assignee")}
        value={config.assignee}
        errorMessage={errors["assignee"]}
        onChange={(assignee) => onChange({ ...config, assignee })}
      />
      <Select
        label={t("tasks.priority")}
        options={[
          { id: none, label: t("tasks.priority.none") },
          ...priorities.map((priority) => ({ id: priority, label: t(`tasks.priority.${priority}`) })),
        ]}
        value={config.priority ?? none}
        onChange={(chosen) => onChange({ ...config, priority: priorities.find((one) => one === chosen) ?? null })}
      />
      <ReminderSelect value={config.reminder} onChange={(reminder) => onChange({ ...config, reminder })} />
    </>
  );
}
