import { describe, expect, it } from "vitest";
import { imports, isTest, sources, textOf, type Import } from "./imports.ts";
import { isPure } from "./pure.ts";

const product = imports.filter(({ from }) => !isTest(from));
const line = ({ from, to }: Import) => `${from} → ${to}`;
const inside = (path: string, ...rooms: string[]) => rooms.some((room) => path.startsWith(room));

const core = "packages/core/src/";
const domainOf = (path: string): string | undefined =>
  path.startsWith(core) ? path.slice(core.length).split("/")[0] : undefined;
const isDomain = (name: string | undefined): name is string =>
  name !== undefined && name !== "kernel" && name !== "data" && !name.endsWith(".ts");

describe("arrows go one way", () => {
  it("reads any files at all", () => {
    expect(sources.length).toBeGreaterThan(100);
    expect(product.filter(({ to }) => inside(to, core)).length).toBeGreaterThan(100);
  });

  it("the kernel knows nothing above it", () => {
    const wrong = product.filter(
      ({ from, to }) =>
        inside(from, `${core}kernel/`) &&
        inside(to, "packages/", "functions/", "events/", "web/", "stacks/") &&
        !inside(to, `${core}kernel/`),
    );
    expect(wrong.map(line)).toEqual([]);
  });

  it("the data layer knows the kernel, and no domain", () => {
    const wrong = product.filter(({ from, to }) => inside(from, `${core}data/`) && isDomain(domainOf(to)));
    expect(wrong.map(line)).toEqual([]);
  });

  it("a domain imports another's index and its pure files only", () => {
    const wrong = product.filter(({ from, to }) => {
      const [here, there] = [domainOf(from), domainOf(to)];
      return isDomain(here) && isDomain(there) && here !== there && !to.endsWith("/index.ts") && !isPure(to);
    });
    expect(wrong.map(line)).toEqual([]);
  });

  it("pure files import pure files and the kernel: no engine, no domain's index, nothing of Node's but hashing", () => {
    const wrong = product.filter(({ from, to, typeOnly }) => {
      if (!isPure(from) || typeOnly || to === "node:crypto") return false;
      return to.startsWith("node:") || (inside(to, core) && !inside(to, `${core}kernel/`) && !isPure(to));
    });
    expect(wrong.map(line)).toEqual([]);
  });

  it("core does not know who runs it", () => {
    const wrong = product.filter(
      ({ from, to }) =>
        inside(from, core) && inside(to, "functions/", "events/", "web/", "stacks/", "packages/local/", "packages/simulators/"),
    );
    expect(wrong.map(line)).toEqual([]);
  });

  it("functions and events know core alone", () => {
    const wrong = product.filter(
      ({ from, to }) =>
        inside(from, "functions/", "events/") && inside(to, "packages/local/", "packages/simulators/", "stacks/", "web/"),
    );
    expect(wrong.map(line)).toEqual([]);
    expect(product.filter(({ from, to }) => inside(from, "functions/") && inside(to, "events/")).map(line)).toEqual([]);
    expect(product.filter(({ from, to }) => inside(from, "events/") && inside(to, "functions/")).map(line)).toEqual([]);
  });

  it("the web knows types of the API, and pure files of core", () => {
    const wrong = product.filter(({ from, to, typeOnly }) => {
      if (!inside(from, "web/src/")) return false;
      if (inside(to, "functions/")) return !(typeOnly && to === "functions/api/router.ts");
      if (inside(to, core)) return !typeOnly && !isPure(to) && !inside(to, `${core}kernel/`);
      return inside(to, "events/", "stacks/", "packages/local/", "packages/simulators/");
    });
    expect(wrong.map(line)).toEqual([]);
  });

  it("in the site the app knows the features, they know what is drawn everywhere, and that knows what has no look", () => {
    const layers = ["web/src/lib/", "web/src/ui/", "web/src/features/", "web/src/app/"];
    const layerOf = (path: string) => layers.findIndex((layer) => inside(path, layer));
    const wrong = product.filter(({ from, to, typeOnly }) => layerOf(from) >= 0 && !typeOnly && layerOf(to) > layerOf(from));
    expect(wrong.map(line)).toEqual([]);
  });

  /** Two features that draw each other: a card's list is also a calendar, what is done to many cards also starts automations, a card's timeline also has its tasks. */
  const drawEachOther = ["calendar ⇄ cards", "automations ⇄ cards", "tasks ⇄ timeline"];

  it("of two features of the site, one knows the other", () => {
    const featureOf = (path: string) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1];
    const known = new Set<string>();
    for (const { from, to } of product) {
      const [here, there] = [featureOf(from), featureOf(to)];
      if (here && there && here !== there) known.add(`${here} ${there}`);
    }
    const mutual = [...known].flatMap((edge) => {
      const [here = "", there = ""] = edge.split(" ");
      return here < there && known.has(`${there} ${here}`) ? [`${here} ⇄ ${there}`] : [];
    });
    expect(mutual.toSorted()).toEqual(drawEachOther.toSorted());
  });

  it("nothing but the local cloud, which builds by the same bundler and grants by the same table, imports the stacks", () => {
    const wrong = product.filter(
      ({ from, to }) =>
        inside(to, "stacks/src/") &&
        !inside(from, "stacks/") &&
        !(inside(from, "packages/local/src/") && ["stacks/src/bundle.ts", "stacks/src/grants.ts"].includes(to)),
    );
    expect(wrong.map(line)).toEqual([]);
  });

  it("domains do not depend on each other in circles", () => {
    const edges = new Map<string, Set<string>>();
    for (const { from, to } of product) {
      const [here, there] = [domainOf(from), domainOf(to)];
      if (!isDomain(here) || !isDomain(there) || here === there || isPure(to)) continue;
      edges.set(here, (edges.get(here) ?? new Set()).add(there));
    }
    const circles: string[] = [];
    const walk = (domain: string, path: readonly string[]): void => {
      if (path.includes(domain)) circles.push([...path.slice(path.indexOf(domain)), domain].join(" → "));
      else for (const next of edges.get(domain) ?? []) walk(next, [...path, domain]);
    };
    for (const domain of edges.keys()) walk(domain, []);
    expect(circles).toEqual([]);
  });
});

