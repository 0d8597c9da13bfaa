import { canUnite, type MergeChoices, mergeFields, unite } from "@kartis/core/cards/merges/rules.ts";
import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { useId, useState, type ReactNode } from "react";
import { client, trpc } from "../../lib/api.ts";
import { errorMessage, toAppError } from "../../lib/errors.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { Dialog } from "../../ui/overlays/Dialog.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { refreshLists, showCard } from "../cards/card-cache.ts";
import { Display } from "../cards/fields/display/Display.tsx";
import { isEmpty } from "../cards/fields/values.ts";
import { fieldOf, nameOf } from "../cards/types.ts";
import { RecordName } from "../records/RecordName.tsx";
import { cardHref } from "../records/card-href.ts";
import styles from "./MergeDialog.module.css";
import { offerUndo } from "../undo/undo.ts";

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
  const [isPending, setPending] = useState(false);
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
    setPending(true);
    try {
      const choices: Record<string, CardId | typeof unite> = Object.fromEntries(
        Object.entries({ ...query.data?.choices, ...chosen }).map(([id, choice]) => [
          id,
          choice === unite ? unite : asId(choice),
        ]),
      );
      const otherIds = cardIds.filter((id) => id !== survivorId);
      const { recordId, ...survivor } = await client.cards.merge.mutate({ survivorId, otherIds, choices });
      showCard(survivor);
      refreshLists();
      void queryClient.invalidateQueries(trpc.cards.get.pathFilter());
      void queryClient.invalidateQueries(trpc.cards.history.pathFilter());
      void queryClient.invalidateQueries(trpc.timeline.pathFilter());
      void queryClient.invalidateQueries(trpc.cards.merges.pathFilter());
      void queryClient.invalidateQueries(trpc.cards.checkDuplicate.pathFilter());
      offerUndo({
        recordId,
        message: t("changes.merge.done", { count: cardIds.length }),
        notice: { link: { label: nameOf(survivor), href: cardHref(type, survivor.id) } },
      });
      onMerged(survivor);
    } catch (failure) {
      reportFailure(failure);
      setPending(false);
    }
  }
  const asId = (choice: string): CardId => cardIds.find((id) => id === choice) ?? first;

  return (
    <Dialog
      isOpen
      size={760}
      title={title}
      isDirty
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            size={32}
            variant="primary"
            isDisabled={!cards}
            isPending={isPending}
            pendingLabel={t("common.saving")}
            onPress={() => void merge()}
          >
            {title}
          </Button>
        </>
      }
    >
      {query.error ? (
        <p role="alert">{errorMessage(toAppError(query.error))}</p>
      ) : cards && query.data && survivorId ? (
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
      ) : (
        <SkeletonRows rows={6} columns={["1fr", "1fr", "1fr"]} />
      )}
    </Dialog>
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
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
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
                  </Choice>
                </th>
              ))}
              <th scope="col" className={styles.result}>
                {t("changes.merge.result")}
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field.id}>
                <th scope="row">
                  <bdi>{field.label}</bdi>
                </th>
                {cards.map((card) => (
                  <td key={card.id} data-card={nameOf(card)}>
                    <Choice
                      group={field.id}
                      isChosen={choices[field.id] === card.id}
                      onChoose={() => onChoose(field.id, card.id)}
                    >
                      <Value field={field} value={card.fields[field.id]} />
                    </Choice>
                  </td>
                ))}
                <td className={styles.result} data-card={t("changes.merge.result")}>
                  <Value field={field} value={result[field.id]} />
                  {canUnite(field) && (
                    <Choice group={field.id} isChosen={choices[field.id] === unite} onChoose={() => onChoose(field.id, unite)}>
                      {t("changes.merge.unite")}
                    </Choice>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
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

function Value({ field, value }: { field: Field; value: unknown }) {
  const t = useT();
  return isEmpty(value) ? (
    <span className={styles.none}>{t("cards.noValue")}</span>
  ) : (
    <Display field={field} value={value} place="cell" />
  );
}
