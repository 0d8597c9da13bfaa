import { Skeleton, SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import filters from "../filters/filters.module.css";
import header from "./ListHeader.module.css";
import styles from "./CardList.module.css";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";

/** A list whose type or view is not known yet: its bands, and rows under them. */
export function ListSkeleton() {
  return (
    <div className={styles.list}>
      <div className={header.header} aria-hidden="true">
        <Skeleton width="84px" />
        <span className={styles.gap} />
        <Skeleton width="96px" />
      </div>
      <div className={filters.bar} aria-hidden="true">
        <Skeleton width="72px" height="24px" radius="6px" />
      </div>
      <RowsSkeleton />
    </div>
  );
}

/** The rows of a list: under a head as high as a table's, or two lines each on a phone. */
export function RowsSkeleton() {
  const isPhone = useIsPhone();
  if (isPhone) return <SkeletonRows rows={9} columns={["36px", "1fr", "64px"]} rowHeight="68px" />;
  return (
    <>
      <div className={styles.head} aria-hidden="true" />
      <SkeletonRows rows={18} columns={["24px", "1.6fr", "1fr", "1fr", "0.7fr"]} />
    </>
  );
}
