import flash from "@fluentui/svg-icons/icons/flash_20_regular.svg?icon";
import type { Automation, AutomationVersion, Definition } from "@kartis/core/automations/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ToggleButton } from "react-aria-components/ToggleButton";
import { ToggleButtonGroup } from "react-aria-components/ToggleButtonGroup";
import { client, trpc } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useFormatHere, useT } from "../../../lib/i18n.tsx";
import { useLive } from "../../../lib/live/live.ts";
import { useCan } from "../../../lib/permissions.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Pill } from "../../../ui/display/Pill.tsx";
import { EmptyState, ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { Select } from "../../../ui/inputs/Select.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { useNameOf } from "../../people/people.ts";
import { useCardTypes } from "../../records/card-types.ts";
import { noteFinal } from "../../undo/undo.ts";
import { sentenceOf } from "../words/sentence.ts";
import { useWords, type Words } from "../words/useWords.ts";
import { Comparison, nameOfPart } from "./Comparison.tsx";
import { isSameDefinition, partsOf } from "./diff.ts";
import styles from "./versions.module.css";

const draft = "draft";
const nothing = "nothing";

interface Shown {
  readonly id: string;
  readonly definition: Definition;
  /** Absent for the draft. */
  readonly version?: AutomationVersion;
}

export function Versions({ automation }: { automation: Automation }) {
  const t = useT();
  const { id: automationId } = automation;
  const query = useQuery(trpc.automations.versions.queryOptions({ automationId }, { staleTime: 0, meta: { quiet: true } }));
  useLive((message) => {
    if (message.kind === "batch" || message.subject.id === automationId)
      void queryClient.invalidateQueries(trpc.automations.versions.pathFilter());
  });
  if (query.error && !query.data)
    return (
      <ErrorState error={query.error} actions={<Button onPress={() => void query.refetch()}>{t("common.tryAgain")}</Button>} />
    );
  if (!query.data) return <SkeletonRows rows={6} columns={["1fr"]} />;
  if (query.data.length === 0)
    return (
      <EmptyState icon={flash} title={t("automationRuns.versions.none")}>
        {t("automationRuns.versions.none.text")}
      </EmptyState>
    );
  return <Loaded automation={automation} versions={query.data} />;
}

function Loaded({ automation, versions }: { automation: Automation; versions: readonly AutomationVersion[] }) {
  const t = useT();
  const { types } = useCardTypes();
  const words = useWords(automation.cardTypeId, automation.definition.steps);
  const [first] = versions;
  const all: readonly Shown[] = [
    { id: draft, definition: automation.definition },
    ...versions.map((version) => ({ id: String(version.version), definition: version.definition, version })),
  ];
  const [chosenId, setChosen] = useState(automation.hasUnpublishedChanges ? draft : String(first?.version ?? draft));
  const [againstId, setAgainst] = useState<string>();
  const at = Math.max(
    0,
    all.findIndex(({ id }) => id === chosenId),
  );
  const chosen = all[at];
  const others = all.filter(({ id }) => id !== chosen?.id);
  // Compared with the previous version by default.
  const against = others.find(({ id }) => id === againstId) ?? (againstId === nothing ? undefined : all[at + 1]);
  if (!chosen) return null;
  const nameOfShown = ({ version }: Shown) =>
    version ? t("automationRuns.version", { number: version.version }) : t("automationRuns.versions.draft");
  return (
    <div className={styles.page}>
      <section className={styles.list} aria-label={t("automationRuns.versions")}>
        <ToggleButtonGroup
          className={styles.rows ?? ""}
          orientation="vertical"
          aria-label={t("automationRuns.versions")}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[chosen.id]}
          onSelectionChange={(keys) => {
            const next = all.find(({ id }) => keys.has(id));
            if (!next) return;
            setChosen(next.id);
            setAgainst(undefined);
          }}
        >
          {all.map((shown, place) => (
            <ToggleButton key={shown.id} id={shown.id} className={styles.row ?? ""}>
              <span className={styles.rowHead}>
                <span className={styles.rowName}>{nameOfShown(shown)}</span>
                {shown.version?.version === automation.publishedVersion && (
                  <Pill hue="green">{t("automationRuns.versions.current")}</Pill>
                )}
              </span>
              <RowLine shown={shown} automation={automation} />
              {(shown.version || automation.hasUnpublishedChanges) && (
                <span className={styles.rowLine}>{summaryOf(all[place + 1]?.definition, shown.definition, words)}</span>
              )}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </section>
      <section className={styles.shown} aria-label={nameOfShown(chosen)}>
        <header className={styles.head}>
          <h2 className={styles.title}>{nameOfShown(chosen)}</h2>
          <Select
            label={t("automationRuns.versions.compare")}
            size={28}
            value={against?.id ?? nothing}
            onChange={setAgainst}
            options={[
              ...others.map((shown) => ({ id: shown.id, label: nameOfShown(shown) })),
              { id: nothing, label: t("automationRuns.versions.nothing") },
            ]}
          />
          {chosen.version && <UseAsDraft automation={automation} version={chosen.version} />}
        </header>
        <Comparison
          before={against?.definition ?? null}
          after={chosen.definition}
          isCompared={against !== undefined}
          type={types?.find(({ id }) => id === automation.cardTypeId)}
          words={words}
        />
      </section>
    </div>
  );
}

const differences = ["added", "changed", "moved", "removed"] as const;

/** A version's changes since the previous one, e.g. "Added: Wait · Changed: Create task"; the first version's sentence. */
function summaryOf(before: Definition | undefined, after: Definition, words: Words): string {
  const { t } = words;
  if (!before) return sentenceOf(after, words);
  const parts = partsOf(before, after);
  const lines = differences.flatMap((difference) => {
    const names = parts.filter((part) => part.difference === difference).map((part) => nameOfPart(part, t));
    return names.length > 0
      ? [t("automationRuns.versions.line", { difference: t(`automationRuns.diff.${difference}`), parts: names.join(", ") })]
      : [];
  });
  return lines.length > 0 ? lines.join(" · ") : t("automationRuns.versions.same");
}

function RowLine({ shown: { version }, automation }: { shown: Shown; automation: Automation }) {
  const t = useT();
  const format = useFormatHere();
  const nameOf = useNameOf();
  const { hasUnpublishedChanges, publishedVersion } = automation;
  if (version)
    return (
      <span className={styles.rowLine}>
        {t("automationRuns.versions.publishedBy", {
          name: nameOf(version.publishedBy),
          when: format.dateTime(version.publishedAt),
        })}
      </span>
    );
  return (
    <span className={styles.rowLine}>
      {hasUnpublishedChanges || publishedVersion === null
        ? t("automationRuns.versions.draft.changed")
        : t("automationRuns.versions.draft.same", { number: publishedVersion })}
    </span>
  );
}

/** Copies the version into the draft; asks first if that would discard unpublished changes. */
function UseAsDraft({ automation, version }: { automation: Automation; version: AutomationVersion }) {
  const t = useT();
  const mayUpdate = useCan()(["AUTOMATION", "update"]);
  const [isPending, setPending] = useState(false);
  const [isAsking, setAsking] = useState(false);
  if (!mayUpdate || isSameDefinition(automation.definition, version.definition)) return null;
  async function write() {
    setAsking(false);
    setPending(true);
    try {
      await client.automations.update.mutate({
        automationId: automation.id,
        expectedVersion: automation.version,
        definition: version.definition,
      });
      const title = t("automationRuns.versions.used", { number: version.version });
      noteFinal(title);
      showToast({ tone: "success", title });
    } catch (failure) {
      reportFailure(failure);
    } finally {
      await queryClient.invalidateQueries(trpc.automations.pathFilter());
      setPending(false);
    }
  }
  const label = t("automationRuns.versions.use");
  return (
    <>
      <Button isPending={isPending} onPress={() => (automation.hasUnpublishedChanges ? setAsking(true) : void write())}>
        {label}
      </Button>
      {isAsking && (
        <Dialog
          title={label}
          role="alertdialog"
          isOpen
          onClose={() => setAsking(false)}
          footer={
            <>
              <Button size={32} onPress={() => setAsking(false)}>
                {t("common.cancel")}
              </Button>
              <Button size={32} variant="primary" onPress={() => void write()}>
                {label}
              </Button>
            </>
          }
        >
          <p>{t("automationRuns.versions.replaces")}</p>
        </Dialog>
      )}
    </>
  );
}
