import { consumer } from "@kartis/core/data/consumer.ts";
import { dropBytes } from "@kartis/core/files/index.ts";
import { isId } from "@kartis/core/kernel/id.ts";

/** The bytes of a deleted file go after its record exists: whatever crashes in between, they go in the end. */
export const handler = consumer({
  name: "files-on-deleted",
  on: ["file.delete"],
  async run({ orgId, changes }) {
    for (const { action, subject } of changes) {
      if (action === "file.delete" && isId("fil", subject.id)) await dropBytes(orgId, subject.id);
    }
  },
});
