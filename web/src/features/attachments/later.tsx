import { withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { Skeleton, Waiting } from "../../ui/feedback/Skeleton.tsx";

/** Comes with its words, when there are files; their place is there at once. */
export const AttachedFiles = later(
  async () => (await withWords(["files"], import("./AttachedFiles.tsx"))).AttachedFiles,
  <Waiting>
    <Skeleton width="180px" height="24px" />
  </Waiting>,
);
