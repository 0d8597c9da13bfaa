import icon from "@fluentui/svg-icons/icons/alert_20_regular.svg?icon";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { MultiSelect } from "../../../ui/inputs/MultiSelect.tsx";
import { TextArea } from "../../../ui/inputs/TextArea.tsx";
import { useAssignable } from "../../people/people.ts";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import type { ActionOf } from "./screens.ts";

type Notify = ActionOf<"notify">;

export const notify: KindScreen<Notify> = {
  icon,
  name: "automations.action.notify",
  initial: () => ({ kind: "notify", text: "", owner: true, memberIds: [], roleIds: [] }),
  say: (config, words) => ({
    key: "automations.action.notify.say",
    values: { people: words.people(config), text: config.text || "…" },
  }),
  Form,
};

function Form({ config, errors, onChange }: KindFormProps<Notify>) {
  const t = useT();
  const members = useAssignable();
  const { data: roles = [] } = useQuery(trpc.roles.list.queryOptions({}, { meta: { quiet: true } }));
  return (
    <>
      <TextArea
        label={t("automations.action.notify.text")}
        description={t("automations.action.notify.text.about")}
        isRequired
        rows={2}
        value={config.text}
        errorMessage={errors["text"]}
        onChange={(text) => onChange({ ...config, text })}
      />
      <Checkbox isSelected={config.owner} onChange={(owner) => onChange({ ...config, owner })}>
        {t("automations.owner")}
      </Checkbox>
      <MultiSelect
        label={t("automations.members")}
        options={members.map(({ userId, name }) => ({ id: userId, label: name }))}
        value={config.memberIds}
        whole={t("automations.nobody")}
        errorMessage={errors["memberIds"]}
        onChange={(ids) => onChange({ ...config, memberIds: ids.filter((id) => isId("usr", id)) })}
      />
      {roles.length > 0 && (
        <MultiSelect
          label={t("automations.roles")}
          options={roles.map(({ id, name }) => ({ id, label: name }))}
          value={config.roleIds}
          whole={t("automations.nobody")}
          errorMessage={errors["roleIds"]}
          onChange={(ids) => onChange({ ...config, roleIds: ids.filter((id) => isId("rol", id)) })}
        />
      )}
    </>
  );
}
