import { createHash } from "node:crypto";
import * as z from "zod";
import type { Clock } from "../../kernel/clock.ts";
import type { OrgId } from "../../kernel/id.ts";
import { mappingEntity } from "../entity.ts";
import { type Importable, problemOf } from "../rules.ts";
import { type ImportSettings, importModes, MappingSchema, type Suggestion } from "../schema.ts";
import { foldHeader, suggestMapping } from "./suggest.ts";
import { epochSeconds } from "../../kernel/clock.ts";

const keptSeconds = 2 * 365 * 86_400;

const signatureOf = (headers: readonly string[]): string =>
  createHash("sha256")
    .update(JSON.stringify(headers.map(foldHeader)))
    .digest("base64url");

const Remembered = z.object({ mapping: MappingSchema, mode: z.enum(importModes), matchFieldId: z.string().optional() });

/**
 * Stores how the file is imported for the next one with the same headers. A convenience for the organization's people, not a change of its data, so it has no
 * record.
 */
export async function rememberMapping(
  orgId: OrgId,
  typeId: string,
  headers: readonly string[],
  { mapping, mode, matchFieldId }: ImportSettings,
  clock: Clock,
): Promise<void> {
  await mappingEntity()
    .put({
      orgId,
      typeId,
      signature: signatureOf(headers),
      mapping,
      mode,
      ...(matchFieldId ? { matchFieldId } : {}),
      expiresAt: epochSeconds(clock.now()) + keptSeconds,
    })
    .go();
}

/** The mapping last used for these headers, as far as its fields still exist; otherwise a suggestion based on the headers. */
export async function suggestionFor(orgId: OrgId, target: Importable, headers: readonly string[]): Promise<Suggestion> {
  const guessed: Suggestion = { mapping: suggestMapping(target, headers), remembered: false, mode: "create", matchFieldId: null };
  const { data } = await mappingEntity()
    .get({ orgId, typeId: target.id, signature: signatureOf(headers) })
    .go();
  const remembered = Remembered.safeParse(data);
  if (!remembered.success) return guessed;
  const { mode, matchFieldId } = remembered.data;
  const mapping = remembered.data.mapping
    .filter(({ column }) => column < headers.length)
    .map((entry) => (target.fields.some(({ id }) => id === entry.fieldId) ? entry : { column: entry.column, fieldId: null }));
  if (problemOf(target, { mapping, mode, ...(matchFieldId ? { matchFieldId } : {}) })) return guessed;
  return { mapping, remembered: true, mode, matchFieldId: matchFieldId ?? null };
}
