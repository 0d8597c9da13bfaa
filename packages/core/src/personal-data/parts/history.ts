import * as z from "zod";
import { everyGuestIn } from "../../activities/meetings/guests-at.ts";
import { recordsOfCard } from "../../cards/index.ts";
import type { MergeDetails } from "../../cards/merges/rules.ts";
import { recordsById } from "../../data/replica/feed.ts";
import type { Change, JournalRecord, Values } from "../../data/journal.ts";
import { isOf } from "../../data/payloads.ts";
import { type Redact, redactJournal, redactRecords, withoutValues } from "../../data/redaction.ts";
import { recordsAbout } from "../../data/trail/about.ts";
import { openTrail } from "../../replicas.ts";
import type { BundleItem } from "../bundle/bundle.ts";
import { dropBytes, findFiles } from "../../files/index.ts";
import { type FileId, isId } from "../../kernel/id.ts";
import { eraseFiles } from "./files.ts";
import type { Erasure, PersonalDataPart, Person, Progress, Reader, Stretch } from "./part.ts";
import { shownValues } from "./readable.ts";

const recordIdsOf = async ({ orgId, cards }: Person): Promise<string[]> =>
  [...new Set((await Promise.all(cards.map(({ id }) => recordsOfCard(orgId, id)))).flat())].toSorted();

const readAtOnce = 100;
const columns = ["time", "person", "action", "origin", "value", "before", "after"] as const;

async function linesOf(person: Person, change: Change, record: JournalRecord, reader: Reader) {
  const { t, members } = reader;
  const typeId = isId("typ", change.subject.typeId) ? change.subject.typeId : undefined;
  const [before, after] = await Promise.all(
    [change.before, change.after].map((values) => shownValues(person.orgId, typeId, values ?? {}, reader)),
  );
  const by = members.find(({ userId }) => userId === record.actor.id)?.name ?? t.find(`audit.actor.${record.actor.kind}`);
  const head = {
    at: record.at,
    by: by ?? record.actor.kind,
    action: t.find(`audit.action.${change.action}`) ?? change.action,
    origin: t.find(`audit.origin.${record.origin}`) ?? record.origin,
  };
  const fieldIds = [...new Set([...(before ?? []), ...(after ?? [])].map(({ fieldId }) => fieldId))];
  const changed = fieldIds.map((fieldId) => {
    const [was, is] = [before, after].map((values) => values?.find((value) => value.fieldId === fieldId));
    return { field: was?.label ?? is?.label ?? fieldId, before: was?.text ?? "", after: is?.text ?? "" };
  });
  return { recordId: record.id, cardId: change.subject.id, ...head, changes: changed };
}

/** The position in the journal, and the findings so far. */
const Position = z.object({
  lastId: z.string(),
  redacted: z.number(),
  /** Deleted files that belonged to the person. */
  fileIds: z.array(z.string()),
  /** Tasks that were about the person. */
  activityIds: z.array(z.string()).default([]),
  /** Cards into which one of the person's was merged for a while: which of their fields held the person's values then. */
  borrowed: z.array(z.object({ cardId: z.string(), fieldIds: z.array(z.string()) })),
});

/** The journal's records about them: in the bundle with before and after, and redacted when they are erased. */
export const history: PersonalDataPart = {
  count: async (person) => (await recordIdsOf(person)).length,
  async *collect(person, reader): AsyncGenerator<BundleItem> {
    const ids = await recordIdsOf(person);
    const cardIds = new Set<string>(person.cards.map(({ id }) => id));
    const entries = [];
    for (let at = 0; at < ids.length; at += readAtOnce) {
      for (const record of await recordsById(person.orgId, ids.slice(at, at + readAtOnce)))
        for (const change of record.changes)
          if (cardIds.has(change.subject.id)) entries.push(await linesOf(person, change, record, reader));
    }
    const rows = entries.flatMap(({ at, by, action, origin, changes }) =>
      (changes.length > 0 ? changes : [{ field: "", before: "", after: "" }]).map(({ field, before, after }) => [
        at,
        by,
        action,
        origin,
        field,
        before,
        after,
      ]),
    );
    const { t } = reader;
    const header = columns.map((column) => t(`audit.column.${column}`));
    yield { kind: "table", name: "history", title: t("personalData.part.history"), header, rows, json: entries };
  },
  /** Goes through the whole journal: no index knows every record in which a value may occur. */
  async erase(erasure: Erasure, stretch: Stretch): Promise<Progress> {
    const from = Position.safeParse(stretch.position);
    const walk = new Walk(
      erasure,
      from.success ? from.data : { lastId: "", redacted: 0, fileIds: [], activityIds: [], borrowed: [] },
    );
    for await (const page of redactJournal(erasure.orgId, walk.position.lastId || null, (records) => walk.redactorFor(records))) {
      walk.passed(page);
      await stretch.save(walk.position);
      if (stretch.isOver()) return { done: false, afterSeconds: 0 };
    }
    return { done: true, count: walk.position.redacted };
  },
};

