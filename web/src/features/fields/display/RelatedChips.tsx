import { useCardNames } from "../../records/card-names.ts";
import { useCardHref } from "../../records/card-href.ts";
import { RecordName } from "../../records/RecordName.tsx";
import styles from "./Display.module.css";
import { asIds } from "../values.ts";

interface ShownCard {
  id: string;
  name: string;
  typeId: string;
}

/** Number of records that fit in a cell. */
const inCell = 2;

/** The cards that a value names, as far as they are to be seen: in a cell the first ones, on the card all of them as links. */
export function RelatedChips({ value, place }: { value: unknown; place: "cell" | "card" }) {
  const nameOf = useCardNames();
  const cards = asIds(value).flatMap((id): ShownCard[] => {
    const name = nameOf(id);
    return name ? [{ id, ...name }] : [];
  });
  if (place === "card") return <Links cards={cards} />;
  return (
    <span className={styles.tokens}>
      {cards.slice(0, inCell).map(({ id, name }) => (
        <RecordName key={id} name={name} size={16} look="chip" />
      ))}
      {cards.length > inCell && <span className={styles.rest}>+{cards.length - inCell}</span>}
    </span>
  );
}

function Links({ cards }: { cards: readonly ShownCard[] }) {
  const hrefOf = useCardHref();
  return (
    <span className={styles.tokens} data-wrap>
      {cards.map(({ id, name, typeId }) => (
        <RecordName key={id} name={name} href={hrefOf(id, typeId)} size={16} look="chip" />
      ))}
    </span>
  );
}
