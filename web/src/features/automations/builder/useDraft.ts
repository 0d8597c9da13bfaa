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
  /** Of forms that keep what is typed in them. */
  readonly revision: number;
  /** `unfinished`: it cannot be saved yet. `conflict`: somebody else has written another one meanwhile. */
  readonly state: "saved" | "saving" | "unfinished" | "failed" | "conflict";
  /** What keeps it from being published, here and by the server. */
  readonly problems: readonly Problem[];
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** @param about edits of the same thing in one go are undone together */
  readonly edit: (definition: Definition, about: string) => void;
  /** An edit that replaces what forms show. */
  readonly replace: (definition: Definition) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** What was saved last, which after a conflict both drafts were made of. */
  readonly base: () => Definition;
  /** After a conflict: writes this draft over the other one, or takes that. */
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
  readonly retry: () => void;
}

interface Saved {
  readonly version: number;
  /** As it was sent from here. */
  readonly definition: Definition;
  /** As the server has it: trimmed, for example. */
  readonly there: string;
}

/** What cannot be saved yet, or was not, kept on this device: with the saved draft that it was made of. */
interface Kept extends Pick<Saved, "version" | "there"> {
  readonly definition: Definition;
}
const form = "automation";

const pauseMs = 600;
const textOf = (definition: Definition): string => JSON.stringify(definition);

/** The draft of an automation while it is edited: saved by itself when people pause, with undo. */
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

  // What others have saved, or the engine has switched: taken over unless something is being written here.
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
      // Only switched or renamed meanwhile.
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
  // Leaving the page does not lose what was written in the last moment.
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
    base: () => JSON.parse(saved.there) as Definition, // as the server had it
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
