import { addressIn } from "@kartis/core/cards/fields/email-form.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import type { Option } from "../../../ui/collections/ListBoxItems.tsx";
import { TokenComboBox } from "../../../ui/inputs/TokenComboBox.tsx";
import { useCardChoice } from "../../fields/editors/useCardChoice.tsx";
import type { DraftGuest } from "./draft.ts";
import { recordWords } from "../../records/record-words.ts";

interface GuestsFieldProps {
  guests: readonly DraftGuest[];
  /** Names of the guests' cards. */
  nameOf: (cardId: string) => string | undefined;
  onChange: (guests: readonly DraftGuest[]) => void;
  errorMessage: string | undefined;
  /** Called with typed text that is not a guest yet. */
  onRest: (rest: string) => void;
}

const idOf = ({ cardId, email }: DraftGuest): string => cardId ?? `mail:${email}`;

/** A guest invited by address becomes the card with that address, with the same invitation. */
function oncePerAddress(
  guests: readonly DraftGuest[],
  addressOf: (guest: DraftGuest) => string | undefined,
): readonly DraftGuest[] {
  const byAddress = new Map(guests.flatMap((guest) => (guest.cardId ? [] : [[addressOf(guest), guest]])));
  const doubles = new Map(
    guests.flatMap((guest) => {
      const double = guest.cardId ? byAddress.get(addressOf(guest)) : undefined;
      return double ? [[guest, double]] : [];
    }),
  );
  const gone = new Set(doubles.values());
  return guests.flatMap((guest): DraftGuest[] => {
    const { id = doubles.get(guest)?.id } = guest;
    return gone.has(guest) ? [] : [id === undefined ? guest : { ...guest, id }];
  });
}

/** People from outside: found among the cards, or by a mail address that is typed. */
export function GuestsField({ guests, nameOf, onChange, errorMessage, onRest }: GuestsFieldProps) {
  const t = useT();
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);
  const [found, setFound] = useState<Readonly<Record<string, Option>>>({});
  const [known, setKnown] = useState<Readonly<Record<string, string>>>({});
  /** The guest whose address was typed again. */
  const [double, setDouble] = useState<DraftGuest>();
  const cardIds = guests.flatMap(({ cardId }) => (cardId ? [cardId] : []));
  const { options, emails } = useCardChoice([], text, cardIds);
  const address = text.trim();
  const nameOfGuest = (guest: DraftGuest): string =>
    recordWords(
      (guest.cardId ? (nameOf(guest.cardId) ?? found[guest.cardId]?.label) : undefined) ?? guest.name ?? guest.email ?? undefined,
      "card",
      t,
    );
  const chosen = guests.map((guest): Option => ({ id: idOf(guest), label: nameOfGuest(guest) }));
  /** A person is one guest, whether by card or by the card's address. */
  const addressOf = ({ cardId, email }: DraftGuest) =>
    email?.toLowerCase() ?? (cardId ? (emails[cardId] ?? known[cardId]) : undefined);
  const guestWith = (email: string) => guests.find((guest) => guest.cardId && addressOf(guest) === email);
  const offered = options.filter(({ id }) => !guests.some((guest) => idOf(guest) === id));
  const email = addressIn(address);
  const written: Option[] = email === undefined ? [] : [{ id: `mail:${email}`, label: address }];

  function change(ids: readonly string[]) {
    const there = new Map(guests.map((guest) => [idOf(guest), guest]));
    setFound((before) => ({ ...before, ...Object.fromEntries(options.map((option) => [option.id, option])) }));
    setKnown((before) => ({ ...before, ...emails }));
    const next = ids.flatMap((id): DraftGuest[] => {
      const guest = there.get(id);
      if (guest) return [guest];
      if (isId("crd", id)) return [{ cardId: id, email: null, name: null }];
      if (!id.startsWith("mail:")) return [];
      const email = id.slice(5);
      const same = guestWith(email);
      setDouble(same);
      return same ? [] : [{ cardId: null, email, name: null }];
    });
    onChange(oncePerAddress(next, addressOf));
  }
  /** Adds the addresses of a text; the rest stays. */
  function take(typed: string, isFinal: boolean): string {
    const parts = typed.split(/[,;\s]+/).map((part) => part.replace(/^<|>$/g, ""));
    const addresses = parts.flatMap((part) => addressIn(part) ?? []);
    const fresh = [...new Set(addresses)].filter((email) => !guests.some((guest) => addressOf(guest) === email));
    setDouble(addresses.map(guestWith).find((guest) => guest !== undefined));
    if (fresh.length > 0) onChange([...guests, ...fresh.map((email) => ({ cardId: null, email, name: null }))]);
    // A card's name may have commas as well.
    const rest = addresses.length === 0 ? typed : parts.filter((part) => part !== "" && addressIn(part) === undefined).join(" ");
    setWrong(isFinal && rest.trim() !== "");
    return rest;
  }
  return (
    <TokenComboBox
      label={t("calendar.guests")}
      placeholder={t("calendar.guests.placeholder")}
      options={[...chosen, ...written.filter(({ id }) => !chosen.some((other) => other.id === id)), ...offered]}
      value={chosen.map(({ id }) => id)}
      onChange={change}
      onQueryChange={(next) => {
        setText(next);
        onRest(next.trim());
        if (next !== text) setWrong(false);
        if (next !== "") setDouble(undefined);
      }}
      onText={take}
      errorMessage={isWrong ? t(address.includes("@") ? "validation.email" : "validation.guest") : errorMessage}
      description={double ? t("calendar.guestKnown", { name: nameOfGuest(double) }) : undefined}
    />
  );
}
