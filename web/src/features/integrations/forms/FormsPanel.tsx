import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import formIcon from "@fluentui/svg-icons/icons/form_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useLive } from "../../../lib/live/live.ts";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { EmptyState, ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import styles from "../webhooks/webhooks.module.css";
import { AddForm } from "./AddForm.tsx";
import { FormRow } from "./FormRow.tsx";
import { FormView } from "./FormView.tsx";
import { formsOptions, refreshForms } from "./queries.ts";

/** The organization's lead forms; or, with one of them open, its design and what was sent. */
export function FormsPanel() {
  const t = useT();
  const mayManage = useCan()(["ORGANIZATION", "update"]);
  const { data, error, refetch } = useQuery(formsOptions());
  const [openedId, setOpenedId] = useState<string>();
  /** The one that was closed last: its row takes the focus. */
  const [leftId, setLeftId] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  useLive((message) => {
    if (message.kind === "batch" || message.subject.kind === "leadForm") void refreshForms();
  });
  if (!data)
    return error ? (
      <ErrorState actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
    ) : (
      <SkeletonRows rows={4} columns={["2fr", "1fr"]} />
    );
  function open(id: string) {
    setOpenedId(id);
    setLeftId(id);
  }
  const opened = data.find(({ id }) => id === openedId);
  if (opened && mayManage) return <FormView key={opened.id} form={opened} onBack={() => setOpenedId(undefined)} />;
  const adding = mayManage && (
    <Button icon={add} variant={data.length === 0 ? "primary" : "secondary"} onPress={() => setAdding(true)}>
      {t("leadForms.add")}
    </Button>
  );
  return (
    <div className={styles.panel}>
      <p className={styles.intro}>
        {t("leadForms.intro")} <Link href="/documentation/lead-forms">{t("leadForms.how")}</Link>
      </p>
      {data.length === 0 ? (
        <EmptyState icon={formIcon} title={t("integrations.forms.none")} level={3} actions={adding}>
          {t(mayManage ? "leadForms.none.text" : "leadForms.none.denied")}
        </EmptyState>
      ) : (
        <>
          <ul className={styles.endpoints} aria-label={t("leadForms.list")}>
            {data.map((form) => (
              <FormRow
                key={form.id}
                form={form}
                mayManage={mayManage}
                isFocused={leftId === form.id}
                onOpen={() => open(form.id)}
              />
            ))}
          </ul>
          <div>{adding}</div>
        </>
      )}
      {isAdding && (
        <AddForm
          onClose={() => setAdding(false)}
          onMade={(id) => {
            setAdding(false);
            open(id);
          }}
        />
      )}
    </div>
  );
}
