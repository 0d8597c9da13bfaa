import { type AddressInfo, createServer as createTcpServer, connect, type Server as TcpServer, type Socket } from "node:net";
import { once } from "node:events";
import { GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aroundRequests, documentClient, transactionClient } from "../connection.ts";
import { globalEntity, isFailedCondition } from "../entity.ts";
import { type EngineRequest, mayHappenTwice } from "./repeat.ts";
import { tableName } from "../table.ts";

/** Stands between this process and the engine and can fall silent or hang up, like a connection kept through a Lambda's sleep. */
class Line {
  readonly #server: TcpServer;
  readonly #sockets = new Set<Socket>();
  #silent = new Set<Socket>();
  opened = 0;

  constructor(engine: URL) {
    this.#server = createTcpServer((socket) => {
      this.opened++;
      this.#sockets.add(socket);
      const onwards = connect(Number(engine.port), engine.hostname);
      socket.on("data", (bytes) => void (this.#silent.has(socket) || onwards.write(bytes)));
      onwards.on("data", (bytes) => void socket.write(bytes));
      for (const [one, other] of [
        [socket, onwards],
        [onwards, socket],
      ] as const)
        one.on("error", () => other.destroy()).on("close", () => other.destroy());
    }).listen(0, "127.0.0.1");
  }

