import type { Floors } from "./floors.ts";
import type { Paint } from "./paint.ts";
import type { Memory } from "./processes.ts";
import type { Sizes } from "./sizes.ts";
import type { Start } from "./start.ts";
import type { Row } from "./work.ts";

export interface Result {
  readonly rows?: readonly Row[];
  readonly floors?: Floors;
  readonly memory?: { readonly started: Memory; readonly after: Memory; readonly peak: Memory };
  readonly paint?: Paint;
  readonly starts?: { readonly first: Start; readonly again: Start };
  readonly sizes?: Sizes;
}

/** Tables for people; `--json` is for machines. Multiples are of the floors of the same run. */
export function printTable({ rows, floors, memory, paint, starts, sizes }: Result): void {
  if (rows && floors) {
    print([
      ["", "cards", "p50 ms", "p95 ms", "of a floor", "per second", "CPU ms", "engine's", "read units", "write units"],
      ...rows.map((row) => [
        row.name,
        row.cards.toLocaleString("en"),
        row.p50Ms.toFixed(2),
        row.p95Ms.toFixed(2),
        multiple(row, floors),
        row.perSecond?.toLocaleString("en") ?? "",
        row.cpuMs?.toFixed(2) ?? "",
        row.engineCpuMs?.toFixed(2) ?? "",
        row.readUnits?.toString() ?? "",
        row.writeUnits?.toString() ?? "",
      ]),
    ]);
    print([
      ["floor", "", ""],
      ["HTTP echo, bare Node", floors.httpEchoP50Ms.toFixed(2), "ms"],
      ["DynamoDB get through the SDK", floors.dynamoGetP50Ms.toFixed(2), "ms"],
      ["DynamoDB transaction of 3", floors.dynamoTransaction3P50Ms.toFixed(2), "ms"],
      ["DynamoDB items in transactions", floors.dynamoTransactionItemsPerSecond.toLocaleString("en"), "per second"],
    ]);
  }
  if (paint)
    print([
      ["in Chromium", "p50 ms", "p95 ms", "of an empty page"],
      ...(
        [
          ["an empty page of the server", paint.empty],
          ["a list, the first visit", paint.cold],
          ["a list, visited before", paint.warm],
        ] as const
      ).map(([name, { p50Ms, p95Ms }]) => [
        name,
        p50Ms.toFixed(0),
        p95Ms.toFixed(0),
        `${(p50Ms / paint.empty.p50Ms).toFixed(1)}×`,
      ]),
    ]);
  const imported = rows?.findLast(({ peak }) => peak)?.peak;
  const memories: [string, Memory | undefined][] = [
    ["started", memory?.started],
    ["the most during an import", imported],
    ["after all of it", memory?.after],
    ["the most at any moment", memory?.peak],
    ["npm start for the first time, the most", starts?.first.peak],
    ["npm start, nothing changed, the most", starts?.again.peak],
    ["npm start, idle for a minute", starts?.again.idle],
  ];
  print([
    ["memory", "MB", ""],
    ...memories.flatMap(([name, use]) =>
      use
        ? [
            [
              name,
              String(use.allMb),
              Object.entries(use.byProgramMb)
                .map(([program, mb]) => `${program} ${mb}`)
                .join(", "),
            ],
          ]
        : [],
    ),
  ]);
  if (starts)
    print([
      ["npm start", "ready ms"],
      ["for the first time", String(starts.first.readyMs)],
      ["nothing changed", String(starts.again.readyMs)],
    ]);
  if (sizes)
    print([
      ["size", "KB", "import ms"],
      ["web, initial JS gzipped", sizes.webInitialJsGzipKb.toString(), ""],
      ["web, JS until a list's first row", sizes.webCardsJsGzipKb.toString(), ""],
      ...Object.entries(sizes.lambdas).map(([name, { kb, importMs }]) => [name, String(kb), String(importMs)]),
    ]);
}

/** Compares each with its lower bound: a read with one read, a change with one transaction, a mass of cards with as many items. */
function multiple({ name, p50Ms, perSecond }: Row, floors: Floors): string {
  if (name === "create" || name === "update") return `${(p50Ms / floors.dynamoTransaction3P50Ms).toFixed(1)}× transaction`;
  if (name === "bulkEdit" || name === "revert" || name === "import")
    return perSecond === undefined ? "" : `${(floors.dynamoTransactionItemsPerSecond / perSecond).toFixed(1)}× items`;
  return `${(p50Ms / floors.dynamoGetP50Ms).toFixed(1)}× get`;
}

function print(table: readonly (readonly string[])[]): void {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  "),
    );
  console.log();
}
