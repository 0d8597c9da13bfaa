import { Skeleton, Waiting } from "../../../ui/feedback/Skeleton.tsx";
import styles from "./board.module.css";

/** Number of cards in each lane of the skeleton: as on real boards, fewer towards the end. */
const lanes = [4, 3, 3, 2, 2, 1, 1];

/** Lanes in their width with cards in their height, in the place of a board. */
export function BoardSkeleton() {
  return (
    <Waiting className={styles.board}>
      {lanes.map((cards, lane) => (
        // Neither lanes nor cards have an identity: they are drawn once and replaced together.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={lane} className={styles.lane} aria-hidden="true">
          <div className={styles.head}>
            <Skeleton width="8px" height="8px" />
            <Skeleton width="72px" />
          </div>
          <div className={styles.cards}>
            {Array.from({ length: cards }, (_, card) => (
              // oxlint-disable-next-line react/no-array-index-key
              <div key={card} className={styles.card}>
                <span className={styles.line}>
                  <Skeleton width={`${60 + ((lane * 17 + card * 23) % 35)}%`} />
                </span>
                <span className={styles.line}>
                  <Skeleton width="40%" />
                </span>
                <span className={styles.line}>
                  <Skeleton width="28%" />
                </span>
              </div>
            ))}
          </div>
        </div>
      ))}
    </Waiting>
  );
}