  async url(): Promise<string> {
    if (!this.#server.listening) await once(this.#server, "listening");
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }
  /** Open connections now accept everything and answer nothing. */
  fallSilent(): void {
    this.#silent = new Set(this.#sockets);
  }
  hangUp(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }
  close(): void {
    this.hangUp();
    this.#server.close();
  }
}

const portOf = (server: TcpServer): number => (server.address() as AddressInfo).port; // listens on a port

const noteEntity = () =>
  globalEntity(
    {
      model: { service: "kartis", entity: "note", version: "1" },
      attributes: { id: { type: "string", required: true }, text: { type: "string" }, count: { type: "number" } },
      indexes: { main: { pk: { field: "pk", composite: ["id"], casing: "none" }, sk: { field: "sk", composite: [] } } },
    },
    "a test's",
  );

let backend: Backend;
let line: Line;
beforeAll(async () => {
  backend = await startBackend();
  line = new Line(new URL(process.env["AWS_ENDPOINT_URL_DYNAMODB"] ?? ""));
  process.env["AWS_ENDPOINT_URL_DYNAMODB"] = await line.url();
});
afterAll(async () => {
  line.close();
  await backend.close();
});

const named = (name: string, more: object = {}) => Object.assign(new Error(name), { name }, more);

/** The first `times` requests of the operation fail so; `afterwards`: once they have been done. Counts all of them. */
async function failing(operation: string, times: number, error: Error, afterwards: boolean, work: () => Promise<unknown>) {
  let asked = 0;
  const end = aroundRequests(async (request, next) => {
    if (request.operation !== operation || ++asked > times) return next();
    if (afterwards) await next();
    throw error;
  });
  const outcome = await work().then(
    (result) => ({ result, error: undefined }),
    (thrown: unknown) => ({ result: undefined, error: thrown }),
  );
  end();
  return { asked, ...outcome };
}

const reset = () => named("Error", { code: "ECONNRESET" });
/** The form in which a conditional write is sent. */
const transaction = "TransactWriteItems";
const throttled = () => named("ProvisionedThroughputExceededException", { $metadata: { httpStatusCode: 400 } });
const broken = () => named("InternalServerError", { $metadata: { httpStatusCode: 500 } });

describe("a read", () => {
  it.each([reset, throttled, broken, () => named("TimeoutError"), () => named("Error", { code: "ECONNREFUSED" })])(
    "is asked again after %s",
    async (error) => {
      await noteEntity().put({ id: "read", text: "here" }).go();
      const { asked, result } = await failing("GetItem", 3, error(), false, () => noteEntity().get({ id: "read" }).go());
      expect(asked).toBe(4);
      expect(result).toMatchObject({ data: { text: "here" } });
    },
  );

  it("is not repeated when the engine refuses it, and not forever when it stays away", async () => {
    const read = () => noteEntity().get({ id: "read" }).go();
    const refused = named("ValidationException", { $metadata: { httpStatusCode: 400 } });
    expect((await failing("GetItem", 9, refused, false, read)).asked).toBe(1);
    const away = await failing("GetItem", 99, reset(), false, read);
    expect(away.asked).toBe(8);
    expect(away.error).toBeInstanceOf(Error);
  });

  it("survives connections that were hung up, or fell silent, unnoticed", async () => {
    const read = () => Promise.all(Array.from({ length: 5 }, () => noteEntity().get({ id: "line" }).go()));
    await noteEntity().put({ id: "line", text: "still here" }).go();
    const answers = Array.from({ length: 5 }, () => ({ data: { text: "still here" } }));
    expect(await read()).toMatchObject(answers);
    for (const die of [() => line.hangUp(), () => line.fallSilent()]) {
      const before = line.opened;
      die();
      expect(await read()).toMatchObject(answers);
      expect(line.opened).toBeGreaterThan(before);
    }
  }, 30_000);
});

describe("a write of one item", () => {
  const counted = async () => (await noteEntity().get({ id: "count" }).go()).data?.count;

  it("that certainly was not done is sent again, whatever it is", async () => {
    for (const error of [
      throttled,
      () => named("TransactionConflictException"),
      () => named("Error", { code: "ECONNREFUSED" }),
    ]) {
      const before = (await counted()) ?? 0;
      const add = () => noteEntity().update({ id: "count" }).add({ count: 1 }).go();
      expect((await failing(transaction, 2, error(), false, add)).asked).toBe(3);
      expect(await counted()).toBe(before + 1);
    }
  });

  it("that counts counts once, however often its answer is lost", async () => {
    const before = (await counted()) ?? 0;
    const add = () => noteEntity().update({ id: "count" }).add({ count: 1 }).go();
    expect(await failing(transaction, 2, reset(), true, add)).toMatchObject({ asked: 3, error: undefined });
    expect(await counted()).toBe(before + 1);
  });

  it("that counts and asks for the result counts at least once", async () => {
    const before = (await counted()) ?? 0;
    const add = () => noteEntity().update({ id: "count" }).add({ count: 1 }).go({ response: "all_new" });
    expect(await failing("UpdateItem", 1, reset(), true, add)).toMatchObject({
      asked: 2,
      result: { data: { count: before + 2 } },
    });
  });

  it("is not refused because of itself: when it creates, takes once, or changes under a condition", async () => {
    const create = () => noteEntity().create({ id: "once", text: "a" }).go();
    const change = () =>
      noteEntity()
        .patch({ id: "once" })
        .set({ text: "b" })
        .where(({ text }, { eq }) => eq(text, "a"))
        .go();
    const take = () => noteEntity().remove({ id: "once" }).go();
    for (const write of [create, change, take]) {
      expect(await failing(transaction, 2, reset(), true, write)).toMatchObject({ asked: 3, error: undefined });
      const again = await failing(transaction, 1, reset(), false, write);
      expect({ asked: again.asked, isRefused: isFailedCondition(again.error) }).toEqual({ asked: 2, isRefused: true });
    }
  });

  it("is refused when another was first, though its own first answer was lost too", async () => {
    await noteEntity().put({ id: "held", text: "another's" }).go();
    const create = () => noteEntity().create({ id: "held", text: "own" }).go();
    const { asked, error } = await failing(transaction, 1, broken(), false, create);
    expect({ asked, isRefused: isFailedCondition(error) }).toEqual({ asked: 2, isRefused: true });
    expect((await noteEntity().get({ id: "held" }).go()).data?.text).toBe("another's");
  });

  it("does not ask for what was there before", async () => {
    await expect(noteEntity().delete({ id: "held" }).go({ response: "all_old" })).rejects.toThrow("ALL_OLD");
  });

  it("that leaves the same state behind is sent again", async () => {
    const put = () => noteEntity().put({ id: "same", text: "a" }).go();
    expect(await failing("PutItem", 1, reset(), true, put)).toMatchObject({ asked: 2, error: undefined });
    const patch = () => noteEntity().patch({ id: "same" }).set({ text: "b" }).remove(["count"]).go();
    expect(await failing("UpdateItem", 1, reset(), true, patch)).toMatchObject({ asked: 2, error: undefined });
    const remove = () => noteEntity().delete({ id: "same" }).go();
    expect(await failing("DeleteItem", 1, reset(), true, remove)).toMatchObject({ asked: 2, error: undefined });
  });

  it.each<[boolean, EngineRequest]>([
    [true, { operation: "UpdateItem", input: { UpdateExpression: "SET #a = :a, #b = :b REMOVE #c" } }],
    [false, { operation: "UpdateItem", input: { UpdateExpression: "SET #a = #a + :one" } }],
    [false, { operation: "UpdateItem", input: { UpdateExpression: "SET #a = #a - :one" } }],
    [false, { operation: "UpdateItem", input: { UpdateExpression: "SET #a = list_append(#a, :more)" } }],
    [false, { operation: "UpdateItem", input: { UpdateExpression: "SET #a = :a ADD #n :one" } }],
    [false, { operation: "UpdateItem", input: { UpdateExpression: "SET #a = :a", ConditionExpression: "#v = :v" } }],
    [false, { operation: "UpdateItem", input: { UpdateExpression: "SET #a = :a", ReturnValues: "ALL_OLD" } }],
    [true, { operation: "UpdateItem", input: { UpdateExpression: "ADD #n :one", ReturnValues: "ALL_NEW" } }],
    [false, { operation: "UpdateItem", input: { UpdateExpression: "ADD #n :one" } }],
    [false, { operation: "DeleteItem", input: { ReturnValues: "ALL_OLD" } }],
    [true, { operation: "BatchWriteItem", input: {} }],
    [false, { operation: "TransactWriteItems", input: {} }],
  ])("may happen twice: %s, for %o", (expected, request) => {
    expect(mayHappenTwice(request)).toBe(expected);
  });
});

it("a transaction never goes through the connection that repeats", async () => {
  await expect(documentClient().send(new TransactWriteCommand({ TransactItems: [] }))).rejects.toThrow("commit()");
  const get = () => transactionClient().send(new GetCommand({ TableName: tableName(), Key: { pk: "x", sk: "x" } }));
  expect((await failing("GetItem", 1, reset(), false, get)).asked).toBe(1);
});
