import icon from "@fluentui/svg-icons/icons/form_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { client } from "../../../lib/api.ts";
import { type IntakeWords, IntakesPanel } from "../IntakesPanel.tsx";
import { FormRow } from "./FormRow.tsx";
import { FormView } from "./FormView.tsx";
import { formsOptions, refreshForms } from "./queries.ts";

const words: IntakeWords = {
  intro: "leadForms.intro",
  how: "leadForms.how",
  none: "integrations.forms.none",
  noneText: "leadForms.none.text",
  noneDenied: "leadForms.none.denied",
  list: "leadForms.list",
  add: "leadForms.add",
  name: "leadForms.name",
  nameAbout: "leadForms.name.about",
  type: "leadForms.type",
};

/** The organization's lead forms; or, with one of them open, its design and what was sent. */
export function FormsPanel() {
  const { data, error } = useQuery(formsOptions());
  return (
    <IntakesPanel
      intakes={data}
      error={error}
      refresh={refreshForms}
      subject="leadForm"
      icon={icon}
      words={words}
      documentation="/documentation/lead-forms"
      create={client.leadForms.create.mutate}
      row={(form, state) => <FormRow key={form.id} form={form} {...state} />}
      view={(form, onBack) => <FormView key={form.id} form={form} onBack={onBack} />}
    />
  );
}
