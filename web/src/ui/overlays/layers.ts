import { touch } from "../../lib/device/touch.ts";
import { popsGoTo } from "../../lib/pages/pops.ts";

/**
 * On phones Back closes what is open above the page: each layer has an entry of its own in the browser's history, at the address of its page, of which the router
 * knows nothing.
 */
interface Layer {
  readonly id: string;
  readonly close: () => void;
  hasEntry: boolean;
}

interface Entry {
  /** The layer that the entry is of; none for a page. */
  layer?: string;
  /** The router's name of the page. */
  __TSR_key?: string;
}

const layers: Layer[] = [];
let count = 0;
/** The router's latest entry: the page that is on screen. */
let page: Entry = read(history.state);
/** The page that the lowest layer was opened on, as it stands in the history. */
let base = page.__TSR_key;
/** The entry that the router replaced the page with while a layer was open; written once the page's own entry is current again. */
let replaced: { state: Entry; url: string | URL | null | undefined } | undefined;
/** Whether an entry is being removed from the history: entries written meanwhile wait for it. */
let isLeaving = false;
let waiting: (() => void)[] = [];
let patience: ReturnType<typeof setTimeout> | undefined;

function read(state: unknown): Entry {
  return typeof state === "object" && state !== null ? state : {};
}

const native = History.prototype;
const isOpen = (id: string | undefined) => layers.some((layer) => layer.id === id && layer.hasEntry);

function whenLeft(run: () => void): void {
  if (isLeaving) waiting.push(run);
  else run();
}

function leave(): void {
  isLeaving = true;
  clearTimeout(patience);
  // No browser takes that long; without its answer nothing would ever be written again.
  patience = setTimeout(arrive, 1000);
  history.back();
}

function arrive(): void {
  clearTimeout(patience);
  isLeaving = false;
  for (const run of waiting.splice(0)) whenLeft(run);
}

function addEntry(layer: Layer): void {
  if (layer.hasEntry || !layers.includes(layer)) return;
  if (!read(history.state).layer) base = read(history.state).__TSR_key;
  layer.hasEntry = true;
  native.pushState.call(history, { ...read(history.state), layer: layer.id }, "");
}

/** Time that an element may take to close, e.g. to ask for confirmation. */
const closingMilliseconds = 400;

function closeAbove(id: string | undefined): void {
  const from = layers.findIndex((layer) => layer.id === id) + 1;
  for (const layer of layers.slice(from).reverse()) {
    layer.hasEntry = false;
    layer.close();
    // It has stayed open: Back is its once more.
    setTimeout(() => whenLeft(() => addEntry(layer)), closingMilliseconds);
  }
}

function onPop(event: PopStateEvent): void {
  const entry = read(event.state);
  // An entry of a closed layer: it lies between two pages, or has just been left.
  if (entry.layer && !isOpen(entry.layer)) {
    event.stopImmediatePropagation();
    return leave();
  }
  const isOurs = isLeaving || layers.some(({ hasEntry }) => hasEntry);
  if (isOurs && (entry.__TSR_key === page.__TSR_key || entry.__TSR_key === base)) event.stopImmediatePropagation();
  else {
    page = entry;
    replaced = undefined;
  }
  if (!isLeaving) closeAbove(entry.layer);
  if (!entry.layer && replaced) {
    native.replaceState.call(history, replaced.state, "", replaced.url);
    replaced = undefined;
  }
  arrive();
}

/** The router writes pages; with a layer open they go below it. */
function placeBelowLayers(): void {
  const pushState = history.pushState.bind(history);
  const replaceState = history.replaceState.bind(history);
  history.pushState = (state: unknown, unused, url) => {
    page = read(state);
    if (!isLeaving && !isOpen(read(history.state).layer)) return pushState(state, unused, url);
    whenLeft(() => {
      const { layer } = read(history.state);
      if (!isOpen(layer)) return native.pushState.call(history, state, "", url);
      native.replaceState.call(history, state, "", url);
      replaced = undefined;
      base = read(state).__TSR_key;
      native.pushState.call(history, { ...read(state), layer }, "", url);
    });
  };
  history.replaceState = (state: unknown, unused, url) => {
    page = read(state);
    if (!isLeaving && !isOpen(read(history.state).layer)) return replaceState(state, unused, url);
    whenLeft(() => {
      const { layer } = read(history.state);
      if (!isOpen(layer)) return native.replaceState.call(history, state, "", url);
      replaced = { state: read(state), url };
      native.replaceState.call(history, { ...read(state), layer }, "", url);
    });
  };
}

let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  page = read(history.state);
  base = page.__TSR_key;
  placeBelowLayers();
  popsGoTo(onPop);
}

/** Lets Back call `close` until the returned function is called, which removes the layer's entry from the history, if Back has not. */
export function openLayer(close: () => void): () => void {
  if (!touch.isNow()) return () => undefined;
  listen();
  const layer: Layer = { id: `${performance.timeOrigin}.${++count}`, close, hasEntry: false };
  layers.push(layer);
  whenLeft(() => addEntry(layer));
  return () => {
    layers.splice(layers.indexOf(layer), 1);
    whenLeft(() => {
      if (layer.hasEntry && read(history.state).layer === layer.id) leave();
    });
  };
}

// The page was loaded anew with a layer open.
if (page.layer) {
  listen();
  leave();
}
