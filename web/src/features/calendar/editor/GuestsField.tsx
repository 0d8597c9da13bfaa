import { isId } from "@kartis/core/kernel/id-form.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import type { Option } from "../../../ui/collections/ListBoxItems.tsx";
import { TokenComboBox } from "../../../ui/inputs/TokenComboBox.tsx";
import { useCardChoice } from "../../cards/fields/editors/useCardChoice.tsx";
import type { DraftGuest } from "./draft.ts";

interface GuestsFieldProps {
  guests: readonly DraftGuest[];
  /** What their cards are called. */
  nameOf: (cardId: string) => string | undefined;
  onChange: (guests: readonly DraftGuest[]) => void;
  errorMessage: string | undefined;
}

const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
const idOf = ({ cardId, email }: DraftGuest): string => cardId ?? `mail:${email}`;

/** People from outside: found among the cards, or by a mail address that is typed. */
export function GuestsField({ guests, nameOf, onChange, errorMessage }: GuestsFieldProps) {
  const t = useT();
  const [text, setText] = useState("");
  const [found, setFound] = useState<Readonly<Record<string, Option>>>({});
  const cardIds = guests.flatMap(({ cardId }) => (cardId ? [cardId] : []));
  const { options } = useCardChoice([], text, cardIds);
  const address = text.trim();
  const chosen = guests.map((guest): Option => {
    const id = idOf(guest);
    const label =
      (guest.cardId ? (nameOf(guest.cardId) ?? found[guest.cardId]?.label) : undefined) ??
      guest.name ??
      guest.email ??
      t("tasks.card.hidden");
    return { id, label };
  });
  const offered = options.filter(({ id }) => !guests.some((guest) => idOf(guest) === id));
  const written: Option[] = isAddress(address) ? [{ id: `mail:${address.toLowerCase()}`, label: address }] : [];

  function change(ids: readonly string[]) {
    const known = new Map(guests.map((guest) => [idOf(guest), guest]));
    setFound((before) => ({ ...before, ...Object.fromEntries(options.map((option) => [option.id, option])) }));
    onChange(
      ids.flatMap((id): DraftGuest[] => {
        const there = known.get(id);
        if (there) return [there];
        if (isId("crd", id)) return [{ cardId: id, email: null, name: null }];
        return id.startsWith("mail:") ? [{ cardId: null, email: id.slice(5), name: null }] : [];
      }),
    );
  }
  return (
    <TokenComboBox
      label={t("calendar.guests")}
      placeholder={t("calendar.guests.placeholder")}
      options={[...chosen, ...written.filter(({ id }) => !chosen.some((other) => other.id === id)), ...offered]}
      value={chosen.map(({ id }) => id)}
      onChange={change}
      onQueryChange={setText}
      errorMessage={errorMessage}
    />
  );
}
