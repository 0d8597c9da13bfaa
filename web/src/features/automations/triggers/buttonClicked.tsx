import icon from "@fluentui/svg-icons/icons/cursor_click_20_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import type { TriggerOf } from "./screens.ts";

type ButtonClicked = TriggerOf<"buttonClicked">;

export const buttonClicked: KindScreen<ButtonClicked> = {
  icon,
  name: "automations.trigger.buttonClicked",
  initial: ({ t }) => ({ kind: "buttonClicked", label: t("automations.trigger.buttonClicked.first"), question: "" }),
  say: ({ label }) => ({ key: "automations.trigger.buttonClicked.say", values: { label: { value: label } } }),
  Form,
};

function Form({ config, errors, onChange }: KindFormProps<ButtonClicked>) {
  const t = useT();
  return (
    <>
      <TextField
        label={t("automations.trigger.buttonClicked.label")}
        isRequired
        value={config.label}
        errorMessage={errors["label"]}
        onChange={(label) => onChange({ ...config, label })}
      />
      <TextField
        label={t("automations.trigger.buttonClicked.question")}
        description={t("automations.trigger.buttonClicked.question.about")}
        value={config.question}
        errorMessage={errors["question"]}
        onChange={(question) => onChange({ ...config, question })}
      />
    </>
  );
}
