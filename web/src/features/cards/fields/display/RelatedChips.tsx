import { RecordAvatar } from "../../../../ui/display/Avatar.tsx";
import { Link } from "../../../../ui/actions/Link.tsx";
import { useCardNames } from "../../card-names.ts";
import { useCardTypes } from "../../types.ts";
import styles from "./Display.module.css";
import { asIds } from "../values.ts";

interface ShownCard {
  id: string;
  name: string;
  typeId: string;
}

/** How many records a cell has room for. */
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
      {cards.slice(0, inCell).map((card) => (
        <Record key={card.id} card={card} />
      ))}
      {cards.length > inCell && <span className={styles.rest}>+{cards.length - inCell}</span>}
    </span>
  );
}

function Record({ card }: { card: ShownCard }) {
  return (
    <span className={styles.record}>
      <RecordAvatar name={card.name} size={16} />
      <bdi className={styles.text}>{card.name}</bdi>
    </span>
  );
}

function Links({ cards }: { cards: readonly ShownCard[] }) {
  const { types } = useCardTypes();
  return (
    <span className={styles.tokens} data-wrap>
      {cards.map((card) => {
        const slug = types?.find(({ id }) => id === card.typeId)?.slug;
        return slug ? (
          <Link key={card.id} href={`/cards/${slug}/${card.id}`}>
            <Record card={card} />
          </Link>
        ) : (
          <Record key={card.id} card={card} />
        );
      })}
    </span>
  );
}
