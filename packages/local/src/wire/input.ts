import { AwsError } from "./errors.ts";
import { isObject } from "./http.ts";

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

export type Refusal = (problem: { kind: "missing" | "invalid"; name: string; message: string }) => AwsError;

const validation: Refusal = ({ message }) => new AwsError("ValidationException", message);

/** A request's fields, read with their types checked. Errors are in the words of the service. */
export class Input {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly #refuse: Refusal;

  constructor(fields: Readonly<Record<string, unknown>>, refuse: Refusal = validation) {
    this.fields = fields;
    this.#refuse = refuse;
  }

  has(name: string): boolean {
    return this.fields[name] !== undefined && this.fields[name] !== null;
  }

  text(name: string): string {
    return this.optionalText(name) ?? this.#missing(name);
  }

  optionalText(name: string): string | undefined {
    if (!this.has(name)) return undefined;
    const value = this.fields[name];
    return typeof value === "string" ? value : this.#invalid(name, "must be a string");
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.optionalText(name);
    if (value === undefined) return undefined;
    const found = allowed.find((candidate) => candidate === value);
    return found ?? this.#invalid(name, `must be one of [${allowed.join(", ")}]`);
  }

  /** Query strings bring numbers as text; both are read. */
  optionalInteger(name: string, { min = -Infinity, max = Infinity }: Bounds = {}): number | undefined {
    if (!this.has(name)) return undefined;
    const value = Number(this.fields[name]);
    if (!Number.isInteger(value)) return this.#invalid(name, "must be an integer");
    return value >= min && value <= max ? value : this.#invalid(name, `must be between ${min} and ${max}`);
  }

  flag(name: string): boolean {
    return this.fields[name] === true;
  }

  /** AWS's JSON protocols carry instants as epoch seconds with a fraction. Returns epoch milliseconds. */
  optionalInstant(name: string): number | undefined {
    if (!this.has(name)) return undefined;
    const value = this.fields[name];
    const instant = typeof value === "number" ? value * 1000 : Date.parse(String(value));
    return Number.isFinite(instant) ? instant : this.#invalid(name, "must be a timestamp");
  }

  object(name: string): Input {
    return this.optionalObject(name) ?? this.#missing(name);
  }

  optionalObject(name: string): Input | undefined {
    if (!this.has(name)) return undefined;
    const value = this.fields[name];
    return isObject(value) ? new Input(value, this.#refuse) : this.#invalid(name, "must be an object");
  }

  objects(name: string): Input[] {
    return this.#list(name).map((item) =>
      isObject(item) ? new Input(item, this.#refuse) : this.#invalid(name, "must hold objects"),
    );
  }

  texts(name: string): string[] {
    return this.#list(name).map((item) => (typeof item === "string" ? item : this.#invalid(name, "must hold strings")));
  }

  /** A map of string to string, empty if absent. */
  textMap(name: string): Record<string, string> {
    const entries = Object.entries(this.optionalObject(name)?.fields ?? {});
    return Object.fromEntries(
      entries.map(([key, value]) => [
        key,
        typeof value === "string" ? value : this.#invalid(`${name}.${key}`, "must be a string"),
      ]),
    );
  }

  #list(name: string): readonly unknown[] {
    if (!this.has(name)) return [];
    const value = this.fields[name];
    return Array.isArray(value) ? value : this.#invalid(name, "must be a list");
  }

  #missing(name: string): never {
    throw this.#refuse({ kind: "missing", name, message: `The request must contain the parameter ${name}.` });
  }

  #invalid(name: string, rule: string): never {
    const message = `Value ${JSON.stringify(this.fields[name])} for parameter ${name} is invalid. Reason: ${name} ${rule}.`;
    throw this.#refuse({ kind: "invalid", name, message });
  }
}
