import type { Floors } from "./floors.ts";
import type { Sizes } from "./sizes.ts";
import type { Row } from "./work.ts";

/** One table for people; `--json` is for machines. Ratios are against the floors of the same run. */
export function printTable({ rows, floors, sizes }: { rows: readonly Row[]; floors: Floors; sizes: Sizes }): void {
  const cells = rows.map((row) => [
    row.name,
    row.cards.toLocaleString("en"),
    row.p50Ms.toFixed(2),
    row.p95Ms.toFixed(2),
    `${(row.p50Ms / floors.dynamoGetP50Ms).toFixed(1)}×`,
    row.perSecond?.toLocaleString("en") ?? "",
    row.readUnits?.toString() ?? "",
    row.writeUnits?.toString() ?? "",
  ]);
  print([["", "cards", "p50 ms", "p95 ms", "of a get", "per second", "read units", "write units"], ...cells]);
  console.log();
  print([
    ["floor", "", ""],
    ["HTTP echo, bare Node", floors.httpEchoP50Ms.toFixed(2), "ms"],
    ["DynamoDB get through the SDK", floors.dynamoGetP50Ms.toFixed(2), "ms"],
    ["DynamoDB transaction of 3", floors.dynamoTransaction3P50Ms.toFixed(2), "ms"],
    ["DynamoDB items in transactions", floors.dynamoTransactionItemsPerSecond.toLocaleString("en"), "per second"],
  ]);
  console.log();
  print([
    ["size", "KB", "import ms"],
    ["web, initial JS gzipped", sizes.webInitialJsGzipKb.toString(), ""],
    ["web, JS until a list's first row", sizes.webCardsJsGzipKb.toString(), ""],
    ...Object.entries(sizes.lambdas).map(([name, { kb, importMs }]) => [name, String(kb), String(importMs)]),
  ]);
}

function print(table: readonly (readonly string[])[]): void {
  const widths = (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  for (const row of table)
    console.log(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  "),
    );
}
