import type { OrgId } from "../kernel/id.ts";
import { messageTemplateEntity } from "./entity.ts";
import type { TemplateRef } from "./schema.ts";

/** Which templates have files: file → templates, strongly consistent. Apart from the store, so that a function that only deletes brings none of the built-in texts. */
export async function templatesHolding(orgId: OrgId): Promise<Map<string, TemplateRef[]>> {
  const query = messageTemplateEntity().query.main({ orgId, partOf: "messageTemplate" });
  const { data } = await query.go({ consistent: true, pages: "all", attributes: ["templateId", "attachments"] });
  const holders = new Map<string, TemplateRef[]>();
  for (const { templateId, attachments } of data) {
    const files: readonly unknown[] = Array.isArray(attachments) ? attachments : [];
    for (const file of files) {
      const fileId = String(Object(file).fileId);
      holders.set(fileId, [...(holders.get(fileId) ?? []), templateId as TemplateRef]); // as it was written
    }
  }
  return holders;
}
