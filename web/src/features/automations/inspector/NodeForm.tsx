import copy from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import trash from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import { typedSteps } from "@kartis/core/automations/rules.ts";
import type { Definition, Step } from "@kartis/core/automations/schema.ts";
import { triggerOf } from "@kartis/core/automations/triggers/list.ts";
import type { Problem } from "@kartis/core/automations/triggers/definition.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { useEffect, useMemo, useRef } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { useTimeZone } from "../../../lib/organization.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { actionScreenOf } from "../actions/screens.ts";
import { changeStep, copyOf, duplicateStep, findStep, newStepId, removeStep } from "../builder/edits.ts";
import { filterIcon, filterNode, headOf, triggerNode } from "../builder/nodes.ts";
import { triggerKinds, triggerScreenOf, triggerScreens } from "../triggers/screens.ts";
import { MoreVariables, namedVariables } from "../words/variables.ts";
import { problemText } from "../words/problem-text.ts";
import { Conditions } from "./Conditions.tsx";
import { ForEachForm } from "./ForEachForm.tsx";
import { DurationField } from "./DurationField.tsx";
import { Inspector } from "./Inspector.tsx";
import styles from "./inspector.module.css";

interface NodeFormProps {
  node: string;
  type: CardType;
  definition: Definition;
  problems: readonly Problem[];
  onEdit: (definition: Definition, about: string) => void;
  onClose: () => void;
  onGone: (focus: string) => void;
}

const focusable = "input:not([type=hidden]), textarea, [contenteditable=true], button";

/** The form of the trigger, the conditions or a step. */
export function NodeForm({ node, type, definition, problems, onEdit, onClose, onGone }: NodeFormProps) {
  const t = useT();
  const { types = [] } = useCardTypes();
  const timeZone = useTimeZone();
  const form = useRef<HTMLDivElement>(null);
  // Moves the focus into the form when a node is opened by keyboard.
  useEffect(() => {
    const [first] = form.current?.querySelectorAll<HTMLElement>(focusable) ?? [];
    first?.focus();
  }, []);
  const prefix = node === triggerNode ? "trigger." : `steps.${node}.`;
  const errors = Object.fromEntries(
    problems
      .filter(({ path }) => path.startsWith(prefix))
      .map((problem) => [problem.path.slice(prefix.length), problemText(problem, t)]),
  );
  const step = findStep(definition.steps, node);
  const hasBefore = triggerOf(definition.trigger).isChange === true;
  const variables = useMemo(() => namedVariables(definition, node, t), [definition, node, t]);

  function triggerForm() {
    const { trigger } = definition;
    const { Form } = triggerScreenOf(trigger);
    const options = triggerKinds.map((kind) => {
      const made = triggerScreens[kind].initial({ type, types, t, timeZone });
      return { kind, made, label: t(triggerScreens[kind].name) };
    });
    return (
      <>
        <Select
          label={t("automations.trigger")}
          options={options.map(({ kind, made, label }) =>
            "missing" in made
              ? {
                  id: kind,
                  label,
                  isDisabled: true,
                  node: (
                    <span>
                      {label}
                      <span className={styles.reason}>{t(made.missing)}</span>
                    </span>
                  ),
                }
              : { id: kind, label },
          )}
          value={trigger.kind}
          onChange={(kind) => {
            const made = options.find((option) => option.kind === kind)?.made;
            if (made && !("missing" in made) && made.kind !== trigger.kind) onEdit({ ...definition, trigger: made }, "trigger");
          }}
        />
        {Form && (
          <Form
            key={trigger.kind}
            config={trigger}
            type={type}
            errors={errors}
            onChange={(next) => onEdit({ ...definition, trigger: next }, "trigger")}
          />
        )}
        {t.find(`automations.trigger.${trigger.kind}.about`) && (
          <p className={styles.about}>{t.find(`automations.trigger.${trigger.kind}.about`)}</p>
        )}
      </>
    );
  }

  const change = (made: (before: Step) => Step) =>
    onEdit({ ...definition, steps: [...changeStep(definition.steps, node, made)] }, node);

  function stepForm(one: Step) {
    if (one.kind === "wait")
      return (
        <DurationField
          label={t("automations.wait.for")}
          value={one.wait}
          errorMessage={errors["amount"]}
          onChange={(wait) => change((before) => (before.kind === "wait" ? { ...before, wait } : before))}
        />
      );
    if (one.kind === "forEach")
      return (
        <ForEachForm
          step={one}
          type={type}
          errors={errors}
          onChange={(next) => change((before) => (before.kind === "forEach" ? next : before))}
        />
      );
    const { isRelated = false, typeId = type.id } =
      typedSteps(definition.steps, type.id).find(({ step: { id } }) => id === node) ?? {};
    const ofType = types.find(({ id }) => id === typeId);
    if (!ofType) return null;
    if (one.kind === "branch")
      return (
        <Conditions
          type={ofType}
          filter={one.filter}
          hasBefore={hasBefore && !isRelated}
          about={t("automations.branch.about")}
          onChange={(filter) => change((before) => (before.kind === "branch" ? { ...before, filter } : before))}
        />
      );
    const { Form } = actionScreenOf(one.action);
    return (
      Form && (
        <Form
          config={one.action}
          type={ofType}
          errors={errors}
          onChange={(action) => change((before) => (before.kind === "action" ? { ...before, action } : before))}
        />
      )
    );
  }

  const content =
    node === triggerNode ? (
      triggerForm()
    ) : node === filterNode && definition.filter ? (
      <Conditions
        type={type}
        filter={definition.filter}
        hasBefore={hasBefore}
        about={t("automations.conditions.about")}
        onChange={(filter) => onEdit({ ...definition, filter }, "filter")}
      />
    ) : (
      step && stepForm(step)
    );
  if (!content) return null;
  const head =
    node === triggerNode
      ? triggerScreenOf(definition.trigger)
      : step
        ? headOf(step)
        : { icon: filterIcon, name: "automations.conditions" as const };
  return (
    <Inspector
      icon={head.icon}
      title={t(head.name)}
      onClose={onClose}
      footer={
        node !== triggerNode && (
          <>
            {step && (
              <Button
                variant="ghost"
                icon={copy}
                onPress={() => {
                  const made = copyOf(step, newStepId);
                  onEdit({ ...definition, steps: [...duplicateStep(definition.steps, node, made)] }, "duplicate");
                  onGone(made.id);
                }}
              >
                {t("automations.duplicate")}
              </Button>
            )}
            <Button
              variant="danger-ghost"
              icon={trash}
              onPress={() => {
                onEdit(
                  step ? { ...definition, steps: [...removeStep(definition.steps, node)] } : { ...definition, filter: null },
                  "remove",
                );
                onGone(triggerNode);
              }}
            >
              {t(step ? "automations.deleteStep" : "automations.deleteConditions")}
            </Button>
          </>
        )
      }
    >
      <div ref={form} className={styles.fields}>
        <MoreVariables value={variables}>{content}</MoreVariables>
      </div>
    </Inspector>
  );
}
