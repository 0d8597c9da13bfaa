import type { CardType } from "@kartis/core/cards/schema.ts";
import type { OperationId } from "@kartis/core/kernel/id.ts";
import { createContext, use, useState } from "react";
import { toAppError } from "../../lib/errors.ts";
import { reportFailure } from "../../lib/failures.ts";
import { problemsOf, type Problems } from "./check.ts";
import { countChanges, draftOf, type EditorDraft, type Field, isSame, type LayoutDraft, rebase } from "./draft.ts";
import { type Impact, impactsOf, type Resolution, saveDraft, stored } from "./saving/save.ts";

export interface TypeEditor {
  /** Undefined for a type that does not exist yet. */
  readonly type: CardType | undefined;
  readonly types: readonly CardType[];
  readonly draft: EditorDraft;
  readonly base: EditorDraft;
  /** Number of unsaved changes. */
  readonly changes: number;
  readonly problems: Problems;
  readonly isSaving: boolean;
  /** Someone else saved the type after these edits began. */
  readonly isStale: boolean;
  /** Effects of saving on existing values; shown before saving. */
  readonly impacts: readonly Impact[] | undefined;
  /** Values are being converted in the background. */
  readonly operationId: OperationId | null;
  readonly edit: (change: Partial<EditorDraft> | ((draft: EditorDraft) => EditorDraft)) => void;
  readonly editField: (fieldId: string, change: Partial<Field>) => void;
  /** Replaces the field with the same id; unlike `editField` it can remove a property. */
  readonly replaceField: (field: Field) => void;
  /** One's own edits on top of what was saved meanwhile. */
  readonly takeTheirs: () => void;
  readonly discard: () => void;
  /** Asks for the impacts first; resolves to the saved type's id, or undefined when there is something to correct or to decide. */
  readonly save: () => Promise<string | undefined>;
  readonly saveWith: (resolutions: readonly Resolution[]) => Promise<string | undefined>;
  readonly closeImpacts: () => void;
}

interface State {
  readonly base: EditorDraft;
  readonly draft: EditorDraft;
  readonly version: number;
}

const withoutPaths = (problems: Problems, gone: (path: string) => boolean): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([path]) => !gone(path)));