/** Records that something was erased, which contain nothing else. */
const ofErasure: ReadonlySet<string> = new Set(["card.erase", "personalData.erase", "replica.repair"]);

class Walk {
  readonly #erasure: Erasure;
  readonly #fileIds: Set<string>;
  readonly #activityIds: Set<string>;
  readonly #borrowed: Map<string, Set<string>>;
  #lastId: string;
  #redacted: number;

  constructor(erasure: Erasure, { lastId, redacted, fileIds, activityIds, borrowed }: z.infer<typeof Position>) {
    this.#erasure = erasure;
    this.#lastId = lastId;
    this.#redacted = redacted;
    this.#fileIds = new Set(fileIds);
    this.#activityIds = new Set(activityIds);
    this.#borrowed = new Map(borrowed.map(({ cardId, fieldIds: ids }) => [cardId, new Set(ids)]));
  }

  get position(): z.infer<typeof Position> {
    return {
      lastId: this.#lastId,
      redacted: this.#redacted,
      fileIds: [...this.#fileIds],
      activityIds: [...this.#activityIds],
      borrowed: [...this.#borrowed].map(([cardId, fieldIds]) => ({ cardId, fieldIds: [...fieldIds] })),
    };
  }

  passed({ lastId, redacted }: { lastId: string; redacted: number }): void {
    this.#lastId = lastId;
    this.#redacted += redacted;
  }

  async redactorFor(records: readonly JournalRecord[]): Promise<Redact> {
    const changes = records.flatMap((record) => record.changes);
    await this.#learnActivities(changes);
    await this.#learnFiles(changes);
    return (change) => this.#redact(change);
  }

  /** A deleted file that once belonged to the person, or to what hung on them, is theirs in every record, also in those from before it came to them. */
  async #learnFiles(changes: readonly Change[]): Promise<void> {
    const { orgId } = this.#erasure;
    const linked = changes
      .flatMap((change) => this.#filesNamedIn(change))
      .filter((fileId, at, all) => !this.#fileIds.has(fileId) && all.indexOf(fileId) === at);
    if (linked.length === 0) return;
    // The index by which the files were found may have been late.
    await eraseFiles(
      this.#erasure,
      [...(await findFiles(orgId, linked)).values()].filter((file) => this.#holdsFile(file)),
    );
    const others = await findFiles(orgId, linked);
    for (const fileId of linked) {
      if (others.has(fileId)) continue;
      await dropBytes(orgId, fileId);
      this.#fileIds.add(fileId);
      await redactRecords(orgId, recordsAbout(await openTrail(orgId), fileId), (change) => this.#redact(change));
    }
  }

  /** A file is uploaded to what it belongs to, or attached to it afterwards. */
  #filesNamedIn({ subject, before, after }: Change): FileId[] {
    const values = [before, after];
    if (subject.kind === "file")
      return isId("fil", subject.id) && values.some((held) => held && this.#holdsFile(held)) ? [subject.id] : [];
    if (!this.#activityIds.has(subject.id)) return [];
    const attached: unknown[] = values.flatMap((held) => held?.["attachments"] ?? []);
    return attached.flatMap((reference) => {
      const { fileId } = Object(reference) as { readonly fileId?: unknown }; // of a `FileReference`
      return isId("fil", fileId) ? [fileId] : [];
    });
  }

  #holdsFile({ cardId, activityId }: { readonly cardId?: unknown; readonly activityId?: unknown }): boolean {
    return this.#isTheirs(cardId) || (typeof activityId === "string" && this.#activityIds.has(activityId));
  }

  /** An activity that was once about the person is redacted in every record, also in those from before; of a meeting with them as a guest, the guests are. */
  async #learnActivities(changes: readonly Change[]): Promise<void> {
    const { orgId } = this.#erasure;
    for (const { subject, before, after } of changes) {
      if (subject.kind !== "activity" || this.#activityIds.has(subject.id)) continue;
      const values = [before, after];
      if (values.some((held) => this.#isTheirs(held?.["cardId"]))) this.#activityIds.add(subject.id);
      else {
        const known = this.#borrowed.get(subject.id) ?? new Set();
        const names = ["guests", "exceptions"].filter((name) => values.some((held) => this.#isInvited(name, held)));
        if (names.every((name) => known.has(name))) continue;
        this.#borrowed.set(subject.id, new Set([...known, ...names, "answers"]));
      }
      await redactRecords(orgId, recordsAbout(await openTrail(orgId), subject.id), (change) => this.#redact(change));
    }
  }

  #isTheirs(cardId: unknown): boolean {
    return isId("crd", cardId) && this.#erasure.cardIds.has(cardId);
  }

  /** Whether they are among the guests of a meeting, or of one of its times. */
  #isInvited(name: string, held: Values | null): boolean {
    return everyGuestIn({ [name]: held?.[name] }).some(({ cardId }) => this.#isTheirs(cardId));
  }

  #redact(change: Change): Change {
    const { subject, action } = change;
    if (ofErasure.has(action)) return change;
    if (isId("crd", subject.id) && this.#erasure.cardIds.has(subject.id)) return emptied(change);
    if (this.#fileIds.has(subject.id) || this.#activityIds.has(subject.id)) return emptied(change);
    if (isOf(change, ["card.merge", "card.unmerge"]) && change.details) return this.#redactMerge(change, change.details);
    const fieldIds = this.#borrowed.get(subject.id);
    return fieldIds ? withoutFields(change, fieldIds) : change;
  }

  /** For a surviving card that had one of the person's merged into it: redacts what it took over while they were merged. */
  #redactMerge(change: Change, details: MergeDetails): Change {
    const isTheirs = (cardId: string) => isId("crd", cardId) && this.#erasure.cardIds.has(cardId);
    if (!details.cards.some(({ id }) => isTheirs(id))) {
      const fieldIds = this.#borrowed.get(change.subject.id);
      return fieldIds ? withoutFields(change, fieldIds) : change;
    }
    const taken = Object.entries(details.sources).flatMap(([fieldId, sources]) => (sources.some(isTheirs) ? [fieldId] : []));
    const fieldIds = new Set([...taken, ...(this.#borrowed.get(change.subject.id) ?? [])]);
    if (change.action === "card.merge") this.#borrowed.set(change.subject.id, fieldIds);
    else this.#borrowed.delete(change.subject.id);
    const rest = withoutFields(change, fieldIds);
    const hasValues = details.cards.some(({ id, fields }) => isTheirs(id) && Object.keys(fields).length > 0);
    if (!hasValues) return rest;
    const cards = details.cards.map((card) => (isTheirs(card.id) ? { ...card, fields: {} } : card));
    return { ...rest, details: { ...details, cards }, erased: true };
  }
}

const emptied = (change: Change): Change =>
  change.before === null && change.after === null && change.details === undefined ? change : withoutValues(change);

function withoutFields(change: Change, fieldIds: ReadonlySet<string>): Change {
  const names = [...Object.keys(change.before ?? {}), ...Object.keys(change.after ?? {})];
  if (!names.some((name) => fieldIds.has(name))) return change;
  const rest = (values: Values | null): Values | null =>
    values && Object.fromEntries(Object.entries(values).filter(([fieldId]) => !fieldIds.has(fieldId)));
  return { ...change, before: rest(change.before), after: rest(change.after), erased: true };
}
