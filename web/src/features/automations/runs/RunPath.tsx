import conditionIcon from "@fluentui/svg-icons/icons/filter_16_regular.svg?icon";
import failedIcon from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import triggerIcon from "@fluentui/svg-icons/icons/flash_16_regular.svg?icon";
import { typedSteps } from "@kartis/core/automations/rules.ts";
import type { AutomationRunDetails, StepResult } from "@kartis/core/automations/run-schema.ts";
import type { Automation } from "@kartis/core/automations/schema.ts";
import type { Filter } from "@kartis/core/cards/query/schema.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import type { ReactNode } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { useNameOf } from "../../people/people.ts";
import { useCardTypes } from "../../records/card-types.ts";
import { useWhen } from "../../dates/when.ts";
import { iconOf } from "../settings/icons.ts";
import { nameOfStep, nameOfTrigger } from "../settings/names.ts";
import { actionScreenOf } from "../actions/screens.ts";
import { FilterWords } from "../settings/SettingValue.tsx";
import { type Phrase, PhraseChips } from "../words/phrase.tsx";
import { sayStep, sayTrigger } from "../words/say.ts";
import { useWords, type Words } from "../words/useWords.ts";
import { Attempts } from "./Attempts.tsx";
import { Delivery } from "./Delivery.tsx";
import { Each } from "./Each.tsx";
import { RunChanges } from "./RunChanges.tsx";
import { StartedBy } from "./StartedBy.tsx";
import { SubjectLink } from "./SubjectLink.tsx";
import styles from "./runs.module.css";
import { useReason } from "./useReason.ts";
import { useTook } from "./useTook.ts";
import { beforeSteps, tookMs, type NumberedStep } from "./walk.ts";

interface RunPathProps {
  automation: Automation;
  run: AutomationRunDetails;
  path: readonly NumberedStep[];
  type: CardType | undefined;
}

/** The trigger, conditions and steps as the run went through them. */
export function RunPath({ automation, run, path, type }: RunPathProps) {
  const t = useT();
  const words = useWords(automation.cardTypeId, run.definition.steps);
  const { definition, recordId, steps, state } = run;
  const { types } = useCardTypes();
  const { trigger, filter } = definition;
  const typed = typedSteps(definition.steps, automation.cardTypeId);
  const typeOf = (stepId: string) => {
    const typeId = typed.find(({ step }) => step.id === stepId)?.typeId;
    return typeId === type?.id ? type : types?.find(({ id }) => id === typeId);
  };
  const first = steps.find(({ stepId }) => stepId === beforeSteps);
  const isUnmet = first?.message === "automations.skipped.filter";
  const started = recordId ? run.changes[recordId] : undefined;
  return (
    <ol className={styles.path}>
      <Node
        icon={triggerIcon}
        state="done"
        kind={t("automationRuns.when")}
        name={nameOfTrigger(trigger, t)}
        end={<RunTime at={run.startedAt} />}
      >
        <StartedBy run={run} type={type} />
        {started ? <RunChanges change={started} type={type} /> : <Sentence phrase={sayTrigger(trigger, words)} />}
      </Node>
      {filter && (
        <Node
          icon={conditionIcon}
          state={isUnmet ? "skipped" : state === "running" && steps.length === 0 ? "ahead" : "done"}
          kind={t("automationRuns.onlyIf")}
          name={t(isUnmet ? "automationRuns.conditions.not" : "automationRuns.conditions")}
        >
          <FilterWords filter={filter} type={type} />
        </Node>
      )}
      {first && !isUnmet && <Before result={first} run={run} />}
      {path.map((walked) => (
        <StepNode key={walked.step.id} walked={walked} run={run} type={typeOf(walked.step.id)} words={words} />
      ))}
    </ol>
  );
}

function RunTime({ at }: { at: string }) {
  const when = useWhen();
  return <time dateTime={at}>{when.time(at)}</time>;
}

/** The phrase shown in the builder. */
function Sentence({ phrase }: { phrase: Phrase | undefined }) {
  const t = useT();
  if (!phrase) return null;
  return (
    <p className={styles.detail}>
      <span>
        <PhraseChips phrase={phrase} t={t} />
      </span>
    </p>
  );
}

