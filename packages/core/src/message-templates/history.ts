import { commit, commitContextOf } from "../data/commit.ts";
import { instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { procedure } from "../kernel/procedure.ts";
import { livingAttachments } from "./attachments/accept.ts";
import { feature, reached, shownTo, typeOf } from "./reach.ts";
import {
  RestoreTemplateInput,
  type SavedTemplate,
  TemplateRefInput,
  type TemplateUsage,
  type TemplateVersion,
  type VersionContent,
  VersionRefInput,
} from "./schema.ts";
import { allLanguagesIn, templateWrite, withValues } from "./store.ts";
import { requireUses } from "./undoing.ts";
import { usageOf } from "./usage.ts";
import { versionAt, versionsOf } from "./versions.ts";

export const versions = procedure({
  name: "templates.versions",
  kind: "query",
  input: TemplateRefInput,
  can: ["TEMPLATES", "read"],
  feature,
  /** Who changed it and when, latest first; a hundred at most. */
  async run({ templateId }, context): Promise<{ rows: TemplateVersion[] }> {
    const known = await versionsOf(context.principal.orgId, await reached(context, templateId));
    return { rows: known.map(({ version }) => version) };
  },
});

export const version = procedure({
  name: "templates.version",
  kind: "query",
  input: VersionRefInput,
  can: ["TEMPLATES", "read"],
  feature,
  /** The template as it was after the record. */
  async run({ templateId, recordId }, context): Promise<VersionContent> {
    const template = await reached(context, templateId);
    const known = await versionAt(context.principal.orgId, template, recordId);
    if (!known) throw new KartisError("NOT_FOUND");
    const at = instant(context.clock);
    const then = withValues(template, allLanguagesIn(known.values), at);
    const { name, format, cardTypeId, roleId, isOn, texts } = then;
    const attachments = await livingAttachments(context.principal.orgId, then.attachments);
    return { ...known.version, name, format, cardTypeId, roleId, isOn, texts, attachments };
  },
});

export const restore = procedure({
  name: "templates.restore",
  kind: "mutation",
  input: RestoreTemplateInput,
  can: ["TEMPLATES", "update"],
  feature,
  /**
   * Makes it what it was after the record, without files that have been deleted since: a change like any other, which can be undone. Throws CONFLICT when somebody changed it since the caller has read it,
   * INVALID_INPUT for a text that names a variable which no longer exists, PRECONDITION_FAILED when the type or the role it was for is gone.
   */
  async run({ templateId, recordId, expectedVersion }, context): Promise<SavedTemplate> {
    const { orgId } = context.principal;
    const { acceptTexts } = await import("./check.ts");
    const { result, records } = await commit(commitContextOf(context), async (at) => {
      const current = await reached(context, templateId);
      if (expectedVersion !== undefined && current.version !== expectedVersion)
        throw new KartisError("CONFLICT", { fields: { texts: "validation.changedMeanwhile" } });
      const known = await versionAt(orgId, current, recordId);
      if (!known) throw new KartisError("NOT_FOUND");
      const restored = withValues(current, allLanguagesIn(known.values), at);
      await requireUses(orgId, restored);
      const texts = acceptTexts(restored.texts, {}, restored, await typeOf(context, restored.cardTypeId), at);
      const attachments = await livingAttachments(orgId, restored.attachments);
      const written = templateWrite(orgId, current, { ...restored, texts, attachments });
      if (!written) return { writes: [], records: [], result: current };
      return { writes: [written.write], records: [{ changes: [written.change] }], result: written.template };
    });
    return { ...(await shownTo(context))(result), recordId: records[0]?.id ?? null };
  },
});

export const usage = procedure({
  name: "templates.usage",
  kind: "query",
  input: TemplateRefInput,
  can: ["TEMPLATES", "read"],
  feature,
  /** What it is used for: numbers of the whole organization, without saying whose or of what. */
  async run({ templateId }, context): Promise<TemplateUsage> {
    return usageOf(context.principal.orgId, await reached(context, templateId), context.clock);
  },
});
