import { Skeleton, SkeletonRows, Waiting } from "../../../ui/feedback/Skeleton.tsx";
import styles from "./card.module.css";

/** Head, fields and history of a card that is not here yet, each where it will be. */
export function CardSkeleton() {
  return (
    <div className={styles.page}>
      <Waiting className={styles.header}>
        <Skeleton width="34px" height="34px" radius="8px" />
        <Skeleton width="180px" height="16px" />
        <Skeleton width="84px" height="22px" radius="11px" />
      </Waiting>
      <div className={styles.body}>
        <div className={styles.fields}>
          <FieldsSkeleton />
        </div>
        <div className={styles.timeline}>
          <HistorySkeleton />
        </div>
      </div>
    </div>
  );
}

/** Labels with values beside them. */
export function FieldsSkeleton() {
  return <SkeletonRows rows={12} columns={["96px", "1fr"]} rowHeight="30px" isPlain />;
}

/** Placeholder of a card's history, one entry below the other. */
export function HistorySkeleton() {
  return <SkeletonRows rows={6} columns={["24px", "3fr", "64px"]} rowHeight="48px" isPlain />;
}
