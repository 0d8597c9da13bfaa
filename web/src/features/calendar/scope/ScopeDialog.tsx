import { useEffect, useEffectEvent, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Kbd } from "../../../ui/actions/Kbd.tsx";
import { RadioGroup } from "../../../ui/inputs/RadioGroup.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { type Scope, scopes } from "../changes/meetings.ts";
import type { MeetingEntry } from "../entries.ts";
import { useCalendarWords } from "../words.ts";

export interface ScopeQuestion {
  readonly kind: "change" | "delete";
  readonly entry: MeetingEntry;
  /** Without `one`, where it would mean nothing: another rule is another series. */
  readonly offered?: readonly Scope[];
  readonly onAnswer: (scope: Scope) => void;
}

/** Of a series: what a change or a deletion is meant for. Keys 1, 2 and 3 choose, Enter takes it. */
export function ScopeDialog({ question, onClose }: { question: ScopeQuestion; onClose: () => void }) {
  const t = useT();
  const words = useCalendarWords();
  const { kind, entry, offered = scopes } = question;
  const [scope, setScope] = useState<Scope>(offered[0] ?? "one");

  function answer() {
    onClose();
    question.onAnswer(scope);
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const chosen = offered[Number(event.key) - 1];
    if (chosen) setScope(chosen);
    else if (event.key === "Enter" && event.target instanceof HTMLInputElement) answer();
    else return;
    event.preventDefault();
  });
  // Wherever in the dialog the focus is.
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener, true);
    return () => document.removeEventListener("keydown", listener, true);
  }, []);
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t(`calendar.scope.${kind}`)}
      onClose={onClose}
      footerStart={offered.map((_, index) => (
        <Kbd key={offered[index]} keys={String(index + 1)} />
      ))}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t(kind === "delete" ? "calendar.keep" : "common.cancel")}
          </Button>
          <Button size={32} variant={kind === "delete" ? "danger" : "primary"} autoFocus onPress={answer}>
            {kind === "delete" ? t("calendar.deleteScope", { scope }) : t("common.save")}
          </Button>
        </>
      }
    >
      <RadioGroup
        aria-label={t(`calendar.scope.${kind}`)}
        value={scope}
        onChange={(id) => setScope(scopes.find((known) => known === id) ?? "one")}
        options={offered.map((id) => ({
          id,
          label: t(`calendar.scope.${id}`),
          description:
            id === "all"
              ? t(kind === "delete" ? "calendar.scope.all.deleteNote" : "calendar.scope.all.note")
              : t(`calendar.scope.${id}.note`, { day: words.longDay(entry.firstDay) }),
        }))}
      />
    </Dialog>
  );
}
