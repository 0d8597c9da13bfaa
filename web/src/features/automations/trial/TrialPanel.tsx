import beaker from "@fluentui/svg-icons/icons/beaker_16_regular.svg?icon";
import checkmark from "@fluentui/svg-icons/icons/checkmark_circle_16_filled.svg?icon";
import skip from "@fluentui/svg-icons/icons/subtract_circle_16_regular.svg?icon";
import { typedSteps } from "@kartis/core/automations/rules.ts";
import { allSteps, type Automation, type Definition } from "@kartis/core/automations/schema.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { Fragment, useContext, useEffect, useRef, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { trpc } from "../../../lib/api.ts";
import { errorMessage, toAppError } from "../../../lib/errors.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { useCardNames } from "../../records/card-names.ts";
import { CardPicker } from "../../fields/editors/CardPicker.tsx";
import { unfinishedIn } from "../builder/unfinished.ts";
import { headOf } from "../builder/nodes.ts";
import { Inspector } from "../inspector/Inspector.tsx";
import { TestCardContext } from "../templates/test-card.ts";
import type { Words } from "../words/useWords.ts";
import styles from "./trial.module.css";
import { TrialStepView } from "./TrialStepView.tsx";

interface TrialPanelProps {
  automation: Automation;
  type: CardType;
  words: Words;
  /** The present draft, saved or not. */
  definition: Definition;
  onClose: () => void;
}

/** Dry run of the draft for a card, step by step. Nothing is changed or sent. */
export function TrialPanel({ type, words, definition, onClose }: TrialPanelProps) {
  const t = useT();
  const cardName = useCardNames();
  const button = useRef<HTMLDivElement>(null);
  const [cardId, setCardId] = useState<CardId>();
  const { choose } = useContext(TestCardContext);
  const [isChoosing, setChoosing] = useState(true);
  const result = useRef<HTMLDivElement>(null);
  const isWhole = unfinishedIn(definition).length === 0;
  const { data, error } = useQuery(
    trpc.automations.try.queryOptions(cardId && isWhole ? { cardId, cardTypeId: type.id, definition } : skipToken, {
      staleTime: 0,
      gcTime: 0,
      retry: false,
      placeholderData: keepPreviousData,
      meta: { quiet: true, private: true },
    }),
  );
  const steps = allSteps(definition.steps);
  const typed = typedSteps(definition.steps, type.id);
  const typeIdOf = (stepId: string) => typed.find(({ step }) => step.id === stepId)?.typeId ?? type.id;
  const stopsAt = data?.steps.findIndex(({ state }) => state === "failed");
  const isAnswered = data !== undefined || error !== null;
  // Moves the focus to the result once a card is chosen.
  useEffect(() => {
    if (cardId && isAnswered) result.current?.focus();
  }, [cardId, isAnswered]);
  return (
    <Inspector icon={beaker} title={t("automations.test")} onClose={onClose}>
      <p className={styles.about}>{t("automations.test.about")}</p>
      <div ref={button}>
        <Button size={32} isWide onPress={() => setChoosing(true)}>
          {cardId ? <bdi>{cardName(cardId)?.name ?? t("automations.oneCard")}</bdi> : t("automations.test.choose")}
        </Button>
      </div>
      {isChoosing && (
        <Popover isOpen triggerRef={button} placement="bottom start" onOpenChange={(isOpen) => !isOpen && setChoosing(false)}>
          <Dialog aria-label={t("automations.test.choose")}>
            <CardPicker
              label={type.pluralName}
              typeIds={[type.id]}
              selectionMode="single"
              chosen={[]}
              onChange={([chosen]) => {
                if (isId("crd", chosen)) {
                  setCardId(chosen);
                  choose(chosen);
                }
                setChoosing(false);
              }}
            />
          </Dialog>
        </Popover>
      )}
      <div ref={result} className={styles.outcome} tabIndex={-1} role="group" aria-label={t("automations.test.result")}>
        {!isWhole ? (
          <p role="status">{t("automations.draft.unfinished")}</p>
        ) : error ? (
          <p role="alert">{errorMessage(toAppError(error))}</p>
        ) : !cardId ? null : !data ? (
          <SkeletonRows rows={3} columns={["1fr"]} />
        ) : !data.met ? (
          <p className={styles.result} role="status" data-state="skipped">
            <Icon of={skip} />
            {t("automations.test.notMet")}
          </p>
        ) : (
          <>
            {definition.filter && (
              <p className={styles.result} data-state="would">
                <Icon of={checkmark} />
                {t("automations.test.met")}
              </p>
            )}
            <ol className={styles.steps}>
              {data.steps.map((tried, at) => {
                const step = steps.find(({ id }) => id === tried.stepId);
                return (
                  step && (
                    <Fragment key={`${tried.stepId} ${tried.card?.id ?? ""}`}>
                      <TrialStepView name={t(headOf(step).name)} tried={tried} words={words.of(typeIdOf(tried.stepId))}>
                        {step.kind === "wait" ? <span className={styles.line}>{words.duration(step.wait)}</span> : undefined}
                      </TrialStepView>
                      {at === stopsAt && at < data.steps.length - 1 && (
                        <li className={styles.stops}>{t("automations.test.stops")}</li>
                      )}
                    </Fragment>
                  )
                );
              })}
            </ol>
          </>
        )}
      </div>
    </Inspector>
  );
}
