import { Liquid, type Template } from "liquidjs";
import { KartisError } from "../kernel/error.ts";
import { longestBody } from "./limits.ts";
import { Link, type TemplateValues } from "./values.ts";

const mostTags = 500;
const longestResult = 200_000;

/** Conditions only: without loops, captures and includes, rendering ends after one pass over the text. */
const tags: ReadonlySet<string> = new Set(["if", "unless"]);
const filters: ReadonlySet<string> = new Set(["default", "upcase", "downcase", "capitalize", "truncate"]);

/** Escaping that keeps a value plain text: in formatted text, every mark in it is escaped. */
export type Escape = (value: string) => string;

function engineFor(escape: Escape): Liquid {
  const engine = new Liquid({
    strictFilters: true,
    ownPropertyOnly: true,
    parseLimit: 2 * longestBody,
    memoryLimit: longestResult,
    outputEscape: (value: unknown) => (value instanceof Link ? String(value) : escape(typeof value === "string" ? value : "")),
  });
  for (const name of Object.keys(engine.tags)) if (!tags.has(name)) Reflect.deleteProperty(engine.tags, name);
  for (const name of Object.keys(engine.filters)) if (!filters.has(name)) Reflect.deleteProperty(engine.filters, name);
  return engine;
}

const asIs: Escape = (value) => value;
const checker = engineFor(asIs);

/** Problem of a template's text: a catalogue key and what it is about. */
export interface TextProblem {
  readonly messageKey: string;
  readonly about: string;
}

/** INVALID_INPUT: whoever asked for the text can change it, or the card that it becomes too long with. */
export class BadTemplate extends KartisError {
  readonly problem: TextProblem;

  constructor(problem: TextProblem) {
    super("INVALID_INPUT", { messageKey: problem.messageKey, params: { about: problem.about } });
    this.problem = problem;
  }
}

/** `{{ card.name | there }}` is short for `{{ card.name | default: "there" }}`. */
export const canonical = (text: string): string =>
  text.replace(/\{\{\s*([\w.-]+)\s*\|([^|:{}]+)\}\}/g, (whole, path: string, given: string) => {
    const fallback = given.trim().replace(/^["'](.*)["']$/, "$1");
    if (fallback === "" || filters.has(fallback)) return whole;
    const quote = fallback.includes('"') ? "'" : '"';
    return fallback.includes('"') && fallback.includes("'") ? whole : `{{ ${path} | default: ${quote}${fallback}${quote} }}`;
  });

/**
 * What a tag of the text has in round brackets, of which Liquid makes a range: `(1..999999999)` would be a list of so many numbers. Those in quotes are text.
 */
function rangeIn(text: string): string | undefined {
  for (const [, inside = ""] of text.matchAll(/\{[{%]([^]*?)[%}]\}/g)) {
    const bracket = inside.replace(/"[^"]*"|'[^']*'/g, "").indexOf("(");
    if (bracket >= 0) return inside.trim().slice(0, 40);
  }
  return undefined;
}

/** A template escapes as the engine does by which it was parsed. */
function parsed(text: string, engine = checker): Template[] {
  try {
    const template = engine.parse(text);
    if ((text.match(/\{[{%]/g)?.length ?? 0) > mostTags)
      throw new BadTemplate({ messageKey: "validation.template.long", about: "" });
    const range = rangeIn(text);
    if (range !== undefined) throw new BadTemplate({ messageKey: "validation.template.tag", about: range });
    return template;
  } catch (error) {
    if (error instanceof BadTemplate) throw error;
    throw new BadTemplate(problemOf(error));
  }
}

/** Converts liquidjs errors to catalogue keys. */
function problemOf(error: unknown): TextProblem {
  const said = error instanceof Error ? error.message : "";
  const tag = /tag "?([^"\s,]+)"? not found/.exec(said)?.[1];
  if (tag) return { messageKey: "validation.template.tag", about: tag };
  const filter = /undefined filter: ([^\s,]+)/.exec(said)?.[1];
  if (filter) return { messageKey: "validation.template.filter", about: filter };
  if (/limit exceeded/.test(said)) return { messageKey: "validation.template.result", about: "" };
  const token = /(?:output|tag) "?(.{1,40}?)"? not closed/.exec(said)?.[1];
  return { messageKey: "validation.template.syntax", about: token ?? "" };
}

/** The variables that the text names, each once. Throws `BadTemplate`. */
export function variablesIn(text: string): string[] {
  return [...new Set(checker.globalFullVariablesSync(parsed(text)))];
}

/** The text with its values. Throws `BadTemplate` for a text that is none, or becomes too long. */
export function fill(text: string, values: TemplateValues, escape: Escape = asIs): string {
  const engine = engineOf(escape);
  const template = parsed(text, engine);
  try {
    const rendered = String(engine.renderSync(template, nested(values)));
    if (rendered.length > longestResult) throw new BadTemplate({ messageKey: "validation.template.result", about: "" });
    return rendered;
  } catch (error) {
    if (error instanceof BadTemplate) throw error;
    throw new BadTemplate(problemOf(error));
  }
}

const engines = new Map<Escape, Liquid>();
function engineOf(escape: Escape): Liquid {
  const known = engines.get(escape);
  if (known) return known;
  const made = engineFor(escape);
  engines.set(escape, made);
  return made;
}

interface Nested {
  [name: string]: string | Link | Nested;
}
/** Without a prototype, which a path could otherwise name. */
const emptyGroup = (): Nested => Object.create(null) as Nested; // it has no properties yet

/** `{ "card.name": … }` as `{ card: { name: … } }`; what has no value is not there, so that its fallback stands in. */
function nested(values: TemplateValues): Nested {
  const all = emptyGroup();
  for (const [path, value] of Object.entries(values)) {
    if (value === null || String(value) === "") continue;
    const names = path.split(".");
    const last = names.pop() ?? "";
    let group = all;
    for (const name of names) {
      const inner = group[name];
      group = group[name] = typeof inner === "object" && !(inner instanceof Link) ? inner : emptyGroup();
    }
    group[last] = value;
  }
  return all;
}
