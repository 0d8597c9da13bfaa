import type { Field } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { RadioGroup } from "../../../ui/inputs/RadioGroup.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { TokenComboBox } from "../../../ui/inputs/TokenComboBox.tsx";
import { useProblem } from "../useProblem.ts";
import { useEditor } from "../useTypeEditor.ts";

/** Target of a card relation, and the name of its counterpart there. */
export function RelationSettings({ field, onChange }: { field: Field; onChange: (change: Partial<Field>) => void }) {
  const t = useT();
  const { types, draft } = useEditor();
  const problem = useProblem();
  const relation = field.relation ?? { typeIds: [], many: true };
  const at = `fields.${field.id}.relation`;
  return (
    <>
      <TokenComboBox
        label={t("cardTypes.relation.types")}
        description={t("cardTypes.relation.types.help")}
        errorMessage={problem(`${at}.typeIds`) ?? problem(at)}
        options={types.map((type) => ({ id: type.id, label: type.pluralName }))}
        value={relation.typeIds}
        onChange={(ids) =>
          onChange({ relation: { ...relation, typeIds: types.map((type) => type.id).filter((id) => ids.includes(id)) } })
        }
      />
      <RadioGroup
        label={t("cardTypes.relation.count")}
        options={[
          { id: "many", label: t("cardTypes.relation.many") },
          { id: "one", label: t("cardTypes.relation.one") },
        ]}
        value={relation.many ? "many" : "one"}
        onChange={(id) => onChange({ relation: { ...relation, many: id === "many" } })}
      />
      <TextField
        label={t("cardTypes.relation.inverse")}
        description={t("cardTypes.relation.inverse.help", { name: draft.pluralName })}
        value={relation.inverseLabel ?? ""}
        onChange={(text) => {
          const { inverseLabel: _, ...rest } = relation;
          onChange({ relation: text === "" ? rest : { ...rest, inverseLabel: text } });
        }}
        errorMessage={problem(`${at}.inverseLabel`)}
      />
    </>
  );
}
