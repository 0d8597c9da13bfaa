import { writePastTheJournal } from "@kartis/tests/support/past-the-journal.ts";
import { comingAgain } from "@kartis/tests/support/faults.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import type * as z from "zod";
import { cardProcedures } from "../cards/index.ts";
import { cardTypeEntity } from "../cards/entity.ts";
import type { Card, CardType } from "../cards/schema.ts";
import { exportProcedures, runExport } from "../exports/index.ts";
import { download } from "../attachments/index.ts";
import { systemActor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { isId, type OperationId } from "../kernel/id.ts";
import { findOperation, operationProcedures } from "../operations/index.ts";
import { importProcedures, runImport } from "./index.ts";
import type { StartImportInput } from "./schema.ts";

type Job = Partial<z.input<typeof StartImportInput>>;

/** Creates a person with their own organization and leads, and helpers to import and export them. Firms never have duplicates in common. */
export async function newFirm() {
  const owner = await newOwner({ phone: "+972 50 234 5678" });
  const found = (await owner.call(named(cardProcedures, "cards.types"), {})).find((type) => type.slug === "leads");
  if (!found) throw new Error("No leads");
  const leads: CardType = found;
  const idOf = (key: string) => leads.fields.find((field) => field.key === key)?.id ?? key;

  async function upload(content: string | Uint8Array<ArrayBuffer>, by: Owner = owner) {
    const bytes = new Blob([content]);
    const target = await by.call(named(importProcedures, "imports.createUpload"), {
      fileName: "contacts.csv",
      bytes: bytes.size,
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
    form.append("file", bytes);
    const response = await fetch(target.url, { method: "POST", body: form });
    if (!response.ok) throw new Error(await response.text());
    return target.fileId;
  }

  /** Runs the operation as the queue's Lambda does, for at most `runMs`. */
  async function run(operationId: OperationId, runMs = Number.POSITIVE_INFINITY): Promise<boolean> {
    return comingAgain(async () => {
      const operation = await findOperation(owner.orgId, operationId);
      if (!operation) throw new Error("No operation");
      return operation.kind === "import"
        ? runImport(operation, systemActor(owner.orgId, "test"), systemClock, runMs)
        : runExport(operation, systemActor(owner.orgId, "test"), systemClock);
    });
  }

  /** Starts an import of these rows; columns are named by their fields' keys. */
  async function begin(keys: readonly string[], content: string, job: Job = {}): Promise<OperationId> {
    const { operationId } = await owner.call(named(importProcedures, "imports.start"), {
      typeId: leads.id,
      fileId: await upload(`${keys.join(";")}\n${content}\n`),
      mapping: keys.map((key, column) => ({ column, fieldId: idOf(key) })),
      ...job,
    });
    return operationId;
  }

  /** Starts an import of a whole file. */
  async function beginFile(content: string, mapping: z.input<typeof StartImportInput>["mapping"]): Promise<OperationId> {
    const job = { typeId: leads.id, fileId: await upload(content), mapping };
    return (await owner.call(named(importProcedures, "imports.start"), job)).operationId;
  }

  const get = (operationId: OperationId) => owner.call(named(operationProcedures, "operations.get"), { operationId });

  return {
    owner,
    leads,
    idOf,
    upload,
    run,
    begin,
    beginFile,
    get,
    /** Starts and runs it to its end. */
    async importRows(keys: readonly string[], content: string, job: Job = {}) {
      const operationId = await begin(keys, content, job);
      await run(operationId);
      return get(operationId);
    },
    async exportAll() {
      const { operationId } = await owner.call(named(exportProcedures, "cards.export"), { cardTypeId: leads.id });
      await run(operationId);
      const operation = await get(operationId);
      return { operation, text: await this.textOf(operation.resultUrl) };
    },
    async textOf(url: string | null): Promise<string> {
      const fileId = url?.split("/").at(-1);
      if (!isId("fil", fileId)) throw new Error(`No file: ${url}`);
      const { url: address } = await owner.call(download, { fileId });
      // `text()` would swallow the byte order mark.
      return Buffer.from(await (await fetch(address)).arrayBuffer()).toString("utf8");
    },
    create: (fields: Record<string, unknown>) =>
      owner.call(named(cardProcedures, "cards.create"), {
        typeId: leads.id,
        fields: Object.fromEntries(Object.entries(fields).map(([key, value]) => [idOf(key), value])),
      }),
    async cards(): Promise<readonly Card[]> {
      const list = named(cardProcedures, "cards.search");
      return (await owner.call(list, { cardTypeId: leads.id, limit: 200, sort: [{ fieldId: "name", direction: "asc" }] })).rows;
    },
    value: (card: Card | undefined, key: string) => card?.fields[idOf(key)],
    /** Changes the type as its editor does. */
    redefine: (changes: Partial<CardType>) =>
      writePastTheJournal(
        cardTypeEntity().put({
          orgId: owner.orgId,
          kind: "type",
          typeId: leads.id,
          version: 2,
          definition: { ...leads, ...changes, version: 2 },
        }),
      ),
  };
}

export type Firm = Awaited<ReturnType<typeof newFirm>>;
