import { type Automation, type Definition, longestName } from "@kartis/core/automations/schema.ts";
import type { Translate } from "@kartis/i18n/create-translate.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { causingUser, ownConditions } from "@kartis/core/automations/conditions/settle.ts";
import { conditionsIn, subjectOf } from "@kartis/core/automations/conditions/subject.ts";
import type { Condition } from "@kartis/core/cards/query/schema.ts";
import { skipToken, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { meOptions } from "../../../lib/session.ts";
import { zone } from "../../dates/days.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { usePauseState } from "../pause/queries.ts";
import { LoopWarning } from "../loops/LoopWarning.tsx";
import { triggerScreenOf } from "../triggers/screens.ts";
import { headOf } from "./nodes.ts";
import { isNumberedFrom } from "../distinct-name.ts";
import { useDistinctName } from "../useDistinctName.ts";
import { noteSaved, refreshAutomations } from "../queries.ts";

interface PublishDialogProps {
  automation: Automation;
  type: CardType | undefined;
  onClose: () => void;
}

const isOfCard = ({ fieldId, value }: Condition): boolean =>
  subjectOf(fieldId).of === "card" && ![value].flat().includes(causingUser);

/** Explains what publishing does and to how many cards, and publishes. */
export function PublishDialog({ automation, type, onClose }: PublishDialogProps) {
  const t = useT();
  const { id, version, publishedVersion, name, definition } = automation;
  const { filter, trigger } = definition;
  // One that somebody has paused is not switched on in passing; one that Kartis has stopped is published to go on.
  const isPaused = publishedVersion !== null && !automation.isOn && automation.stopReason === null;
  const [isOn, setOn] = useState(!isPaused);
  const isUnnamed = isNumberedFrom(t("automations.untitled"), name);
  const distinct = useDistinctName(id);
  const [written, setGiven] = useState<string>();
  const given = written ?? (isUnnamed ? distinct(suggestedName(definition, t)) : name);
  const isNameMissing = given.trim() === "";
  const { data: me } = useQuery(meOptions());
  const [nowMs] = useState(() => Date.now());
  const publisherId = me?.user.id;
  const own = filter && publisherId && ownConditions(filter, { nowMs, timeZone: zone, publisherId, causedBy: null });
  // Conditions on related cards and values before are not counted.
  const isCounted = filter === null || (own !== undefined && conditionsIn(filter).every(isOfCard));
  const { data: meant } = useQuery(
    trpc.cards.search.queryOptions(
      isCounted && publisherId
        ? { cardTypeId: automation.cardTypeId, ...(own ? { filter: own } : {}), limit: 1, sums: [] }
        : skipToken,
      { staleTime: 0, meta: { quiet: true } },
    ),
  );
  const { data: loops = [] } = useQuery(
    trpc.automations.loops.queryOptions({ automationId: id }, { staleTime: 0, meta: { quiet: true } }),
  );
  const isAllPaused = usePauseState()?.isPaused ?? false;
  const publish = useMutation({
    async mutationFn() {
      const named =
        given.trim() === name
          ? automation
          : await client.automations.update.mutate({ automationId: id, expectedVersion: version, name: given.trim() });
      return client.automations.publish.mutate({ automationId: id, expectedVersion: named.version, isOn });
    },
    onSuccess: (published) => {
      noteSaved(published);
      const active = isAllPaused ? "automations.published.allPaused" : "automations.published";
      const title = t(isOn ? active : "automations.published.paused", { name: published.name });
      showToast({ tone: "success", title });
      onClose();
    },
    onError: () => {
      void refreshAutomations();
      onClose();
    },
  });
  return (
    <FormDialog
      title={t("automations.publish.title")}
      action={t(loops.length > 0 ? "automations.loop.publish" : "automations.publish")}
      size={560}
      isPending={publish.isPending}
      onClose={onClose}
      onSubmit={() => !isNameMissing && given.trim().length <= longestName && publish.mutate()}
    >
      {isUnnamed && (
        <TextField
          label={t("automations.name")}
          description={t("automations.publish.name")}
          isRequired
          value={given}
          errorMessage={
            isNameMissing
              ? t("automations.problem.name")
              : given.trim().length > longestName
                ? t("automations.problem.length", { about: String(longestName) })
                : undefined
          }
          onChange={setGiven}
        />
      )}
      <p>{t("automations.publish.about")}</p>
      {type && trigger.kind === "cardCreated" ? (
        <p>{t("automations.publish.reachNew", { type: type.pluralName })}</p>
      ) : (
        type &&
        meant && (
          <p>
            {t("automations.publish.reach", { count: meant.total, type: type.pluralName })} {t("automations.publish.onlyWhen")}
          </p>
        )
      )}
      <p>{t(`automations.publish.${publishedVersion === null ? "first" : isPaused ? "paused" : "again"}`)}</p>
      {loops.length > 0 && <LoopWarning loops={loops} automationId={id} />}
      {isPaused && (
        <Checkbox isSelected={isOn} onChange={setOn}>
          {t("automations.publish.on")}
        </Checkbox>
      )}
    </FormDialog>
  );
}

/** "Card is created: Create task", for an automation that nobody has named. */
const suggestedName = ({ trigger, steps: [first] }: Definition, t: Translate): string =>
  t("automations.publish.nameOf", {
    trigger: t(triggerScreenOf(trigger).name),
    step: first ? t(headOf(first).name) : "",
  })
    .replaceAll(/[\u2068\u2069]/g, "")
    .slice(0, longestName);