function Notified({ userIds }: { userIds: readonly string[] }) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  return (
    <p className={styles.detail}>
      {userIds.length === 0
        ? t("automationRuns.notified.nobody")
        : t("automationRuns.notified", { names: format.list(userIds.map(nameOf)) })}
    </p>
  );
}

/** The status and values of another system's answer, and which values it does not have. */
function Answer({ result }: { result: StepResult }) {
  const t = useT();
  const reasonOf = useReason();
  const { status = "", ...values } = result.answer ?? {};
  return (
    <>
      <p className={styles.detail}>{t("automationRuns.answer", { status })}</p>
      {Object.entries(values).map(([name, value]) => (
        <p key={name} className={styles.detail}>
          {name.replace(/^answer\./, "")}: <bdi>{value}</bdi>
        </p>
      ))}
      {result.message && <p className={styles.warning}>{reasonOf(result)}</p>}
    </>
  );
}

function ForCard({ id, run }: { id: string; run: AutomationRunDetails }) {
  return <SubjectLink id={id} subject={run.subjects[id]} />;
}

function RelatedFilter({ filter, typeId }: { filter: Filter; typeId: string }) {
  const { types } = useCardTypes();
  return <FilterWords filter={filter} type={types?.find(({ id }) => id === typeId)} />;
}

interface NodeProps {
  icon: IconShape;
  state: StepResult["state"] | "ahead" | "never" | "canceled";
  kind: string;
  name: string;
  /** The state as text; undefined if the name is sufficient. */
  word?: string | undefined;
  end?: ReactNode;
  depth?: number;
  children?: ReactNode;
}

function Node({ icon, state, kind, name, word, end, depth, children }: NodeProps) {
  return (
    <li className={styles.step} data-state={state} data-depth={depth || undefined}>
      <span className={styles.node}>
        <Icon of={state === "failed" ? failedIcon : icon} size={14} />
      </span>
      <div className={styles.stepBody}>
        <div className={styles.stepHead}>
          <span className={styles.kind}>{kind}</span>
          <h3 className={styles.stepName}>{name}</h3>
          {word && <span className={styles.word}>{word}</span>}
          {end && <span className={styles.took}>{end}</span>}
        </div>
        {children}
      </div>
    </li>
  );
}

/** Why no step was reached. */
function Before({ result, run }: { result: StepResult; run: AutomationRunDetails }) {
  const t = useT();
  const reasonOf = useReason();
  const isFailed = result.state === "failed";
  return (
    <Node
      icon={triggerIcon}
      state={result.state}
      kind=""
      name={t(`automationRuns.step.${result.state}`)}
      end={<RunTime at={result.endedAt} />}
    >
      {isFailed ? <Failure result={result} run={run} /> : <p className={styles.detail}>{reasonOf(result)}</p>}
    </Node>
  );
}

interface StepNodeProps {
  walked: NumberedStep;
  run: AutomationRunDetails;
  type: CardType | undefined;
  words: Words;
}

