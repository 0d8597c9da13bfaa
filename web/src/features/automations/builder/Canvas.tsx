import arrowDown from "@fluentui/svg-icons/icons/arrow_down_16_regular.svg?icon";
import arrowUp from "@fluentui/svg-icons/icons/arrow_up_16_regular.svg?icon";
import copy from "@fluentui/svg-icons/icons/copy_16_regular.svg?icon";
import trash from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import { innerLists } from "@kartis/core/automations/rules.ts";
import { allSteps, type Definition, type Step } from "@kartis/core/automations/schema.ts";
import type { Problem } from "@kartis/core/automations/triggers/definition.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { actionScreenOf } from "../actions/screens.ts";
import { NextRun } from "../schedule/NextRun.tsx";
import { triggerScreenOf } from "../triggers/screens.ts";
import { ConditionLines } from "../words/ConditionLines.tsx";
import { problemText } from "../words/problem-text.ts";
import { PhraseChips } from "../words/phrase.tsx";
import { sayStep } from "../words/say.ts";
import type { Words } from "../words/useWords.ts";
import { AddStep } from "./AddStep.tsx";
import styles from "./builder.module.css";
import { canMove, copyOf, duplicateStep, insertStep, type Lane, moveStep, newStepId, removeStep } from "./edits.ts";
import { Node, type NodeDeed } from "./Node.tsx";
import { filterIcon, filterNode, headOf, joinOf, triggerNode } from "./nodes.ts";

interface CanvasProps {
  definition: Definition;
  type: CardType | undefined;
  words: Words;
  problems: readonly Problem[];
  selected: string | undefined;
  /** The node to focus; a new object for each request. */
  focus: { readonly node: string } | undefined;
  isReadOnly: boolean;
  onSelect: (node: string | undefined) => void;
  /** @param about the edit's subject, and the node to focus afterwards */
  onEdit: (definition: Definition, about: string, focus?: string) => void;
}

/** A list of steps: where it is, and the type of the cards that its steps are for. */
interface List {
  readonly parentId: string | null;
  readonly lane: Lane;
  readonly depth: number;
  readonly typeId: string;
  readonly isRelated: boolean;
}

