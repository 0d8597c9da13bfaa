import styles from "./Avatar.module.css";
import { useHueOfPerson } from "./hue.ts";
import { initials } from "./initials.ts";

interface AvatarProps {
  name: string;
  imageUrl?: string | undefined;
}

/** A person: round, in the person's own color. The name stands beside it, so the picture itself is hidden from assistive technology. */
export function PersonAvatar({
  userId,
  name,
  imageUrl,
  size = 20,
}: AvatarProps & { userId: string; size?: 16 | 20 | 24 | 28 | 32 | 48 }) {
  return (
    <span
      className={styles.avatar}
      data-shape="person"
      data-initials={imageUrl ? undefined : initials(name)}
      data-size={size}
      data-hue={useHueOfPerson(userId)}
      aria-hidden="true"
    >
      {imageUrl && <img src={imageUrl} alt="" />}
    </span>
  );
}

/** A record: square, always slate. */
export function RecordAvatar({ name, imageUrl, size = 20 }: AvatarProps & { size?: 16 | 20 | 24 | 32 | 40 }) {
  return (
    <span
      className={styles.avatar}
      data-shape="record"
      data-initials={imageUrl ? undefined : initials(name)}
      data-size={size}
      data-hue="slate"
      aria-hidden="true"
    >
      {imageUrl && <img src={imageUrl} alt="" />}
    </span>
  );
}

/** At most three people overlapping, then +n. */
export function People({
  people,
  size = 24,
}: {
  people: readonly { id: string; name: string; avatarUrl?: string }[];
  size?: 20 | 24;
}) {
  const rest = people.length - 3;
  return (
    <span className={styles.people}>
      {people.slice(0, 3).map((person) => (
        <PersonAvatar key={person.id} userId={person.id} name={person.name} imageUrl={person.avatarUrl} size={size} />
      ))}
      {rest > 0 && <span className={styles.rest}>+{rest}</span>}
    </span>
  );
}
