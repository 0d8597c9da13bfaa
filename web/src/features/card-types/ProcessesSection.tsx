import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import flow from "@fluentui/svg-icons/icons/flow_20_regular.svg?icon";
import type { Process } from "@kartis/core/cards/schema.ts";
import { useT } from "../../lib/i18n.tsx";
import { newId } from "../../lib/new-id.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Checkbox } from "../../ui/inputs/Checkbox.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Pill } from "../../ui/display/Pill.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { SortableList, stepped, moved } from "../../ui/collections/SortableList.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { TokenComboBox } from "../../ui/inputs/TokenComboBox.tsx";
import styles from "./editor.module.css";
import { RowMenu } from "./RowMenu.tsx";
import { useProblem } from "./useProblem.ts";
import { useEditor } from "./useTypeEditor.ts";
import { useEditorSearch } from "./useEditorSearch.ts";

/** Chains of statuses that cards go along. */
export function ProcessesSection() {
  const t = useT();
  const { draft, edit } = useEditor();
  const { go } = useEditorSearch();
  const statuses = draft.fields.find((field) => field.id === "status")?.options ?? [];
  const inSteps = new Set(draft.processes.flatMap((process) => process.steps.map((step) => step.statusId)));
  const free = statuses.filter((status) => !inSteps.has(status.id));

  function begin() {
    const made: Process = {
      id: newId("opt"),
      name: t("cardTypes.process.first"),
      steps: free.map((status) => ({ statusId: status.id, requiredFieldIds: [], backAllowed: true })),
      exitStatusIds: [],
    };
    edit((before) => ({ ...before, processes: [...before.processes, made] }));
  }

  const addButton = (variant: "primary" | "secondary") => (
    <Button variant={variant} icon={add} onPress={begin} isDisabled={free.length < 2}>
      {t("cardTypes.addProcess")}
    </Button>
  );

  if (draft.processes.length === 0) {
    return (
      <EmptyState
        icon={flow}
        title={t("cardTypes.noProcesses")}
        actions={
          free.length < 2 ? (
            <Button onPress={() => go({ section: "statuses" }, { replace: true })}>{t("cardTypes.section.statuses")}</Button>
          ) : (
            addButton("primary")
          )
        }
      >
        {free.length < 2 ? t("cardTypes.noProcesses.statuses") : t("cardTypes.noProcesses.line")}
      </EmptyState>
    );
  }
  return (
    <div className={styles.scroll}>
      <div className={styles.form}>
        {draft.processes.map((process) => (
          <ProcessEditor key={process.id} process={process} free={free.map((status) => status.id)} />
        ))}
        <div>{addButton("secondary")}</div>
      </div>
    </div>
  );
}

function ProcessEditor({ process, free }: { process: Process; free: readonly string[] }) {
  const t = useT();
  const { draft, edit } = useEditor();
  const problem = useProblem();
  const at = `processes.${process.id}`;
  const statuses = draft.fields.find((field) => field.id === "status")?.options ?? [];
  const statusOf = (id: string) => statuses.find((status) => status.id === id);
  const options = (ids: readonly string[]) =>
    statuses
      .filter((status) => ids.includes(status.id))
      .map((status) => ({ id: status.id, label: status.label, node: <Pill hue={status.hue}>{status.label}</Pill> }));
  const change = (next: Partial<Process>) =>
    edit((before) => ({
      ...before,
      processes: before.processes.map((one) => (one.id === process.id ? { ...one, ...next } : one)),
    }));
  const steps = process.steps.map((step) => ({ ...step, id: step.statusId }));
  const setSteps = (next: readonly (Process["steps"][number] & { id?: string })[]) =>
    change({ steps: next.map(({ statusId, requiredFieldIds, backAllowed }) => ({ statusId, requiredFieldIds, backAllowed })) });
  const exits = statuses.filter((status) => !steps.some((step) => step.id === status.id)).map((status) => status.id);
  const fields = draft.fields.filter((field) => field.id !== "status" && !field.internal);

  return (
    <section className={styles.block} aria-label={process.name}>
      <div className={styles.blockHead}>
        <div className={styles.grow}>
          <TextField
            label={t("cardTypes.process.name")}
            isRequired
            value={process.name}
            onChange={(name) => change({ name })}
            errorMessage={problem(`${at}.name`)}
          />
        </div>
        <IconButton
          icon={deleteIcon}
          label={t("common.removeNamed", { name: process.name })}
          onPress={() => edit((before) => ({ ...before, processes: before.processes.filter((one) => one.id !== process.id) }))}
        />
      </div>
      <h2 className={styles.label}>{t("cardTypes.process.steps")}</h2>
      <SortableList
        label={t("cardTypes.process.steps")}
        kind={`kartis-steps-${process.id}`}
        hasInputs
        items={steps}
        textOf={(step) => statusOf(step.id)?.label ?? ""}
        onMove={(ids, beforeId) => setSteps(moved(steps, ids, beforeId))}
        emptyText={t("cardTypes.problem.steps")}
      >
        {(step) => {
          const position = steps.findIndex((one) => one.id === step.id);
          const status = statusOf(step.id);
          const name = status?.label ?? "";
          return (
            <>
              <span className={styles.stepName}>{status && <Pill hue={status.hue}>{status.label}</Pill>}</span>
              <div className={styles.grow}>
                <TokenComboBox
                  aria-label={t("cardTypes.process.requiredFor", { name })}
                  placeholder={step.requiredFieldIds.length === 0 ? t("cardTypes.process.required") : ""}
                  options={fields.map((field) => ({ id: field.id, label: field.label }))}
                  value={step.requiredFieldIds}
                  onChange={(requiredFieldIds) =>
                    setSteps(steps.map((one) => (one.id === step.id ? { ...one, requiredFieldIds } : one)))
                  }
                />
              </div>
              <span className={styles.stepBack}>
                <Checkbox
                  isDisabled={position === 0}
                  isSelected={position > 0 && step.backAllowed}
                  onChange={(backAllowed) => setSteps(steps.map((one) => (one.id === step.id ? { ...one, backAllowed } : one)))}
                >
                  {t("cardTypes.process.back")}
                </Checkbox>
              </span>
              <RowMenu
                name={name}
                isFirst={position === 0}
                isLast={position === steps.length - 1}
                onStep={(by) => setSteps(stepped(steps, step.id, by))}
              />
              <IconButton
                icon={deleteIcon}
                size={24}
                label={t("common.removeNamed", { name })}
                onPress={() => setSteps(steps.filter((one) => one.id !== step.id))}
              />
            </>
          );
        }}
      </SortableList>
      {problem(`${at}.steps`) && (
        <p className={styles.error} role="alert">
          {problem(`${at}.steps`)}
        </p>
      )}
      {free.length > 0 && (
        <div className={styles.addStep}>
          <Select
            aria-label={t("cardTypes.process.addStep")}
            placeholder={t("cardTypes.process.addStep")}
            size={28}
            options={options(free)}
            value={null}
            onChange={(statusId) => {
              change({
                steps: [...process.steps, { statusId, requiredFieldIds: [], backAllowed: true }],
                exitStatusIds: process.exitStatusIds.filter((id) => id !== statusId),
              });
            }}
          />
        </div>
      )}
      <TokenComboBox
        label={t("cardTypes.process.exits")}
        description={t("cardTypes.process.exits.help")}
        options={options(exits)}
        value={process.exitStatusIds}
        onChange={(exitStatusIds) => change({ exitStatusIds })}
      />
    </section>
  );
}
