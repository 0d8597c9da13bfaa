import { Skeleton, Waiting } from "../../../ui/feedback/Skeleton.tsx";
import styles from "./TasksPage.module.css";

/** The list before its tasks: two groups, with everything where it will be. */
export function TaskSkeleton() {
  return (
    <Waiting className={styles.skeleton}>
      {[4, 6].map((rows) => (
        <div key={rows}>
          <div className={styles.skeletonHead}>
            <Skeleton width="120px" />
          </div>
          {Array.from({ length: rows }, (_, row) => (
            // Rows have no identity: they are drawn once and replaced together.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={row} className={styles.skeletonRow}>
              <Skeleton width="16px" height="16px" />
              <Skeleton width={`${32 + ((row * 17) % 30)}%`} />
              <Skeleton width="56px" />
            </div>
          ))}
        </div>
      ))}
    </Waiting>
  );
}
