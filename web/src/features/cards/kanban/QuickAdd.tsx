import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import { useState, type FormEvent } from "react";
import { client } from "../../../lib/api.ts";
import { errorMessage, toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { refreshLists } from "../../records/card-cache.ts";
import { offerUndo } from "../../undo/undo.ts";
import { validationMessage } from "../../fields/validation.ts";
import type { LaneValue } from "./lanes.ts";
import styles from "./board.module.css";

interface QuickAddProps {
  type: CardType;
  field: Field;
  value: LaneValue;
  onClose: () => void;
}

/** A name and Enter create a card in the lane, ready for the next; Escape ends it. Other required fields are named, and nothing typed is lost. */
export function QuickAdd({ type, field, value, onClose }: QuickAddProps) {
  const t = useT();
  const [name, setName] = useState("");
  const [error, setError] = useState<string>();

  async function create() {
    if (name.trim() === "") return onClose();
    try {
      const { recordId } = await client.cards.create.mutate({
        typeId: type.id,
        fields: { name: name.trim(), ...(value === null ? {} : { [field.id]: value }) },
      });
      offerUndo({ recordId, message: t("cards.create.done") });
      setName("");
      refreshLists();
    } catch (failure) {
      const problem = toAppError(failure);
      const [fieldId, key] = Object.entries(problem.fields ?? {})[0] ?? [];
      const label = type.fields.find(({ id }) => id === fieldId)?.label;
      setError(label && key ? `${label}: ${validationMessage(t, key)}` : errorMessage(problem));
    }
    return undefined;
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    create().catch(reportFailure);
  }

  return (
    <form className={styles.quickAdd} onSubmit={onSubmit}>
      <TextField
        aria-label={t("views.lane.cardName")}
        placeholder={t("views.lane.cardName")}
        value={name}
        onChange={(next) => {
          setError(undefined);
          setName(next);
        }}
        autoFocus
        errorMessage={error}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
        }}
      />
    </form>
  );
}
