import icon from "@fluentui/svg-icons/icons/arrow_sync_20_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { MultiSelect } from "../../../ui/inputs/MultiSelect.tsx";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import { notChosen } from "../words/phrase.tsx";
import type { TriggerOf } from "./screens.ts";

type StatusChanged = TriggerOf<"statusChanged">;

const statusOf = (type: KindFormProps<StatusChanged>["type"]) => type.fields.find(({ id }) => id === "status");

const isAny = (statuses: StatusChanged["to"]): boolean => statuses?.length === 0;

export const statusChanged: KindScreen<StatusChanged> = {
  icon,
  name: "automations.trigger.statusChanged",
  initial: ({ type }) =>
    statusOf(type) ? { kind: "statusChanged", from: [], to: [] } : { missing: "automations.problem.noStatus" },
  say: ({ from, to }, words) => ({
    key: "automations.trigger.statusChanged.say",
    values: {
      from: words.options("status", from),
      to: to === null ? notChosen : words.options("status", to),
    },
    params: { bounds: from.length > 0 ? (isAny(to) ? "from" : "both") : isAny(to) ? "none" : "to" },
  }),
  Form,
};

function Form({ config, type, errors, onChange }: KindFormProps<StatusChanged>) {
  const t = useT();
  const options = (statusOf(type)?.options ?? []).map(({ id, label }) => ({ id, label }));
  return (
    <>
      {(["from", "to"] as const).map((end) => (
        <MultiSelect
          key={end}
          label={t(`automations.trigger.statusChanged.${end}`)}
          options={options}
          value={config[end] ?? []}
          whole={t(config[end] === null ? "automations.chooseStatus" : "automations.anyStatus")}
          errorMessage={errors[end]}
          onChange={(ids) => onChange({ ...config, [end]: ids })}
        />
      ))}
    </>
  );
}
