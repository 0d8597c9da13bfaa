import { type Language, languages } from "@kartis/i18n/languages.ts";
import { useState } from "react";
import { changedLanguages, changesIn, type Draft, draftOf, sameFiles, type Template } from "../templates.ts";

type Saved = Omit<Template, "id">;

interface State {
  /** What the server last said. */
  readonly latest: Saved;
  /** What was saved when the changes began. */
  readonly base: Saved;
  readonly draft: Draft;
  /** How often each text was replaced from outside: its editor begins anew with it. */
  readonly rounds: Readonly<Record<Language, number>>;
}

/** The draft with other texts, whose editors begin anew; those that stay keep their caret and what they can take back. */
function replaced(state: State, draft: Draft): Pick<State, "draft" | "rounds"> {
  const others = changedLanguages(state.draft, draft);
  const roundOf = (language: Language) => state.rounds[language] + (others.includes(language) ? 1 : 0);
  return { draft, rounds: { en: roundOf("en"), he: roundOf("he"), hu: roundOf("hu"), ru: roundOf("ru") } };
}

/** What is mine where it differs from `before`, and theirs elsewhere. */
function rebased(before: Draft, mine: Draft, theirs: Draft): Draft {
  const own = changedLanguages(before, mine);
  const texts = languages.map((language) => [language, (own.includes(language) ? mine : theirs).texts[language]] as const);
  const part = <K extends "name" | "cardTypeId" | "roleId" | "isOn" | "format">(key: K): Draft[K] =>
    mine[key] === before[key] ? theirs[key] : mine[key];
  return {
    name: part("name"),
    cardTypeId: part("cardTypeId"),
    roleId: part("roleId"),
    isOn: part("isOn"),
    format: part("format"),
    attachments: sameFiles(mine.attachments, before.attachments) ? theirs.attachments : mine.attachments,
    texts: { ...theirs.texts, ...Object.fromEntries(texts) },
  };
}

/** Whether both say the same: also one that was reset and written again, whose version counts from the beginning. */
const isSame = (a: Saved, b: Saved): boolean => a.version === b.version && changesIn(draftOf(a), draftOf(b)) === 0;

export type Editing = ReturnType<typeof useDraft>;

/** A template while it is written: over what was saved when that began, so that nothing is lost when somebody else saves meanwhile. */
export function useDraft(latest: Saved) {
  const [state, setState] = useState<State>(() => ({
    latest,
    base: latest,
    draft: draftOf(latest),
    rounds: { en: 0, he: 0, hu: 0, ru: 0 },
  }));
  if (state.latest !== latest) {
    const isUntouched = changesIn(draftOf(state.base), state.draft) === 0;
    if (isSame(state.base, latest)) setState({ ...state, latest });
    else if (isUntouched) setState({ ...state, ...replaced(state, draftOf(latest)), latest, base: latest });
    else setState({ ...state, latest });
  }
  const { base, draft, rounds } = state;
  return {
    saved: draftOf(base),
    /** The version that the changes are of. */
    version: base.version,
    draft,
    rounds,
    /** Somebody else has saved since the changes began. */
    isStale: !isSame(base, state.latest),
    set: (part: Partial<Draft>) => setState((now) => ({ ...now, draft: { ...now.draft, ...part } })),
    change: (part: (now: Draft) => Partial<Draft>) =>
      setState((now) => ({ ...now, draft: { ...now.draft, ...part(now.draft) } })),
    setText: (language: Language, text: Partial<Draft["texts"]["en"]>) =>
      setState((now) => ({
        ...now,
        draft: { ...now.draft, texts: { ...now.draft.texts, [language]: { ...now.draft.texts[language], ...text } } },
      })),
    /** Theirs, with my changes over it. */
    takeTheirs: () =>
      setState((now) => ({
        ...now,
        ...replaced(now, rebased(draftOf(now.base), now.draft, draftOf(now.latest))),
        base: now.latest,
      })),
    discard: () => setState((now) => ({ ...now, ...replaced(now, draftOf(now.latest)), base: now.latest })),
    /** What was sent is saved; what was written since stays. The list says so a moment later, and until then is not news. */
    keep: (sent: Draft, saved: Saved) =>
      setState((now) => ({ ...now, base: saved, draft: rebased(sent, now.draft, draftOf(saved)) })),
  };
}
