/** The modules of the site, each by its id. */
export interface Graph {
  /** What a module imports at once. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
  /** What a module imports when it is needed. */
  readonly later: ReadonlyMap<string, readonly string[]>;
  /** What something imports when it is needed, and the scripts of the page. */
  readonly entries: readonly string[];
  /** Entries that somebody waits for: none of them gets anything that it does not need. */
  readonly early: ReadonlySet<string>;
  /** About as many bytes as are left of a module when it is minified. */
  readonly sizes: ReadonlyMap<string, number>;
}

/** Entries, a bit for each. */
type Entries = Uint32Array;

/** Modules that become one file. */
interface Chunk {
  readonly modules: string[];
  size: number;
  hasStyles: boolean;
  /** Early entries that need it. */
  readonly early: string;
  /** Entries that cannot run without it. */
  readonly needs: Entries;
  /** Entries after which it is in the browser: they need it, or something that they fetch ahead does. */
  readonly visits: Entries;
  /** Chunks that it imports from. */
  readonly imports: Set<Chunk>;
}

/** Bytes worth fetching needlessly to save a request, which costs a browser some 7 ms of its processor. */
const bytesPerRequest = 6000;

/** What needs one of its modules waits for all of a file. */
const largest = 120_000;

function reachable(from: readonly string[], { imports }: Graph): Set<string> {
  const reached = new Set(from);
  for (const module of reached) for (const imported of imports.get(module) ?? []) reached.add(imported);
  return reached;
}

/** How many bits of a word of 32 are set. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

const shared = (one: Entries, other: Entries): number =>
  one.reduce((count, word, index) => count + bitsOf(word & (other[index] ?? 0)), 0);

/** How many of the entries that need one of the two do not need the third. */
const newTo = (one: Entries, other: Entries, third: Entries): number =>
  one.reduce((count, word, index) => count + bitsOf((word | (other[index] ?? 0)) & ~(third[index] ?? 0)), 0);

function add(to: Entries, more: Entries): void {
  for (const [index, word] of more.entries()) to[index] = (to[index] ?? 0) | word;
}

/** Styles and icons, which are small and import nothing. */
const isLeaf = /\.css$|\.svg\?icon$/;

/** Modules that the same entries need, which is how they are divided by default. Those of a single entry stay with it, except styles and icons. */
function dividedByEntries(graph: Graph): Set<Chunk> {
  const needs = new Map<string, number[]>();
  const visits = new Map<string, Entries>();
  const none = () => new Uint32Array(Math.ceil(graph.entries.length / 32));
  const mark = (set: Entries, index: number) => {
    set[index >> 5] = (set[index >> 5] ?? 0) | (1 << (index & 31));
  };
  for (const [index, entry] of graph.entries.entries()) {
    const own = reachable([entry], graph);
    for (const module of own) needs.set(module, [...(needs.get(module) ?? []), index]);
    const later = [...own].flatMap((module) => graph.later.get(module) ?? []);
    for (const module of reachable([entry, ...later], graph)) {
      const set = visits.get(module) ?? none();
      mark(set, index);
      visits.set(module, set);
    }
  }
  const chunks = new Map<string, Chunk>();
  const chunkOf = new Map<string, Chunk>();
  for (const module of [...needs.keys()].toSorted()) {
    const entries = needs.get(module) ?? [];
    if (entries.length < 2 && !isLeaf.test(module)) continue;
    const early = entries.filter((index) => graph.early.has(graph.entries[index] ?? "")).join();
    const empty = { modules: [], size: 0, hasStyles: false, early, needs: none(), visits: none(), imports: new Set<Chunk>() };
    const chunk: Chunk = chunks.get(entries.join()) ?? empty;
    chunks.set(entries.join(), chunk);
    chunkOf.set(module, chunk);
    chunk.modules.push(module);
    chunk.size += graph.sizes.get(module) ?? 0;
    chunk.hasStyles ||= module.endsWith(".css");
    for (const index of entries) mark(chunk.needs, index);
    add(chunk.visits, visits.get(module) ?? none());
  }
  for (const [module, chunk] of chunkOf)
    for (const imported of graph.imports.get(module) ?? []) {
      const other = chunkOf.get(imported);
      if (other && other !== chunk) chunk.imports.add(other);
    }
  return new Set(chunks.values());
}

/** They and what they import, directly or not. */
function withImports(...chunks: Chunk[]): Set<Chunk> {
  const reached = new Set(chunks);
  for (const chunk of reached) for (const imported of chunk.imports) reached.add(imported);
  return reached;
}

/** Bytes fetched needlessly for each request that is saved, if the two were one. */
function price(one: Chunk, other: Chunk): number {
  if (one.early !== other.early || one.size + other.size > largest) return Number.POSITIVE_INFINITY;
  // Styles are a second file beside the script.
  const saved = shared(one.visits, other.visits) * (one.hasStyles && other.hasStyles ? 2 : 1);
  if (saved === 0) return Number.POSITIVE_INFINITY;
  let bytes = 0;
  for (const chunk of withImports(one, other)) bytes += newTo(one.needs, other.needs, chunk.needs) * chunk.size;
  return bytes / saved;
}

/** Whether one imports the other by way of a third: if they were one, it and the third would import each other, and one of them run too early. */
function isBetween(one: Chunk, other: Chunk): boolean {
  return withImports(...[...one.imports].filter((chunk) => chunk !== other)).has(other);
}

/** Makes one of the two in place. */
function join(one: Chunk, other: Chunk, all: Set<Chunk>): void {
  all.delete(other);
  one.modules.push(...other.modules);
  one.size += other.size;
  one.hasStyles ||= other.hasStyles;
  add(one.needs, other.needs);
  add(one.visits, other.visits);
  for (const imported of other.imports) one.imports.add(imported);
  one.imports.delete(one);
  one.imports.delete(other);
  for (const chunk of all) if (chunk.imports.delete(other) && chunk !== one) chunk.imports.add(one);
  for (const chunk of withImports(one)) add(chunk.needs, one.needs);
}

interface Offer {
  readonly cost: number;
  readonly one: Chunk;
  readonly other: Chunk;
}

function offersOf(one: Chunk, others: Iterable<Chunk>): Offer[] {
  const offers = Array.from(others, (other) => ({ cost: price(one, other), one, other }));
  return offers.filter(({ cost }) => cost < bytesPerRequest);
}

const cheapest = (offers: readonly Offer[]): Offer | undefined =>
  offers.reduce<Offer | undefined>((best, offer) => (best && best.cost <= offer.cost ? best : offer), undefined);

/**
 * The files that modules of several entries go into. By default each set of entries gets a file of its own, of which there are hundreds, most below a kilobyte. The
 * two that cost least are joined until no two are worth it, and no file ever imports, by way of others, itself.
 */
export function joinedChunks(graph: Graph): string[][] {
  const all = dividedByEntries(graph);
  const list = [...all];
  let offers = list.flatMap((one, index) => offersOf(one, list.slice(index + 1)));
  for (let best = cheapest(offers); best; best = cheapest(offers)) {
    const { one, other } = best;
    if (isBetween(one, other) || isBetween(other, one)) {
      offers = offers.filter((offer) => offer !== best);
      continue;
    }
    join(one, other, all);
    const joined = new Set([one, other]);
    const others = [...all].filter((chunk) => chunk !== one);
    offers = [...offers.filter((offer) => !joined.has(offer.one) && !joined.has(offer.other)), ...offersOf(one, others)];
  }
  return [...all].map(({ modules }) => modules);
}
