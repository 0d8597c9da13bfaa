import back from "@fluentui/svg-icons/icons/arrow_left_16_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { useNameOf } from "../../cards/members.tsx";
import { useCardTypes } from "../../cards/types.ts";
import styles from "../webhooks/webhooks.module.css";
import { DesignForm } from "./DesignForm.tsx";
import { FormShare } from "./FormShare.tsx";
import { FormState } from "./FormRow.tsx";
import { FormSubmissions } from "./FormSubmissions.tsx";
import type { Form } from "./queries.ts";

/** One form: where it is, what visitors see, and what they have sent. */
export function FormView({ form, onBack }: { form: Form; onBack: () => void }) {
  const t = useT();
  const nameOf = useNameOf();
  const { types = [] } = useCardTypes();
  const type = types.find(({ id }) => id === form.typeId);
  return (
    <div className={styles.panel}>
      <div className={styles.logHead}>
        <IconButton icon={back} flipIcon label={t("leadForms.back")} autoFocus onPress={onBack} />
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
      {form.state !== "draft" && <FormShare form={form} />}
      {type && <DesignForm form={form} type={type} />}
      {type && form.state !== "draft" && <FormSubmissions formId={form.id} type={type} />}
    </div>
  );
}
