import type { Automation, Definition } from "@kartis/core/automations/schema.ts";
import type { Problem } from "@kartis/core/automations/triggers/definition.ts";
import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { client } from "../../../lib/api.ts";
import { toAppError } from "../../../lib/errors.ts";
import { keepDraft, readDraft } from "../../../lib/device/drafts.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { fetchAnew } from "../../../lib/query-client.ts";
import { automationOptions, noteSaved } from "../queries.ts";
import { begin, edit, type History, redo, undo } from "./history.ts";
import { keepHistory, readHistory } from "./kept-history.ts";
import { unfinishedIn } from "./unfinished.ts";

export interface Draft {
  readonly definition: Definition;
  /** The key of forms with local state, as in `History`. */
  readonly revision: number;
  /** `unfinished`: not valid enough to be saved. `conflict`: someone else has saved another draft. */
  readonly state: "saved" | "saving" | "unfinished" | "failed" | "conflict";
  /** What prevents publishing, found by the client and the server. */
  readonly problems: readonly Problem[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** @param about the edit's subject; edits of one subject in quick succession are undone together */
  readonly edit: (definition: Definition, about: string) => void;
  /** An edit that also remounts forms. */
  readonly replace: (definition: Definition) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** The last saved definition; after a conflict, the common ancestor of both drafts. */
  readonly base: () => Definition;
  /** Resolves a conflict in favor of this draft or the other one. */
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  readonly retry: () => void;
}

interface Saved {
  readonly version: number;
  /** As it was sent. */
  readonly definition: Definition;
  /** As the server stored it, e.g. trimmed. */
  readonly there: string;
}

/** An unsaved draft kept on this device, with the saved draft it is based on. */
interface Kept extends Pick<Saved, "version" | "there"> {
  readonly definition: Definition;
}
const form = "automation";

const pauseMs = 600;
const textOf = (definition: Definition): string => JSON.stringify(definition);

/** An automation's draft while it is edited: saved automatically when typing pauses, with undo. */
export function useDraft(automation: Automation): Draft {
  const [kept] = useState(() => readDraft<Kept>(automation.id, form));
  const [history, setHistory] = useState<History>(() => {
    const last = begin(automation.definition);
    const shown = kept ? edit(last, kept.definition, "kept", 0) : last;
    return { ...shown, ...readHistory(automation.id, shown.present) };
  });
  const [saved, setSaved] = useState<Saved>(() => ({
    ...savedOf(automation),
    ...(kept && { version: kept.version, there: kept.there }),
  }));
  const [status, setStatus] = useState<"rest" | "saving" | "failed" | "conflict">("rest");
  const { present } = history;
  const unfinished = useMemo(() => unfinishedIn(present), [present]);
  const isDirty = present !== saved.definition && textOf(present) !== textOf(saved.definition);

  // Adopts changes by others or by the engine, unless there are unsaved edits here.
  if (automation.version > saved.version && status !== "saving") {
    if (textOf(automation.definition) === saved.there) setSaved({ ...saved, version: automation.version });
    else if (!isDirty) {
      setSaved(savedOf(automation));
      setHistory(begin(automation.definition, history.revision + 1));
    } else if (status !== "conflict") setStatus("conflict");
  }

  const save = useEffectEvent(async () => {
    if (!isDirty || unfinished.length > 0 || status !== "rest") return;
    setStatus("saving");
    try {
      const { id } = automation;
      const next = await client.automations.update.mutate({
        automationId: id,
        expectedVersion: saved.version,
        definition: present,
      });
      setSaved({ version: next.version, definition: present, there: textOf(next.definition) });
      setStatus("rest");
      noteSaved(next);
    } catch (failure) {
      if (toAppError(failure).code !== "CONFLICT") {
        setStatus("failed");
        return reportFailure(failure);
      }
      const theirs = await fetchAnew(automationOptions(automation.id)).catch(() => undefined);
      // The other change did not touch the draft.
      if (theirs && textOf(theirs.definition) === saved.there) {
        setSaved({ ...saved, version: theirs.version });
        setStatus("rest");
      } else setStatus("conflict");
    }
    return undefined;
  });

  useEffect(() => {
    const timer = setTimeout(() => void save(), pauseMs);
    return () => clearTimeout(timer);
  }, [present, saved, status]);
  useEffect(() => {
    const { version, there } = saved;
    keepDraft(automation.id, form, isDirty ? ({ version, there, definition: present } satisfies Kept) : undefined);
  }, [automation.id, isDirty, present, saved]);
  useEffect(() => keepHistory(automation.id, history), [automation.id, history]);
  // Saves pending edits when the page is left.
  useEffect(() => () => void save(), []);
  const isAtRisk = isDirty && status !== "conflict";
  useEffect(() => {
    if (!isAtRisk) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isAtRisk]);

  const state =
    status === "conflict"
      ? "conflict"
      : isDirty && unfinished.length > 0
        ? "unfinished"
        : status === "failed"
          ? "failed"
          : isDirty || status === "saving"
            ? "saving"
            : "saved";
  return {
    definition: present,
    revision: history.revision,
    state,
    problems: [...unfinished, ...automation.problems.filter(({ path }) => !unfinished.some((one) => one.path === path))],
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    edit: (definition, about) => {
      const at = Date.now();
      setHistory((before) => edit(before, definition, about, at));
      if (status === "failed") setStatus("rest");
    },
    replace: (definition) => {
      const at = Date.now();
      setHistory((before) => ({ ...edit(before, definition, "replace", at), revision: before.revision + 1 }));
    },
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    base: () => JSON.parse(saved.there) as Definition, // stringified from a definition
    keepMine: () => {
      setSaved({ ...saved, version: automation.version, there: textOf(automation.definition) });
      setStatus("rest");
    },
    takeTheirs: () => {
      setSaved(savedOf(automation));
      setHistory(begin(automation.definition, history.revision + 1));
      setStatus("rest");
    },
    retry: () => setStatus("rest"),
  };
}

const savedOf = ({ version, definition }: Automation): Saved => ({ version, definition, there: textOf(definition) });
