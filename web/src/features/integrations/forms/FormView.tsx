import back from "@fluentui/svg-icons/icons/arrow_left_16_regular.svg?icon";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { useNameOf } from "../../people/people.ts";
import { useCardTypes } from "../../records/card-types.ts";
import { IntakeAttention } from "../IntakeAttention.tsx";
import { useLeaving } from "../useLeaving.tsx";
import styles from "../webhooks/webhooks.module.css";
import { DesignForm } from "./DesignForm.tsx";
import { FormShare } from "./FormShare.tsx";
import { FormState } from "./FormRow.tsx";
import { FormSubmissions } from "./FormSubmissions.tsx";
import type { Form } from "./queries.ts";

/** One form: where it is, what visitors see, and what they have sent. */
export function FormView({ form, onBack }: { form: Form; onBack: () => void }) {
  const t = useT();
  const [isPublished, setPublished] = useState(false);
  const { onChanges, back: leave, guard } = useLeaving(onBack);
  const nameOf = useNameOf();
  const { types = [] } = useCardTypes();
  const type = types.find(({ id }) => id === form.typeId);
  return (
    <div className={styles.panel}>
      <div className={styles.logHead}>
        <IconButton icon={back} flipIcon label={t("leadForms.back")} autoFocus onPress={leave} />
        <span className={styles.logTitle}>
          <span className={styles.rowHead}>
            <h3 className={styles.name}>
              <bdi>{form.name}</bdi>
            </h3>
            <FormState form={form} />
          </span>
          <span className={styles.quiet}>{t("leadForms.actsAs", { name: nameOf(form.actsAs) })}</span>
        </span>
      </div>
      <IntakeAttention attention={form.attention} />
      {form.state !== "draft" && <FormShare form={form} isNew={isPublished} />}
      {type && <DesignForm form={form} type={type} onChanges={onChanges} onPublished={() => setPublished(true)} />}
      {type && form.state !== "draft" && <FormSubmissions formId={form.id} type={type} />}
      {guard}
    </div>
  );
}
