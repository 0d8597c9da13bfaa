import { useT } from "../../lib/i18n.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import { RecordName } from "../records/RecordName.tsx";
import styles from "./audit.module.css";
import { type Named, usePlaces } from "./places.ts";

/** Name of a change's subject, linked if it has a page of its own. */
export function SubjectName({ of }: { of: Named }) {
  const t = useT();
  const placeOf = usePlaces();
  if (!of.subject) return null;
  const kind = t.find(`audit.kind.${of.subject.kind}`) ?? of.subject.kind;
  const { name, href } = placeOf(of);
  return (
    <>
      <span className={styles.kind}>{kind}</span>
      {of.subject.kind === "card" ? (
        <RecordName name={name} href={href} />
      ) : (
        name && (href ? <Link href={href}>{name}</Link> : <bdi className={styles.text}>{name}</bdi>)
      )}
    </>
  );
}
