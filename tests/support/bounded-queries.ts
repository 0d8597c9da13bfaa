import { DatabaseSync } from "node:sqlite";
import { endlessLoops, programOf } from "./query-loops.ts";

/*
 * Set up before every test file: a query of a replica whose loops do not all look at the time (`inTime` in `data/replica/question-time.ts`) fails when it is
 * prepared, whoever asks it. SQLite's own program of the query says which loops there are: a row that is found by a unique key has none.
 */

// oxlint-disable-next-line typescript/unbound-method -- called with the database that it was called on
const { prepare, function: define } = DatabaseSync.prototype;
const replicas = new WeakSet<DatabaseSync>();
const checked = new Set<string>();

const asks = /^\s*(?:SELECT|WITH|INSERT\b[^]*\bSELECT)\b/;
/** It is part of no answer: what applies the journal, and what is asked by a test itself. */
const excepted =
  /\/data\/replica\/|\/replica\/(?:tables|search\/text-index|pointers)\.ts|\/projection\.ts|\.test\.ts|\.fixture\.ts/;
const ownCode = /\/(?:packages|functions|events)\/(?!core\/src\/data\/replica\/statements\.ts)/;
/** Nobody is in the scope: SQLite goes through no row. */
const findsNothing = /\b(?:AND|WHERE) 0\b/;

const isExcepted = (): boolean => {
  const caller = new Error().stack?.split("\n").find((line) => ownCode.test(line));
  return caller === undefined || excepted.test(caller);
};

const isSetUp = Symbol.for("kartis.boundedQueries");
/** Files that share a process are all set up in it, one after the other. */
if (!(isSetUp in DatabaseSync.prototype)) {
  Object.defineProperty(DatabaseSync.prototype, isSetUp, { value: true });

  DatabaseSync.prototype.function = function (this: DatabaseSync, ...definition: [never, never]) {
    if (definition[0] === "in_time") replicas.add(this);
    return define.apply(this, definition);
  };

  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string) {
    if (replicas.has(this) && asks.test(sql) && !findsNothing.test(sql) && !checked.has(sql) && !isExcepted()) {
      checked.add(sql);
      const program = programOf(prepare.call(this, `EXPLAIN ${sql}`).all());
      if (endlessLoops(program).length > 0) throw new Error(`A query that does not end when its time is over: ${sql}`);
    }
    return prepare.call(this, sql);
  };
}
