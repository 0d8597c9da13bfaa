import icon from "@fluentui/svg-icons/icons/calendar_add_20_regular.svg?icon";
import { offeredMinutes } from "@kartis/core/activities/meetings/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { DurationField } from "../inspector/DurationField.tsx";
import { PersonSelect } from "../inspector/PersonSelect.tsx";
import { ReminderSelect } from "../inspector/ReminderSelect.tsx";
import { VariableText } from "../inspector/VariableText.tsx";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import type { ActionOf } from "./screens.ts";

type CreateMeeting = ActionOf<"createMeeting">;

export const createMeeting: KindScreen<CreateMeeting> = {
  icon,
  name: "automations.action.createMeeting",
  initial: ({ t }) => ({
    kind: "createMeeting",
    title: `${t("automations.action.createMeeting.first")} {{ card.name }}`,
    description: "",
    location: "",
    start: { amount: 1, unit: "days" },
    minutes: 60,
    participant: "owner",
    invitesCard: false,
    reminder: null,
  }),
  say: ({ title, start, participant }, words) => ({
    key: "automations.action.createMeeting.say",
    values: { title: words.text(title), start: { value: words.duration(start) }, person: words.person(participant) },
  }),
  Form,
};

function Form({ config, type, errors, onChange }: KindFormProps<CreateMeeting>) {
  const t = useT();
  const lengths = [...new Set([...offeredMinutes, config.minutes])].toSorted((a, b) => a - b);
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
        label={t("automations.action.createMeeting.start")}
        value={config.start}
        errorMessage={errors["start.amount"]}
        onChange={(start) => onChange({ ...config, start })}
      />
      <Select
        label={t("automations.action.createMeeting.length")}
        options={lengths.map((minutes) => ({
          id: String(minutes),
          label: t("automations.duration.minutes", { count: minutes }),
        }))}
        value={String(config.minutes)}
        onChange={(minutes) => onChange({ ...config, minutes: Number(minutes) })}
      />
      <TextField
        label={t("automations.action.createMeeting.location")}
        value={config.location}
        errorMessage={errors["location"]}
        onChange={(location) => onChange({ ...config, location })}
      />
      <PersonSelect
        label={t("automations.action.createMeeting.participant")}
        value={config.participant}
        errorMessage={errors["participant"]}
        onChange={(participant) => onChange({ ...config, participant })}
      />
      <Checkbox isSelected={config.invitesCard} onChange={(invitesCard) => onChange({ ...config, invitesCard })}>
        {t("automations.action.createMeeting.invites")}
      </Checkbox>
      <ReminderSelect value={config.reminder} onChange={(reminder) => onChange({ ...config, reminder })} />
    </>
  );
}
