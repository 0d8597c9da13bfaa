import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import type { OperationId } from "@kartis/core/kernel/id.ts";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { useTitle } from "../../lib/pages/title.ts";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { LimitNotice } from "../billing/later-notice.ts";
import { offerUndo } from "../undo/undo.ts";
import { useWhyNot } from "../records/rights.ts";
import { ChooseFile, type ChosenFile, readAgain } from "./ChooseFile.tsx";
import styles from "./imports.module.css";
import { keepJob, keptJob, type ImportJob, type Settings, settingsInput } from "./job.ts";
import { MapColumns } from "./mapping/MapColumns.tsx";
import { permittedMode, usualMatch } from "./mapping/MatchSettings.tsx";
import { PastImports } from "./result/PastImports.tsx";
import { Progress } from "./result/Progress.tsx";
import { type ImportTarget, kindOf } from "./targets/target.ts";

const isOperationId = (id: unknown): id is OperationId => typeof id === "string" && id.startsWith("opn_");

/** File, columns, check, import. `?operation=` resumes the last two after a reload. */
export function Import({ target }: { target: ImportTarget }) {
  const t = useT();
  const router = useRouter();
  const { operation } = useSearch({ strict: false }) as { operation?: unknown };
  const operationId = isOperationId(operation) ? operation : undefined;
  const [file, setFile] = useState<ChosenFile>();
  const [isStarting, setStarting] = useState(false);
  const whyNot = useWhyNot();
  const title = t("imports.titleOf", { name: target.name });
  useTitle(title);
  useCrumbs([...target.crumbs, { label: t("imports.title") }]);

  const goTo = (search: { operation?: string }) => void router.navigate({ to: target.href, search, replace: true });

  async function start(job: ImportJob, dryRun: boolean) {
    setStarting(true);
    try {
      const { operationId } = await client.imports.start.mutate({
        typeId: target.id,
        ...(target.timeZone ? { timeZone: target.timeZone } : {}),
        fileId: job.fileId,
        encoding: job.encoding,
        ...settingsInput(job),
        corrections: [...job.corrections],
        skipLines: [...job.skipLines],
        dryRun,
        startAutomations: job.startAutomations ?? false,
      });
      keepJob(operationId, job);
      // Its page tells what became of it, with a button that takes it back; the key does, too.
      if (!dryRun) offerUndo({ operationId, of: kindOf(target), message: title, isPlain: true });
      goTo({ operation: operationId });
    } catch (failure) {
      reportFailure(failure);
    } finally {
      setStarting(false);
    }
  }

  function check(chosen: ChosenFile, settings: Settings) {
    setFile({ ...chosen, settings });
    const { fileId, name: fileName, preview } = chosen;
    void start({ ...settings, fileId, fileName, encoding: preview.encoding, corrections: [], skipLines: [] }, true);
  }

  /** Applies the settings of the last import, if the person may use them. */
  function choose(chosen: ChosenFile) {
    const { settings } = chosen;
    const matchFieldId = settings.matchFieldId ?? usualMatch(target, settings);
    const mode = target.onlyNew ? "create" : permittedMode(settings.mode, whyNot);
    setFile({ ...chosen, settings: { ...settings, mode, matchFieldId } });
  }

  const job = operationId && keptJob(operationId);
  const step = operationId ? 2 : file ? 1 : 0;
  return (
    <section className={styles.page} aria-label={title}>
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        <IconButton icon={dismiss} label={t("common.close")} onPress={() => void router.navigate({ to: target.listHref })} />
      </header>
      <div className={styles.body}>
        <ol className={styles.steps}>
          {[t("imports.step.file"), t("imports.step.columns"), t("imports.step.import")].map((label, index) => (
            <li
              key={label}
              className={styles.step}
              aria-current={index === step ? "step" : undefined}
              data-done={index < step || undefined}
            >
              <span className={styles.number}>{index + 1}</span>
              {label}
            </li>
          ))}
        </ol>
        {operationId ? (
          <Progress
            key={operationId}
            operationId={operationId}
            target={target}
            isStarting={isStarting}
            job={job}
            onImport={(ready) => void start(ready, false)}
            onBack={() => goTo({})}
            onAgain={() => {
              setFile(undefined);
              goTo({});
            }}
          />
        ) : file ? (
          <MapColumns
            // Another encoding may give other column names.
            key={file.encoding ?? "auto"}
            target={target}
            file={file}
            isPending={isStarting}
            onBack={() => setFile(undefined)}
            onEncoding={(encoding) =>
              void readAgain(target, file, t.language, encoding).then((read) => read && choose(read), reportFailure)
            }
            onCheck={(settings) => check(file, settings)}
          />
        ) : (
          <>
            {target.limit && (
              <div className={styles.notice}>
                <LimitNotice limit={target.limit} />
              </div>
            )}
            <ChooseFile target={target} onChosen={choose} />
            {target.notes.map((note) => (
              <p key={note} className={styles.hint}>
                {note}
              </p>
            ))}
            <PastImports target={target} />
          </>
        )}
      </div>
    </section>
  );
}