describe("one room for each thing", () => {
  it("DynamoDB and SQLite are spoken in the data layer alone; entities are ElectroDB's", () => {
    const engines = ["@aws-sdk/client-dynamodb", "@aws-sdk/lib-dynamodb", "node:sqlite"];
    const wrong = product.filter(
      ({ from, to, typeOnly }) => inside(from, core) && engines.includes(to) && !typeOnly && !inside(from, `${core}data/`),
    );
    expect(wrong.map(line)).toEqual([]);
  });

  it("transactions are sent from one place, which commit() and unjournalled writes share; everything else is repeated by the connection", () => {
    const unrepeated = sources.filter(
      (path) =>
        inside(path, core, "functions/", "events/") &&
        !isTest(path) &&
        !["transaction", "connection", "engine/commands"].some((name) => path === `${core}data/${name}.ts`) &&
        /\btransactionClient\b|\bTransactWriteCommand\b/.test(textOf(path)),
    );
    expect(unrepeated).toEqual([]);
    const senders = product.filter(
      ({ from, to }) => to === `${core}data/transaction.ts` && /\battemptTransaction\b/.test(textOf(from)),
    );
    expect(senders.map(({ from }) => from).toSorted()).toEqual([`${core}data/commit.ts`, `${core}data/unjournalled.ts`]);
  });

  it("items are written past commit() by the data layer alone, which asks each entity why it may be", () => {
    const wrong = product.filter(
      ({ from, to }) =>
        inside(from, core, "functions/", "events/") && !inside(from, `${core}data/`) && to === `${core}data/connection.ts`,
    );
    expect(wrong.map(line)).toEqual([]);
  });

  it("the environment is read in kernel/env.ts alone", () => {
    const wrong = sources.filter(
      (path) =>
        inside(path, core, "functions/", "events/") &&
        !isTest(path) &&
        path !== `${core}kernel/env.ts` &&
        /process\.env/.test(textOf(path)),
    );
    expect(wrong).toEqual([]);
  });

  it("there are no barrels except a domain's index, and those of rooms that are used without the rest of their domain", () => {
    const wrong = sources.filter(
      (path) =>
        path.endsWith("/index.ts") &&
        !/^packages\/core\/src\/[^/]+\/((replica|impersonations|attachments|messages|extensions)\/)?index\.ts$/.test(path),
    );
    expect(wrong).toEqual([]);
  });
});
