import { translator, type Translate } from "@kartis/i18n/translate.ts";
import { cardTypesOf, relatedNames, scopeFor } from "../cards/index.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { type FieldContext, isEmpty, settingsOf } from "../cards/rules.ts";
import type { CardNames, CardType, Field } from "../cards/schema.ts";
import { recordsById } from "../data/replica/feed.ts";
import type { Change, JournalRecord } from "../data/journal.ts";
import { byteOrderMark, csvRecord } from "../exports/index.ts";
import { storeLines } from "../files/index.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { isId } from "../kernel/id-form.ts";
import { inWords } from "../kernel/preset-names.ts";
import { requireRight } from "../kernel/procedure.ts";
import { wordsOf } from "../words.ts";
import { findOrganization, type Member, membersOf, namesOf } from "../organizations/index.ts";
import { amendOperation, type RunningOperation } from "../operations/index.ts";
import { findUser } from "../users/index.ts";
import { allRecords } from "./find.ts";
import { auditRight } from "./right.ts";
import { auditOperation } from "./schema.ts";
import { seenOf, sightOf } from "./seen.ts";

const readAtOnce = 100;
const columns = [
  "time",
  "person",
  "action",
  "origin",
  "kind",
  "subject",
  "subjectId",
  "value",
  "before",
  "after",
  "record",
] as const;

interface Words {
  readonly t: Translate;
  readonly types: readonly CardType[];
  readonly members: readonly Member[];
  /** Names of members, and of people who came through a parent. */
  readonly names: ReadonlyMap<string, string>;
  readonly settings: Omit<FieldContext, "cardName">;
}

/**
 * Writes the selected records as a CSV, newest first, a line for each value that changed (one for a record without any), in the reader's language, and finishes
 * the operation. Done in one run, and restarted from the beginning after a crash.
 */
export async function runAuditExport(operation: RunningOperation, actor: Actor, clock: Clock): Promise<boolean> {
  const { orgId, userId } = operation;
  const filter = auditOperation.jobOf(operation);
  const { principal, level } = requireRight(auditRight, { actor, clock });
  const [scope, sight] = await Promise.all([scopeFor(principal, level), sightOf({ principal })]);
  const [stored, organization, members, names, user] = await Promise.all([
    cardTypesOf(orgId),
    findOrganization(orgId),
    membersOf(orgId),
    namesOf(orgId),
    findUser(userId),
  ]);
  if (!organization || !user) throw new KartisError("NOT_FOUND");
  const { currency, region } = organization;
  const templateWords = await wordsOf(user.language);
  const types = inWords(stored, templateWords);
  const words: Words = {
    t: await translator(user.language, { isolates: false }),
    types,
    members,
    names,
    settings: { currency, region },
  };
  const ids = await allRecords(orgId, filter, scope);
  async function* lines() {
    yield byteOrderMark + csvRecord(columns.map((column) => words.t(`audit.column.${column}`)));
    for (let at = 0; at < ids.length; at += readAtOnce) {
      const records = (await recordsById(orgId, ids.slice(at, at + readAtOnce))).toReversed();
      const changes = records.flatMap((record) => record.changes);
      const [seen, related] = await Promise.all([
        seenOf(orgId, sight, changes),
        relatedNames(orgId, sight.cards, changes.flatMap(namedBy)),
      ]);
      yield records
        .map((record) => recordLines({ ...record, changes: inWords(record.changes.map(seen), templateWords) }, related, words))
        .join("");
    }
  }
  const fileId = await storeLines(operation, "audit", "audit.csv", lines(), clock);
  await amendOperation(operation, {
    state: "done",
    total: ids.length,
    done: ids.length,
    ...(fileId ? { resultFileId: fileId } : {}),
  });
  return true;
}

const namedBy = ({ subject, before, after }: Change) =>
  subject.kind === "card" ? [{ about: [subject.id] }, before ?? {}, after ?? {}] : [];

function recordLines(record: JournalRecord, related: CardNames, words: Words): string {
  const { t, names } = words;
  const { actor } = record;
  const person = names.get(actor.id) ?? t.find(`audit.actor.${actor.kind}`) ?? actor.kind;
  const actorName = actor.impersonatedBy ? t("audit.bySupport", { name: person }) : person;
  const of = (change: Change): string => {
    const { subject } = change;
    const head = [
      record.at,
      actorName,
      t.find(`audit.action.${change.action}`) ?? change.action,
      t.find(`audit.origin.${record.origin}`) ?? record.origin,
      t.find(`audit.kind.${subject.kind}`) ?? subject.kind,
      nameOf(change, related, words) ?? "",
      subject.id,
    ];
    const changed = valuesOf(change, related, words);
    const rows = changed.length > 0 ? changed : [["", "", ""]];
    return rows.map((values) => csvRecord([...head, ...values, record.id])).join("");
  };
  return record.changes.map(of).join("");
}

function nameOf({ subject, before, after }: Change, related: CardNames, { types, members }: Words): string | undefined {
  if (isId("crd", subject.id) && related[subject.id]) return related[subject.id]?.name;
  const known = types.find(({ id }) => id === subject.id)?.name ?? members.find(({ userId }) => userId === subject.id)?.name;
  const name = known ?? after?.["name"] ?? before?.["name"] ?? after?.["title"];
  return typeof name === "string" ? name : undefined;
}

/** Lines of a change: field name, value before, value after. */
function valuesOf({ subject, before, after, erased }: Change, related: CardNames, words: Words): string[][] {
  const type = subject.kind === "card" ? words.types.find(({ id }) => id === subject.typeId) : undefined;
  const keys = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (erased && keys.length === 0) return [[words.t("audit.erased"), "", ""]];
  return keys.flatMap((key) => {
    const [was, is] = [before?.[key], after?.[key]];
    const field = type?.fields.find(({ id }) => id === key);
    if (field) return [[field.label, fieldText(field, was, related, words), fieldText(field, is, related, words)]];
    if (isEmpty(was) && isEmpty(is)) return [];
    return [[words.t.find(`audit.value.${key}`) ?? key, plainText(was), plainText(is)]];
  });
}

function fieldText(field: Field, value: unknown, related: CardNames, { members, settings }: Words): string {
  if (isEmpty(value) || definitionOf(field.type).secret) return "";
  if (field.type === "user") return members.find((member) => member.userId === value)?.email ?? "";
  const context: FieldContext = { ...settings, cardName: (cardId) => related[cardId]?.name };
  return definitionOf(field.type).toText(value, settingsOf(field, context));
}

const plainText = (value: unknown): string =>
  isEmpty(value) ? "" : typeof value === "string" ? value : (JSON.stringify(value) ?? "");
