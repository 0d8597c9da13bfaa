import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "aws-cdk-lib";
import type { CallableSpec, FunctionSpec, SubscriptionSpec } from "@kartis/core/kernel/deployment.ts";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { functions } from "@kartis/functions/functions.ts";
import { buildApp } from "./app.ts";
import type { Settings } from "./settings.ts";

export interface CloudResource {
  readonly stack: string;
  readonly id: string;
  readonly type: string;
  readonly properties: unknown;
  readonly deletionPolicy: unknown;
}

/** The synthesised templates as one list. */
export interface Cloud {
  readonly settings: Settings;
  readonly outdir: string;
  readonly functions: readonly CallableSpec[];
  readonly subscriptions: readonly SubscriptionSpec[];
  readonly specs: readonly FunctionSpec[];
  readonly all: (type: string) => readonly CloudResource[];
  /** The only one of its type. */
  readonly only: (type: string) => CloudResource;
  /** The Lambda of that spec. */
  readonly lambda: (name: string) => CloudResource;
  /** A value as text: references as `<LogicalId>` and `<LogicalId.Attribute>`, imports from other stacks followed. */
  readonly text: (value: unknown) => string;
  readonly dispose: () => void;
}

/** Synthesises every stack, after `change`, with a stub for each bundle and for the site. Throws what cdk-nag finds unexplained. */
export function synthesise(settings: Settings, change?: (app: App) => void): Cloud {
  const directory = mkdtempSync(join(tmpdir(), "kartis-stacks-"));
  const outdir = join(directory, "cdk.out");
  const webDist = join(directory, "web");
  const allFunctions: readonly CallableSpec[] = functions;
  const specs: readonly FunctionSpec[] = [...allFunctions, ...subscriptions];
  write(join(webDist, "index.html"), "<!doctype html>");
  write(join(webDist, "assets", "index-12345678.js"), "");
  for (const { name } of specs) write(join(directory, name, "index.mjs"), `export const handler = async () => "${name}";`);

  const app = buildApp({
    settings,
    functions: allFunctions,
    subscriptions,
    codeOf: (name) => join(directory, name),
    webDist,
    outdir,
  });
  change?.(app);
  const templates = app
    .synth()
    .stacks.map(({ id, templateFullPath }): [string, unknown] => [id, JSON.parse(readFileSync(templateFullPath, "utf8"))]);
  const resources = templates.flatMap(([stack, template]) =>
    entries(at(template, "Resources")).map(([id, resource]) => ({
      stack,
      id,
      type: String(at(resource, "Type")),
      properties: at(resource, "Properties"),
      deletionPolicy: at(resource, "DeletionPolicy"),
    })),
  );
  const exported = new Map(
    templates.flatMap(([, template]) =>
      entries(at(template, "Outputs")).map(([, output]) => [String(at(output, "Export", "Name")), at(output, "Value")] as const),
    ),
  );

  const text = (value: unknown): string => {
    if (value === undefined) return "";
    if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
    if (Array.isArray(value)) return value.map(text).join(",");
    const [key, argument] = entries(value)[0] ?? [];
    if (key === "Ref") return `<${String(argument)}>`;
    if (key === "Fn::GetAtt") return `<${list(argument).join(".")}>`;
    if (key === "Fn::Join") return list(list(argument)[1]).map(text).join("");
    if (key === "Fn::Sub") return String(argument).replaceAll("${", "<").replaceAll("}", ">");
    if (key === "Fn::ImportValue" && exported.has(String(argument))) return text(exported.get(String(argument)));
    throw new Error(`No text for ${JSON.stringify(value)}`);
  };
  const all = (type: string) => resources.filter((resource) => resource.type === type);
  const one = (found: readonly CloudResource[], what: string): CloudResource => {
    const [first] = found;
    if (!first || found.length > 1) throw new Error(`${found.length} instead of one: ${what}`);
    return first;
  };
  return {
    settings,
    outdir,
    functions: allFunctions,
    subscriptions,
    specs,
    all,
    only: (type) => one(all(type), type),
    lambda: (name) => {
      const physicalName = `kartis-${settings.stage}-${name}`;
      const named = all("AWS::Lambda::Function").filter(({ properties }) => at(properties, "FunctionName") === physicalName);
      return one(named, physicalName);
    },
    text,
    dispose: () => rmSync(directory, { recursive: true, force: true }),
  };
}

function write(path: string, content: string): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, content);
}

/** The value at this path, or undefined. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, key) =>
      typeof found === "object" && found !== null ? Object.entries(found).find(([name]) => name === String(key))?.[1] : undefined,
    value,
  );
}

/** A list; one value alone counts as a list of it, as in IAM policies; nothing as none. */
export const list = (value: unknown): readonly unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

export const entries = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];
