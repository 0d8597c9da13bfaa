import { translator } from "@kartis/i18n/translate.ts";
import { cardTypesOf, readScopeOf } from "../cards/index.ts";
import { commit } from "../data/commit.ts";
import { storeFile } from "../files/index.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { inWords } from "../kernel/preset-names.ts";
import { requireRight } from "../kernel/procedure.ts";
import { wordsOf } from "../words.ts";
import { findOrganization, membersOf } from "../organizations/index.ts";
import { amendOperation, type RunningOperation } from "../operations/index.ts";
import { findUser } from "../users/index.ts";
import { bundleEntries, type BundleItem } from "./bundle/bundle.ts";
import { zip } from "./bundle/zip.ts";
import type { Person, Reader } from "./parts/part.ts";
import { namedParts } from "./parts/registry.ts";
import { personOf } from "./person.ts";
import { requireWhole, right } from "./right.ts";
import { personExportOperation } from "./schema.ts";

/**
 * Writes the bundle about a person in the language of the person who asked, finishes the operation, and records the export. Done in one run, and restarted from
 * the beginning after a crash.
 */
export async function runPersonExport(operation: RunningOperation, actor: Actor, clock: Clock): Promise<boolean> {
  const { orgId, userId, operationId } = operation;
  const { cardId } = personExportOperation.jobOf(operation);
  const admitted = requireRight(right, { actor, clock });
  requireWhole(admitted);
  const [person, stored, organization, members, user] = await Promise.all([
    personOf(orgId, cardId),
    cardTypesOf(orgId),
    findOrganization(orgId),
    membersOf(orgId),
    findUser(userId),
  ]);
  if (!organization || !user) throw new KartisError("NOT_FOUND");
  const { currency, region } = organization;
  const t = await translator(user.language, { isolates: false });
  const types = inWords(stored, await wordsOf(user.language));
  const scope = await readScopeOf(admitted);
  const reader: Reader = { t, types, members, settings: { currency, region }, scope };
  const [card] = person.cards;
  const { name } = card.fields;
  const cover = {
    language: user.language,
    title: typeof name === "string" ? name : "",
    made: t("personalData.bundle.made", { organization: organization.name, at: instant(clock) }),
    filesTitle: t("personalData.part.files"),
  };
  const archive = zip(bundleEntries(itemsOf(person, reader), cover), clock.now());
  const fileId = await storeFile(operation, "personalData", "personal-data.zip", "application/zip", archive, clock);
  await commit(
    {
      orgId,
      actor,
      clock,
      requestId: operationId,
      origin: "system",
      ledger: { consumer: "personal-data", recordId: operationId },
    },
    async () => ({
      writes: [],
      records: [
        {
          changes: [
            {
              action: "personalData.export",
              subject: { kind: "card", id: card.id, typeId: card.typeId },
              version: card.version,
              before: null,
              after: null,
            },
          ],
        },
      ],
      result: undefined,
    }),
  );
  await amendOperation(operation, { state: "done", total: 1, done: 1, ...(fileId ? { resultFileId: fileId } : {}) });
  return true;
}

async function* itemsOf(person: Person, reader: Reader): AsyncGenerator<BundleItem> {
  for (const [, part] of namedParts) if (part.collect) yield* part.collect(person, reader);
}
