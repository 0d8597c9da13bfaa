import { aroundRequests } from "@kartis/core/data/connection.ts";
import { exportProcedures } from "@kartis/core/exports/index.ts";
import { named, Visitor } from "@kartis/tests/support/people.ts";

/** A process in which a person (their cookies) starts an export of a card type, and which is killed the moment the engine has written it. */
const [cookies = "[]", typeId = ""] = process.argv.slice(2);
const visitor = new Visitor();
for (const [name, value] of JSON.parse(cookies)) visitor.cookies.set(name, value);
aroundRequests(async ({ operation }, next) => {
  const answer = await next();
  if (operation === "TransactWriteItems") process.kill(process.pid, "SIGKILL");
  return answer;
});
await visitor.call(named(exportProcedures, "cards.export"), { cardTypeId: typeId as `typ_${string}` });
// Where the answer of the transaction was lost, it is only known here that it was written.
process.kill(process.pid, "SIGKILL");
