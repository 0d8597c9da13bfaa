import { keptDays } from "@kartis/core/outgoing-webhooks/rules.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { DatePicker, TimeField } from "../../../ui/inputs/DateField.tsx";
import { RadioGroup } from "../../../ui/inputs/RadioGroup.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { useSaving } from "../../settings/useSaving.ts";
import { type Endpoint, refreshWebhooks } from "./queries.ts";
import styles from "./webhooks.module.css";

const hourMs = 3_600_000;

/** Date and time in the browser's time zone. */
function partsOf(ms: number): { day: string; time: string } {
  const at = new Date(ms);
  const two = (value: number) => String(value).padStart(2, "0");
  return {
    day: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  };
}

const instantOf = (day: string | null, time: string | null): string | undefined =>
  day && time ? new Date(`${day}T${time}`).toISOString() : undefined;

/** Requests a replay of a time range for an endpoint. */
export function ReplayDialog({ endpointId, onClose }: { endpointId: Endpoint["id"]; onClose: () => void }) {
  const t = useT();
  const [openedAt] = useState(() => Date.now());
  const [from, setFrom] = useState<{ day: string | null; time: string | null }>(() => partsOf(openedAt - hourMs));
  // Includes the current minute.
  const [until, setUntil] = useState<{ day: string | null; time: string | null }>(() => partsOf(openedAt + 60_000));
  const [what, setWhat] = useState<"missing" | "all">("missing");
  const [withEarlier, setWithEarlier] = useState(false);
  const earliest = partsOf(openedAt - (keptDays - 1) * 24 * hourMs).day;
  const [first, last] = [instantOf(from.day, from.time), instantOf(until.day, until.time)];
  const asked = { endpointId, from: first ?? "", until: last ?? "", onlyMissing: what === "missing" };
  const { data: counted, isLoading: isCounting } = useQuery(
    trpc.webhooks.replayCount.queryOptions(asked, {
      enabled: first !== undefined && last !== undefined && first < last,
      staleTime: 0,
      placeholderData: keepPreviousData,
      meta: { quiet: true },
    }),
  );
  const count = counted && counted.count + (withEarlier ? counted.earlier : 0);
  const { isPending, fields, submit, clear } = useSaving(async () => {
    await client.webhooks.replay.mutate({ ...asked, withEarlier });
    showToast({ tone: "success", title: t("webhooks.replayed") });
    onClose();
    await refreshWebhooks();
  });
  return (
    <FormDialog
      title={t("webhooks.replay.title")}
      action={t("webhooks.replay")}
      isPending={isPending}
      isDisabled={isCounting || count === 0}
      onClose={onClose}
      onSubmit={() =>
        void submit({
          ...(instantOf(from.day, from.time) ? {} : { from: "validation.required" as const }),
          ...(instantOf(until.day, until.time) ? {} : { until: "validation.required" as const }),
        })
      }
    >
      <p className={styles.quiet}>{t("webhooks.replay.text")}</p>
      <div className={styles.stretch}>
        <DatePicker
          label={t("webhooks.replay.from")}
          autoFocus
          min={earliest}
          value={from.day}
          onChange={(day) => {
            setFrom({ ...from, day });
            clear("from");
          }}
          errorMessage={fields["from"]}
        />
        <TimeField label={t("webhooks.replay.fromTime")} value={from.time} onChange={(time) => setFrom({ ...from, time })} />
        <DatePicker
          label={t("webhooks.replay.until")}
          min={earliest}
          value={until.day}
          onChange={(day) => {
            setUntil({ ...until, day });
            clear("until");
          }}
          errorMessage={fields["until"]}
        />
        <TimeField label={t("webhooks.replay.untilTime")} value={until.time} onChange={(time) => setUntil({ ...until, time })} />
      </div>
      <RadioGroup
        label={t("webhooks.replay.what")}
        options={(["missing", "all"] as const).map((id) => ({
          id,
          label: t(`webhooks.replay.${id}`),
          description: t(`webhooks.replay.${id}.about`),
        }))}
        value={what}
        onChange={(id) => setWhat(id === "all" ? "all" : "missing")}
      />
      {counted && counted.earlier > 0 && (
        <Checkbox isSelected={withEarlier} onChange={setWithEarlier}>
          {t("webhooks.replay.earlier", { count: counted.earlier })}
        </Checkbox>
      )}
      <p className={styles.count} role="status">
        {counted &&
          t(counted.isPartial ? "webhooks.replay.countPartial" : "webhooks.replay.count", {
            count: count ?? 0,
          })}
      </p>
    </FormDialog>
  );
}
