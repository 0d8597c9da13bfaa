import { canUnite, type MergeChoices, mergeFields, unite } from "@kartis/core/cards/merges/rules.ts";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { client, trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { fieldOf, nameOf } from "../records/card-types.ts";
import { RecordName } from "../records/RecordName.tsx";
import { cardHref } from "../records/card-href.ts";
import { offerUndo } from "../undo/undo.ts";
import { ComparedValue } from "./ComparedValue.tsx";
import { Comparison, MergeFrame } from "./MergeFrame.tsx";
import styles from "./merges.module.css";
import { showMerged } from "./show-merged.ts";

interface MergeDialogProps {
  type: CardType;
  /** Two to five of one type; the first survives unless another is chosen. */
  cardIds: readonly CardId[];
  onClose: () => void;
  onMerged: (survivor: Card) => void;
}

/** Choice of the card that stays and of each field's value, beside the result. */
export function MergeDialog({ type, cardIds, onClose, onMerged }: MergeDialogProps) {
  const t = useT();
  const [picked, setPicked] = useState<CardId>();
  const [chosen, setChosen] = useState<MergeChoices>({});
  const [first = "crd_", ...others] = cardIds;
  const query = useQuery(
    trpc.cards.mergePreview.queryOptions(
      { survivorId: first, otherIds: others },
      { staleTime: 0, gcTime: 0, retry: false, meta: { quiet: true, private: true } },
    ),
  );
  const cards = query.data?.cards;
  const survivorIds = query.data?.survivorIds ?? [];
  const survivorId = picked ?? cards?.[0]?.id;
  const title = t("changes.merge.title", { count: cardIds.length });

  async function merge() {
    if (!survivorId) return;
    const choices: Record<string, CardId | typeof unite> = Object.fromEntries(
      Object.entries({ ...query.data?.choices, ...chosen }).map(([id, choice]) => [id, choice === unite ? unite : asId(choice)]),
    );
    const otherIds = cardIds.filter((id) => id !== survivorId);
    const { recordId, ...survivor } = await client.cards.merge.mutate({ survivorId, otherIds, choices });
    showMerged(survivor);
    offerUndo({
      recordId,
      message: t("changes.merge.done", { count: cardIds.length }),
      notice: { link: { label: nameOf(survivor), href: cardHref(type, survivor.id) } },
    });
    onMerged(survivor);
  }
  const asId = (choice: string): CardId => cardIds.find((id) => id === choice) ?? first;

  return (
    <MergeFrame title={title} isDirty error={query.error} onConfirm={merge} onClose={onClose}>
      {cards && query.data && survivorId && (
        <Choices
          type={type}
          cards={cards}
          fieldIds={query.data.fieldIds}
          choices={{ ...query.data.choices, ...chosen }}
          survivorId={survivorId}
          survivorIds={survivorIds}
          onSurvivor={setPicked}
          onChoose={(fieldId, choice) => setChosen((before) => ({ ...before, [fieldId]: choice }))}
        />
      )}
    </MergeFrame>
  );
}

interface ChoicesProps {
  type: CardType;
  cards: readonly Card[];
  fieldIds: readonly string[];
  choices: MergeChoices;
  survivorId: CardId;
  /** Cards that the person's role allows to survive. */
  survivorIds: readonly CardId[];
  onSurvivor: (cardId: CardId) => void;
  onChoose: (fieldId: string, choice: string) => void;
}

function Choices({ type, cards, fieldIds, choices, survivorId, survivorIds, onSurvivor, onChoose }: ChoicesProps) {
  const t = useT();
  const format = useFormat();
  const reasonId = useId();
  const mayStay = cards.filter(({ id }) => survivorIds.includes(id));
  const isNamesake = new Set(cards.map(nameOf)).size < cards.length;
  const headOf = (card: Card) => (isNamesake ? `${nameOf(card)} · ${format.date(card.createdAt)}` : nameOf(card));
  const { fields: result } = mergeFields(type, cards, choices);
  const fields = fieldIds.flatMap((fieldId) => fieldOf(type, fieldId) ?? []);
  return (
    <>
      <p className={styles.hint}>{t("changes.merge.hint")}</p>
      {mayStay.length < cards.length && (
        <p className={styles.hint} id={reasonId}>
          {t("changes.merge.onlyStays", { names: format.list(mayStay.map(nameOf)) })}
        </p>
      )}
      <Comparison
        head={
          <>
            <th scope="col">{t("changes.merge.keep")}</th>
            {cards.map((card) => (
              // Its text is the name that stands in it.
              // oxlint-disable-next-line jsx-a11y/control-has-associated-label
              <th key={card.id} scope="col">
                <Choice
                  group="survivor"
                  isChosen={card.id === survivorId}
                  whyNotId={mayStay.includes(card) ? undefined : reasonId}
                  onChoose={() => onSurvivor(card.id)}
                >
                  <RecordName name={nameOf(card)} isWhole />
                  <span className={styles.made}>
                    {t("cards.created")} {format.date(card.createdAt)}
                  </span>
                </Choice>
              </th>
            ))}
            <th scope="col" className={styles.result}>
              {t("changes.merge.result")}
            </th>
          </>
        }
      >
        {fields.map((field) => (
          <tr key={field.id}>
            <th scope="row">
              <bdi>{field.label}</bdi>
            </th>
            {cards.map((card) => (
              <td key={card.id} data-card={headOf(card)}>
                <Choice group={field.id} isChosen={choices[field.id] === card.id} onChoose={() => onChoose(field.id, card.id)}>
                  <ComparedValue field={field} value={card.fields[field.id]} />
                </Choice>
              </td>
            ))}
            <td className={styles.result} data-card={t("changes.merge.result")}>
              <ComparedValue field={field} value={result[field.id]} />
              {canUnite(field) && (
                <Choice group={field.id} isChosen={choices[field.id] === unite} onChoose={() => onChoose(field.id, unite)}>
                  {t("changes.merge.unite")}
                </Choice>
              )}
            </td>
          </tr>
        ))}
      </Comparison>
      {fields.length === 0 && <p className={styles.hint}>{t("changes.merge.same")}</p>}
    </>
  );
}

interface ChoiceProps {
  group: string;
  isChosen: boolean;
  /** Id of the text that explains why it cannot be chosen. */
  whyNotId?: string | undefined;
  onChoose: () => void;
  children: ReactNode;
}

/** The browser's own radio: the arrows choose among the cards of a row, Tab goes to the next row. */
function Choice({ group, isChosen, whyNotId, onChoose, children }: ChoiceProps) {
  const id = useId();
  return (
    <span className={styles.choice}>
      <input
        id={id}
        type="radio"
        name={`merge-${group}`}
        checked={isChosen}
        disabled={whyNotId !== undefined}
        aria-describedby={whyNotId}
        onChange={onChoose}
      />
      <label htmlFor={id}>{children}</label>
    </span>
  );
}
