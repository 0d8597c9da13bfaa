import { consumer } from "@kartis/core/data/consumer.ts";
import { dropBytes } from "@kartis/core/files/index.ts";

/** The bytes of a deleted file go after its record exists: whatever crashes in between, they go in the end. */
export const handler = consumer({
  name: "files-on-deleted",
  on: ["file.delete"],
  async run({ orgId, changes }) {
    for (const { subject } of changes) await dropBytes(orgId, subject.id);
  },
});