function StepNode({ walked, run, type, words }: StepNodeProps) {
  const t = useT();
  const took = useTook();
  const reasonOf = useReason();
  const { step, result, depth, number } = walked;
  const isOver = run.endedAt !== null;
  const isCanceled = isOver && result?.state === "waiting";
  // A step for each related card that the run did not complete.
  const isCut = isOver && result?.state === "running";
  const cut = run.state === "canceled" ? "canceled" : "failed";
  const state = isCanceled ? "canceled" : isCut ? cut : (result?.state ?? (isOver ? "never" : "ahead"));
  const isRetrying = run.attempts > 0 && isNext(walked, run);
  const kind = step.kind === "branch" ? `${number}. ${t("automationRuns.if")}` : `${number}.`;
  const isBranchTaken = step.kind === "branch" && result !== undefined;
  const name = isBranchTaken
    ? t(result.met ? "automationRuns.conditions" : "automationRuns.conditions.not")
    : nameOfStep(step, t);
  const change = result?.recordId ? run.changes[result.recordId] : undefined;
  const isDone = result?.state === "done";
  const made = isDone && result.subjectId !== run.cardId ? result.subjectId : null;
  // The phrase is redundant where a change or a created item is shown.
  const isSaid = step.kind === "action" && actionScreenOf(step.action).isAlwaysSaid?.(step.action) === true;
  const hasShown = !isSaid && (change !== undefined || (made && made in run.subjects));
  return (
    <Node
      icon={iconOf(step)}
      state={state}
      kind={kind}
      name={name}
      word={t(`automationRuns.step.${state === "ahead" && isRetrying ? "retrying" : state}`)}
      depth={depth}
      end={isDone && step.kind !== "wait" ? took(tookMs(result)) : undefined}
    >
      {made && !change && (
        <p className={styles.detail}>
          <SubjectLink id={made} subject={run.subjects[made]} />
          <Delivery of={run.subjects[made]} />
        </p>
      )}
      {change && <RunChanges change={change} type={type} />}
      {step.kind === "branch" && <FilterWords filter={step.filter} type={type} />}
      {result?.cardId && (
        <p className={styles.detail}>
          <ForCard id={result.cardId} run={run} />
        </p>
      )}
      {!hasShown && <Sentence phrase={sayStep(step, type ? words.of(type.id) : words)} />}
      {step.kind === "forEach" && step.filter && <RelatedFilter filter={step.filter} typeId={step.relatedTypeId} />}
      {step.kind === "forEach" && result?.each && <Each each={result.each} run={run} typeId={step.relatedTypeId} />}
      {result?.answer && <Answer result={result} />}
      {result?.notified && <Notified userIds={result.notified} />}
      {!isCanceled && <Waiting result={result} run={run} isNext={isNext(walked, run)} />}
      {result?.state === "skipped" && <p className={styles.detail}>{reasonOf(result)}</p>}
      {result?.state === "failed" ? <Failure result={result} run={run} /> : <Attempts stepId={step.id} run={run} last={result} />}
    </Node>
  );
}

/** Whether this is the run's current step, which has no result yet. */
const isNext = ({ number }: NumberedStep, { steps }: AutomationRunDetails): boolean =>
  number === steps.filter(({ stepId, state }) => stepId !== beforeSteps && state !== "waiting").length + 1;

/** When a wait ends, or when the step is retried. */
function Waiting({ result, run, isNext }: { result: StepResult | undefined; run: AutomationRunDetails; isNext: boolean }) {
  const t = useT();
  const when = useWhen();
  const reasonOf = useReason();
  if (result?.until)
    return (
      <p className={styles.detail}>
        {[t("automationRuns.untilStep", { when: when.full(result.until) }), reasonOf(result)].filter(Boolean).join(" · ")}
      </p>
    );
  if (!isNext || result || run.state !== "waiting" || !run.dueAt || run.attempts === 0) return null;
  return (
    <p className={styles.detail}>
      {t("automationRuns.attempts", { count: run.attempts })} · {t("automationRuns.nextAttempt", { when: when.full(run.dueAt) })}
    </p>
  );
}

/** The cause, how to fix it, and the attempts. */
function Failure({ result, run }: { result: StepResult; run: AutomationRunDetails }) {
  const t = useT();
  const reasonOf = useReason();
  const can = useCan();
  const { stepId, mendedAt } = result;
  const isStep = stepId !== beforeSteps;
  return (
    <div className={styles.failure}>
      <strong>{reasonOf(result) ?? t("automationRuns.state.failed")}</strong>
      <p className={styles.ways}>
        {mendedAt && can(["ORGANIZATION", "update"]) && <Link href={mendedAt}>{t("automationRuns.mend")}</Link>}
        {can(["AUTOMATION", "update"]) && (
          <Link href={`/automations/${run.automationId}${isStep ? `?step=${stepId}` : ""}`}>
            {t(isStep ? "automationRuns.fix" : "automationRuns.fix.all")}
          </Link>
        )}
      </p>
      <Attempts stepId={stepId} run={run} last={result} />
    </div>
  );
}
