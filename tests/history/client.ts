import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type Draw, drawOf } from "@kartis/local/faults/fates.ts";
import * as z from "zod";
import type { History, Outcome } from "./history.ts";
import { type Machine, type ProcessName, processes } from "./machine.ts";

const Card = z.object({
  id: z.string(),
  version: z.number(),
  fields: z.record(z.string(), z.unknown()),
  trashedAt: z.string().nullable(),
});
const Changed = Card.extend({ recordId: z.string().nullable() });
const Task = z.object({ id: z.string() });
const List = z.object({ rows: z.array(Card), total: z.number() });
const Upload = z.object({ fileId: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) });
type Card = z.infer<typeof Card>;

/** The data that all clients share. */
export interface World {
  readonly machine: Machine;
  readonly history: History;
  readonly cookie: string;
  readonly seed: number;
  readonly orgId: string;
  readonly typeId: string;
  /** A relation to cards of the same type. */
  readonly relationId: string;
  /** One text field for each client, which no other writes. */
  readonly ownFieldIds: readonly string[];
  /** Cards whose id some client has learned. */
  readonly cardIds: string[];
  /** Tasks whose id some client has learned. */
  readonly taskIds: string[];
  /** Cards somebody tried to merge: their fields may be another's. */
  readonly merged: Set<string>;
}

/** A client's own record of its changes to a card. */
interface Own {
  /** The newest version it was answered. */
  readonly version: number;
  /** Value of its own field. */
  readonly value: unknown;
  /** Values that may have been written, without the client ever learning it; a server that gave up on the answer may still be working. */
  readonly perhaps: readonly unknown[];
}

const requestTimeoutMs = 35_000;
/** A process that was killed takes a second or more to come back. */
const untilBackMs = 100;

/**
 * A client that works without a pause, at each step with another process. Everything it does and is answered goes into the history; whatever process it asks,
 * its reads must contain everything that was acknowledged to it.
 */
export class Client {
  readonly #world: World;
  readonly #number: number;
  readonly #own = new Map<string, Own>();
  #step = 0;

  constructor(world: World, number: number) {
    this.#world = world;
    this.#number = number;
  }

  /** Works until it is stopped. */
  async work(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const draw = drawOf(this.#world.seed, `client ${this.#number}`, ++this.#step);
      await this.#act(draw, processes[Math.floor(draw("process") * processes.length)] ?? "cloud");
    }
  }

  #act(draw: Draw, at: ProcessName): Promise<void> {
    const choice = draw("action");
    if (choice < 0.14 || this.#world.cardIds.length < 6) return this.#create(at);
    if (choice < 0.42) return this.#update(draw, at);
    if (choice < 0.5) return this.#link(draw, at);
    if (choice < 0.53) return this.#merge(draw, at);
    if (choice < 0.58) return this.#trash("cards.remove", draw, at);
    if (choice < 0.64) return this.#trash("cards.restore", draw, at);
    if (choice < 0.66) return this.#import(draw, at);
    if (choice < 0.74) return this.#task(draw, at);
    if (choice < 0.84) return this.#read(draw, at);
    return this.#list(draw, at);
  }