/** The automation as a flow from top to bottom. Arrow keys move between nodes. */
export function Canvas(props: CanvasProps) {
  const { definition, type, words, problems, selected, focus, isReadOnly, onSelect, onEdit } = props;
  const t = useT();
  const { types } = useCardTypes();
  const canvas = useRef<HTMLDivElement>(null);
  const { trigger, filter, steps } = definition;
  const count = allSteps(steps).length;
  useEffect(() => {
    if (focus) canvas.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(focus.node)}"]`)?.focus();
  }, [focus]);

  const wrongAt = (node: string) =>
    problems.filter(({ path }) => path === node || path.startsWith(`${node}.`)).map((problem) => problemText(problem, t));
  const editSteps = (next: readonly Step[], about: string, then?: string) =>
    onEdit({ ...definition, steps: [...next] }, about, then);
  const neighbour = (id: string): string => {
    const all = allSteps(steps).map((step) => step.id);
    const at = all.indexOf(id);
    return all[at - 1] ?? (filter ? filterNode : triggerNode);
  };
  const remove = (node: string) => {
    if (node === filterNode) onEdit({ ...definition, filter: null }, "remove", triggerNode);
    else if (node !== triggerNode) editSteps(removeStep(steps, node), "remove", neighbour(node));
  };
  const duplicate = (node: string) => {
    const step = allSteps(steps).find(({ id }) => id === node);
    if (!step) return;
    const made = copyOf(step, newStepId);
    editSteps(duplicateStep(steps, node, made), "duplicate", made.id);
  };
  const move = (node: string, by: -1 | 1) => editSteps(moveStep(steps, node, by), "move", node);

  const deedsOf = (step: Step): readonly NodeDeed[] =>
    isReadOnly
      ? []
      : [
          { id: "copy", label: t("automations.duplicate"), icon: copy, shortcut: "Mod+D", run: () => duplicate(step.id) },
          {
            id: "up",
            label: t("automations.moveUp"),
            icon: arrowUp,
            shortcut: "Alt+ArrowUp",
            isDisabled: !canMove(steps, step.id, -1),
            run: () => move(step.id, -1),
          },
          {
            id: "down",
            label: t("automations.moveDown"),
            icon: arrowDown,
            shortcut: "Alt+ArrowDown",
            isDisabled: !canMove(steps, step.id, 1),
            run: () => move(step.id, 1),
          },
          {
            id: "remove",
            label: t("automations.deleteStep"),
            icon: trash,
            shortcut: "Delete",
            isDanger: true,
            run: () => remove(step.id),
          },
        ];

  function onKeyDown(event: KeyboardEvent) {
    if (!(event.target instanceof HTMLElement)) return;
    const node = event.target.dataset["node"];
    if (node === undefined || isReadOnly) return;
    const all = [...(canvas.current?.querySelectorAll<HTMLElement>("[data-node]") ?? [])];
    const to = (target: HTMLElement | undefined) => target?.focus();
    const at = all.indexOf(event.target);
    const arrow = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : undefined;
    if (arrow && event.altKey) move(node, arrow);
    else if (arrow) to(all[at + arrow]);
    else if (event.key === "Home") to(all[0]);
    else if (event.key === "End") to(all.at(-1));
    else if (event.key === "Delete" || event.key === "Backspace") remove(node);
    else if (event.key.toLowerCase() === "d" && (event.ctrlKey || event.metaKey)) duplicate(node);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function addFilter() {
    onEdit({ ...definition, filter: { all: [] } }, "add");
    onSelect(filterNode);
  }
  const adder = ({ parentId, lane, depth, typeId, isRelated }: List, index: number, look: "between" | "end") => {
    const ofType = types?.find(({ id }) => id === typeId);
    return (
      ofType && (
        <AddStep
          type={ofType}
          isRelated={isRelated}
          trigger={trigger}
          look={look}
          depth={depth}
          count={count}
          onAdd={(step) => {
            editSteps(insertStep(steps, { parentId, lane, index }, step), "add");
            onSelect(step.id);
          }}
          onAddFilter={parentId === null && index === 0 && !filter && look === "between" ? addFilter : undefined}
        />
      )
    );
  };
  const between = (of: List, index: number) => (
    <div className={styles.connector}>{!isReadOnly && adder(of, index, "between")}</div>
  );

  const list = (all: readonly Step[], of: List) => (
    <ol className={styles.steps}>
      {all.map((step, index) => (
        <li key={step.id} className={styles.step}>
          {between(of, index)}
          {node(step, of)}
          {innerLists(step).length > 0 && (
            <div className={styles.lanes} data-of={step.kind}>
              {innerLists(step).map(([lane, inner]) => (
                <section key={lane} className={styles.lane} aria-label={t(`automations.lane.${lane}`)}>
                  <span className={styles.laneName}>{t(`automations.lane.${lane}`)}</span>
                  {list(inner, {
                    parentId: step.id,
                    lane,
                    depth: of.depth + 1,
                    ...(step.kind === "forEach"
                      ? { typeId: step.relatedTypeId, isRelated: true }
                      : { typeId: of.typeId, isRelated: of.isRelated }),
                  })}
                </section>
              ))}
            </div>
          )}
        </li>
      ))}
      {!isReadOnly && (
        <li className={styles.step}>
          {all.length > 0 || of.parentId !== null ? <div className={styles.connector} /> : between(of, 0)}
          {adder(of, all.length, "end")}
        </li>
      )}
    </ol>
  );

  function node(step: Step, { typeId }: List) {
    const ofType = types?.find(({ id }) => id === typeId);
    const phrase = sayStep(step, words.of(typeId));
    const { icon, name } = headOf(step);
    const Missing = step.kind === "action" ? actionScreenOf(step.action).Missing : undefined;
    return (
      <Node
        id={step.id}
        kind={step.kind === "action" ? "then" : "if"}
        icon={icon}
        lead={t(step.kind === "branch" ? "automations.if" : "automations.then")}
        title={step.kind === "branch" ? t(`automations.conditions.${joinOf(step.filter)}`) : t(name)}
        isSelected={selected === step.id}
        problems={wrongAt(`steps.${step.id}`)}
        missing={Missing && <Missing />}
        deeds={deedsOf(step)}
        onOpen={isReadOnly ? undefined : () => onSelect(step.id)}
      >
        {step.kind === "branch" && <ConditionLines filter={step.filter} type={ofType} />}
        {phrase && <PhraseChips t={t} phrase={phrase} />}
        {step.kind === "forEach" && step.filter && (
          <span className={styles.line}>
            <ConditionLines filter={step.filter} type={types?.find(({ id }) => id === step.relatedTypeId)} />
          </span>
        )}
      </Node>
    );
  }

  const screen = triggerScreenOf(trigger);
  const phrase = screen.say(trigger, words);
  const inSteps = problems.filter(({ path }) => path === "steps" || path === "").map((problem) => problemText(problem, t));
  return (
    // Handles keys of the buttons within.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={canvas} className={styles.flow} onKeyDown={onKeyDown}>
      <Node
        id={triggerNode}
        kind="when"
        icon={screen.icon}
        lead={t("automations.when")}
        title={t(screen.name)}
        isSelected={selected === triggerNode}
        problems={wrongAt(triggerNode)}
        missing={screen.Missing && <screen.Missing />}
        deeds={[]}
        onOpen={isReadOnly ? undefined : () => onSelect(triggerNode)}
      >
        <span className={styles.line}>
          <PhraseChips t={t} phrase={{ key: "automations.ofType", values: { type: words.cardType(type?.id ?? "") } }} />
        </span>
        {/* A trigger without settings needs no sentence besides its name. */}
        {phrase.values && (
          <span className={styles.line}>
            <PhraseChips t={t} phrase={phrase} />
          </span>
        )}
        <NextRun trigger={trigger} />
      </Node>
      {filter && (
        <>
          <div className={styles.connector} />
          <Node
            id={filterNode}
            kind="if"
            icon={filterIcon}
            lead={t("automations.onlyIf")}
            title={t(`automations.conditions.${joinOf(filter)}`)}
            isSelected={selected === filterNode}
            problems={wrongAt(filterNode)}
            deeds={
              isReadOnly
                ? []
                : [
                    {
                      id: "remove",
                      label: t("automations.deleteConditions"),
                      icon: trash,
                      shortcut: "Delete",
                      isDanger: true,
                      run: () => remove(filterNode),
                    },
                  ]
            }
            onOpen={isReadOnly ? undefined : () => onSelect(filterNode)}
          >
            <ConditionLines filter={filter} type={type} />
          </Node>
        </>
      )}
      {!filter && !isReadOnly && (
        <>
          <div className={styles.connector} />
          <AriaButton className={styles.addEnd ?? ""} onPress={addFilter}>
            <Icon of={filterIcon} />
            {t("automations.addConditions")}
          </AriaButton>
        </>
      )}
      {list(steps, { parentId: null, lane: "met", depth: 0, typeId: type?.id ?? "", isRelated: false })}
      {inSteps.map((problem) => (
        <p key={problem} className={styles.noSteps}>
          {problem}
        </p>
      ))}
    </div>
  );
}