/** State of editing a card type and its layouts, from the first edit to the save. Parts in `frozen` cannot be changed. */
export function useTypeEditor(
  type: CardType | undefined,
  types: readonly CardType[],
  layouts: readonly LayoutDraft[],
  fresh: EditorDraft,
  frozen: ReadonlySet<keyof EditorDraft>,
): TypeEditor {
  const latest = type ? draftOf(type, layouts) : fresh;
  const version = type?.version ?? 0;
  const [state, setState] = useState<State>({ base: latest, draft: latest, version });
  const [problems, setProblems] = useState<Problems>({});
  const [isSaving, setSaving] = useState(false);
  const [impacts, setImpacts] = useState<readonly Impact[]>();
  const [operationId, setOperationId] = useState<OperationId | null>(null);

  const isDirty = !isSame(state.base, state.draft);
  const isBehind = type !== undefined && !isSaving && !isSame(latest, state.base);
  // Without unsaved edits, what others save is simply shown.
  if (type && !isSaving && (isBehind || version !== state.version) && (!isBehind || !isDirty))
    setState({ base: latest, draft: isDirty ? state.draft : latest, version });

  function edit(change: Partial<EditorDraft> | ((draft: EditorDraft) => EditorDraft)) {
    const keys = typeof change === "function" ? [] : Object.keys(change);
    setProblems((before) => withoutPaths(before, (path) => keys.includes(path)));
    setState((before) => {
      const next = typeof change === "function" ? change(before.draft) : { ...before.draft, ...change };
      const kept = Object.fromEntries([...frozen].map((key) => [key, before.draft[key]]));
      return { ...before, draft: { ...next, ...kept } };
    });
  }

  function editField(fieldId: string, change: Partial<Field>) {
    const paths = Object.keys(change).map((key) => `fields.${fieldId}.${key}`);
    setProblems((before) => withoutPaths(before, (path) => paths.some((gone) => path.startsWith(gone))));
    edit((draft) => ({
      ...draft,
      fields: draft.fields.map((field) => (field.id === fieldId ? { ...field, ...change } : field)),
    }));
  }

  function replaceField(field: Field) {
    edit((draft) => ({ ...draft, fields: draft.fields.map((one) => (one.id === field.id ? field : one)) }));
  }

  async function save() {
    const others = types.filter((other) => other.id !== type?.id);
    const found = problemsOf(
      state.draft,
      new Set(others.map((other) => other.slug)),
      new Set(others.map((other) => other.apiName)),
    );
    setProblems(found);
    if (Object.keys(found).length > 0) return undefined;
    if (!type) return saveWith([]);
    setSaving(true);
    try {
      const touching = await impactsOf(type, state.base, state.draft);
      if (touching.length === 0) return await write([]);
      setImpacts(touching);
    } catch (failure) {
      fail(failure);
    } finally {
      setSaving(false);
    }
    return undefined;
  }

  async function saveWith(resolutions: readonly Resolution[]) {
    setSaving(true);
    try {
      return await write(resolutions);
    } finally {
      setSaving(false);
      setImpacts(undefined);
    }
  }

  async function write(resolutions: readonly Resolution[]) {
    try {
      const saved = await saveLatest(resolutions);
      const now = await stored(saved.typeId);
      if (now) setState({ base: now.draft, draft: now.draft, version: now.version });
      setProblems({});
      setOperationId(saved.operationId);
      return saved.typeId;
    } catch (failure) {
      fail(failure);
      // Part of it may be saved, and others may have saved: the edits are rebased onto the current state.
      const now = type && (await stored(type.id).catch(() => undefined));
      if (now)
        setState((before) => ({ base: now.draft, draft: rebase(before.base, before.draft, now.draft), version: now.version }));
      return undefined;
    }
  }

  /** A version can move on without anything edited here being different, as when a conversion ends: the edits then still apply. */
  async function saveLatest(resolutions: readonly Resolution[]) {
    try {
      return await saveDraft(type, state.version, state.base, state.draft, resolutions);
    } catch (failure) {
      const now = type && toAppError(failure).messageKey === "errors.typeChanged" ? await stored(type.id) : undefined;
      if (!now || now.version === state.version || !isSame(now.draft, state.base)) throw failure;
      return saveDraft(type, now.version, state.base, state.draft, resolutions);
    }
  }

  function fail(failure: unknown) {
    const { fields } = toAppError(failure);
    const found = Object.entries(fields ?? {}).map(([path, key]) => [pathIn(path, state.draft), key] as const);
    setProblems(Object.fromEntries(found));
    reportFailure(failure);
  }

  return {
    type,
    types,
    draft: state.draft,
    base: state.base,
    changes: isDirty ? Math.max(1, countChanges(state.base, state.draft)) : 0,
    problems,
    isSaving,
    isStale: isBehind && isDirty,
    impacts,
    operationId,
    edit,
    editField,
    replaceField,
    takeTheirs: () => setState((before) => ({ base: latest, draft: rebase(before.base, before.draft, latest), version })),
    discard: () => {
      setProblems({});
      setState({ base: latest, draft: latest, version });
    },
    save,
    saveWith,
    closeImpacts: () => setImpacts(undefined),
  };
}

/** The server names items of lists by their place (`fields.3.key`), the editor by their id. */
function pathIn(path: string, draft: EditorDraft): string {
  const [list = "", place = "", ...rest] = path.replace(/^(changes|draft)\./, "").split(".");
  if (list === "identifiers") return list;
  if (list !== "fields" && list !== "processes" && list !== "relationViews")
    return [list, place, ...rest].filter(Boolean).join(".");
  const id = /^\d+$/.test(place) ? (draft[list][Number(place)]?.id ?? place) : place;
  const [part = "", at = ""] = rest;
  if (list === "fields" && part === "options" && at !== "")
    return [list, id, part, draft.fields.find((field) => field.id === id)?.options[Number(at)]?.id ?? at].join(".");
  // Problems with steps are shown together, below their list.
  return [list, id, list === "processes" ? part : rest.join(".")].filter(Boolean).join(".");
}

const EditorContext = createContext<TypeEditor | undefined>(undefined);
export const EditorProvider = EditorContext.Provider;

/** The editor around this part of it. */
export function useEditor(): TypeEditor {
  const editor = use(EditorContext);
  if (!editor) throw new Error("useEditor outside the card type editor");
  return editor;
}
