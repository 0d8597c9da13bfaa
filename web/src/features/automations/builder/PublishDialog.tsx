import type { Automation } from "@kartis/core/automations/schema.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { causingUser, ownConditions } from "@kartis/core/automations/conditions/settle.ts";
import { conditionsIn, subjectOf } from "@kartis/core/automations/conditions/subject.ts";
import type { Condition } from "@kartis/core/cards/query/schema.ts";
import { skipToken, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { meOptions } from "../../../lib/session.ts";
import { zone } from "../../tasks/days.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { showToast } from "../../../ui/feedback/toasts.ts";
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
  const publish = useMutation(
    trpc.automations.publish.mutationOptions({
      onSuccess: (published) => {
        noteSaved(published);
        showToast({ tone: "success", title: t(isOn ? "automations.published" : "automations.published.paused", { name }) });
        onClose();
      },
      onError: () => {
        void refreshAutomations();
        onClose();
      },
    }),
  );
  return (
    <FormDialog
      title={t("automations.publish.title")}
      action={t("automations.publish")}
      size={560}
      isPending={publish.isPending}
      onClose={onClose}
      onSubmit={() => publish.mutate({ automationId: id, expectedVersion: version, isOn })}
    >
      <p>{t("automations.publish.about")}</p>
      {type && trigger.kind === "cardCreated" ? (
        <p>{t("automations.publish.reachNew", { type: type.pluralName })}</p>
      ) : (
        type && meant && <p>{t("automations.publish.reach", { count: meant.total, type: type.pluralName })}</p>
      )}
      <p>{t(`automations.publish.${publishedVersion === null ? "first" : isPaused ? "paused" : "again"}`)}</p>
      {isPaused && (
        <Checkbox isSelected={isOn} onChange={setOn}>
          {t("automations.publish.on")}
        </Checkbox>
      )}
    </FormDialog>
  );
}