  #someCard = (draw: Draw, which = "card") => this.#world.cardIds[Math.floor(draw(which) * this.#world.cardIds.length)] ?? "";
  get #ownFieldId(): string {
    return this.#world.ownFieldIds[this.#number] ?? "";
  }

  async #create(at: ProcessName): Promise<void> {
    const value = `${this.#number}.${this.#step}`;
    const fields = { name: `Card ${value}`, [this.#ownFieldId]: value };
    const card = this.#done(await this.#call(at, "cards.create", { typeId: this.#world.typeId, fields }));
    if (!card) return;
    this.#own.set(card.id, { version: card.version, value, perhaps: [] });
    this.#world.cardIds.push(card.id);
  }

  async #update(draw: Draw, at: ProcessName): Promise<void> {
    const cardId = this.#someCard(draw);
    const own = this.#own.get(cardId);
    const value = `${this.#number}.${this.#step}`;
    const outcome = await this.#call(at, "cards.update", {
      cardId,
      fields: { [this.#ownFieldId]: value },
      // Who has read the card says so; nobody else writes the field, so that nothing clashes but one's own lost answers.
      ...(own && draw("expects") < 0.3 ? { expectedVersion: own.version } : {}),
    });
    const card = this.#done(outcome);
    if (card) this.#own.set(cardId, { version: card.version, value, perhaps: own?.perhaps ?? [] });
    else if (outcome.kind === "unknown")
      this.#own.set(cardId, { version: own?.version ?? 0, value: own?.value, perhaps: [...(own?.perhaps ?? []), value] });
  }

  async #link(draw: Draw, at: ProcessName): Promise<void> {
    const [cardId, targetId] = [this.#someCard(draw), this.#someCard(draw, "target")];
    if (cardId === targetId) return;
    const procedure = draw("unlink") < 0.25 ? "cards.unlink" : "cards.link";
    this.#seen(this.#done(await this.#call(at, procedure, { cardId, fieldId: this.#world.relationId, targetId })));
  }

  async #merge(draw: Draw, at: ProcessName): Promise<void> {
    const [survivorId, otherId] = [this.#someCard(draw), this.#someCard(draw, "other")];
    if (survivorId === otherId) return;
    this.#world.merged.add(survivorId).add(otherId);
    this.#seen(this.#done(await this.#call(at, "cards.merge", { survivorId, otherIds: [otherId] })));
  }

  async #trash(procedure: "cards.remove" | "cards.restore", draw: Draw, at: ProcessName): Promise<void> {
    this.#seen(this.#done(await this.#call(at, procedure, { cardId: this.#someCard(draw) })));
  }

  /** Of tasks every answer has to be true, and what they take of the plan to be what is there. */
  async #task(draw: Draw, at: ProcessName): Promise<void> {
    const { taskIds } = this.#world;
    const taskId = taskIds[Math.floor(draw("task") * taskIds.length)];
    const choice = draw("what of a task");
    if (taskId === undefined || choice < 0.35) {
      const made = await this.#call(at, "tasks.create", { title: `Task ${this.#number}.${this.#step}`, due: "2030-01-01" });
      if (made.kind === "ok") taskIds.push(Task.parse(made.data).id);
    } else if (choice < 0.6) await this.#call(at, "tasks.update", { taskId, done: draw("done") < 0.5 });
    else await this.#call(at, choice < 0.8 ? "tasks.remove" : "tasks.restore", { taskId });
  }

  async #import(draw: Draw, at: ProcessName): Promise<void> {
    const names = Array.from(
      { length: 3 + Math.floor(draw("rows") * 40) },
      (_, row) => `Row ${this.#number}.${this.#step}.${row}`,
    );
    const content = `Name\n${names.join("\n")}\n`;
    const prepared = await this.#call(at, "imports.createUpload", { fileName: "rows.csv", bytes: content.length });
    if (prepared.kind !== "ok") return;
    const { fileId, url, fields } = Upload.parse(prepared.data);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob([content]));
    const isUploaded = await fetch(url, { method: "POST", body: form }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (!isUploaded) return;
    const requestId = randomUUID();
    const mapping = [{ column: 0, fieldId: "name" }];
    const outcome = await this.#call(at, "imports.start", { typeId: this.#world.typeId, fileId, mapping }, requestId);
    this.#world.history.imports.push({ requestId, fileId, names, outcome: outcome.kind });
  }

  /** Reads by key, from the table. */
  async #read(draw: Draw, at: ProcessName): Promise<void> {
    const cardId = this.#ownCard(draw);
    const outcome = await this.#call(at, "cards.get", { id: cardId });
    if (outcome.kind === "ok") this.#check("reads", at, Card.parse(outcome.data));
    else if (outcome.kind === "refused" && outcome.code === "NOT_FOUND" && this.#own.has(cardId))
      this.#accuse(`in ${at} ${cardId} is not found`);
  }

  /** Reads from the replica of that process. */
  async #list(draw: Draw, at: ProcessName): Promise<void> {
    const cardId = this.#ownCard(draw);
    const filter = { fieldId: this.#ownFieldId, operator: "EXISTS" };
    const outcome = await this.#call(at, "cards.search", {
      cardTypeId: this.#world.typeId,
      filter,
      limit: 200,
      sort: [{ fieldId: "updatedAt", direction: "desc" }],
    });
    if (outcome.kind !== "ok") return;
    const { rows, total } = List.parse(outcome.data);
    const row = rows.find(({ id }) => id === cardId);
    if (row) this.#check("lists", at, row);
    // Others may have deleted or merged it; a card that is whole and was never in their hands is there.
    else if (this.#own.has(cardId) && total <= rows.length && !this.#world.merged.has(cardId))
      await this.#requireGone(cardId, at);
  }

  /** A card that a list left out is in the trash, or never had a value in the field that was asked for. */
  async #requireGone(cardId: string, at: ProcessName): Promise<void> {
    const outcome = await this.#call(at, "cards.get", { id: cardId });
    if (outcome.kind !== "ok") return;
    const { trashedAt, fields, version } = Card.parse(outcome.data);
    const touched = this.#world.history.attempts.some(
      ({ procedure, input }) =>
        (procedure === "cards.remove" || procedure === "cards.restore") && (input as { cardId?: string }).cardId === cardId,
    );
    if (trashedAt === null && !touched && fields[this.#ownFieldId] !== undefined && (this.#own.get(cardId)?.version ?? 0) > 0)
      this.#accuse(`in ${at} the list lacks ${cardId}, which is there at version ${version}`);
  }

  #ownCard(draw: Draw): string {
    const own = [...this.#own.keys()];
    return own[Math.floor(draw("own") * own.length)] ?? this.#someCard(draw);
  }

  #check(how: "reads" | "lists", at: ProcessName, card: Card): void {
    const own = this.#own.get(card.id);
    if (!own) return;
    if (card.version < own.version)
      this.#accuse(`${how} ${card.id} in ${at} at version ${card.version}, after it had seen ${own.version}`);
    const value = card.fields[this.#ownFieldId];
    if (!this.#world.merged.has(card.id) && value !== own.value && !own.perhaps.includes(value))
      this.#accuse(`${how} ${String(value)} of ${card.id} in ${at}, having written ${[own.value, ...own.perhaps].join(" or ")}`);
    // What it has seen it goes on seeing.
    this.#own.set(card.id, { ...own, version: Math.max(own.version, card.version), value });
  }

  #seen(card: Card | undefined): void {
    const own = card && this.#own.get(card.id);
    if (own) this.#own.set(card.id, { ...own, version: Math.max(own.version, card.version) });
  }

  #accuse(what: string): void {
    this.#world.history.violations.push(`client ${this.#number} at step ${this.#step}: ${what}`);
  }

  #done(outcome: Outcome): z.infer<typeof Changed> | undefined {
    return outcome.kind === "ok" ? Changed.parse(outcome.data) : undefined;
  }

  async #call(at: ProcessName, procedure: string, input: unknown, requestId: string = randomUUID()): Promise<Outcome> {
    const { machine, cookie, history } = this.#world;
    const outcome = await call(machine.originOf(at), procedure, input, { cookie, requestId });
    history.attempts.push({ client: this.#number, requestId, process: at, procedure, input, outcome });
    if (outcome.kind === "refused" && outcome.code === "ECONNREFUSED") await delay(untilBackMs);
    return outcome;
  }
}

const Answer = z.object({ result: z.object({ data: z.unknown() }) });
const Refusal = z.object({ error: z.object({ data: z.object({ code: z.string() }) }) });

/** One call of the API over HTTP. Never throws. */
export async function call(
  origin: string,
  procedure: string,
  input: unknown,
  { cookie, requestId = randomUUID() }: { readonly cookie: string; readonly requestId?: string },
): Promise<Outcome> {
  try {
    const response = await fetch(`${origin}/api/trpc/${procedure}`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie, "x-request-id": requestId },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const body: unknown = await response.json();
    if (response.ok) return { kind: "ok", data: Answer.parse(body).result.data };
    const code = Refusal.safeParse(body).data?.error.data.code ?? `HTTP ${response.status}`;
    return response.status >= 500 ? { kind: "unknown", reason: code } : { kind: "refused", code };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const isNobodyThere = cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
    return isNobodyThere
      ? { kind: "refused", code: "ECONNREFUSED" }
      : { kind: "unknown", reason: cause instanceof Error ? cause.message : String(cause) };
  }
}
