/** A value as DynamoDB's JSON has it: one member that names the type. Binary is base64. */
export type Attribute = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, unknown>>;

/**
 * A plain value as an attribute, under the rules of the SDK's `marshall` with `removeUndefinedValues`: undefined and functions are left out of maps and lists;
 * empty sets, NaN, numbers past 2^53 and instances of classes are refused.
 */
export function toAttribute(value: unknown): Attribute {
  if (typeof value === "string") return { S: value };
  if (typeof value === "number") return { N: digitsOf(value) };
  if (typeof value === "boolean") return { BOOL: value };
  if (typeof value === "bigint") return { N: value.toString() };
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.filter(isKept).map(toAttribute) };
  if (value instanceof Uint8Array) return { B: base64Of(value) };
  if (value instanceof Set) return setAttribute([...value].filter((one) => one !== undefined));
  if (typeof value === "object" && isPlain(value)) return { M: toAttributes(value) };
  throw new TypeError(`DynamoDB stores no ${Object(value).constructor?.name ?? typeof value}`);
}

/** An item, a key or the values of an expression, each member an attribute. */
export function toAttributes(values: object): Values {
  const attributes: Record<string, Attribute> = {};
  for (const [name, value] of Object.entries(values)) if (isKept(value)) put(attributes, name, toAttribute(value));
  return attributes;
}

/** The plain value of an attribute, as the SDK's `unmarshall` gives it. */
export function fromAttribute(attribute: Attribute): unknown {
  for (const type in attribute) {
    const value = attribute[type];
    switch (type) {
      case "S":
      case "BOOL":
        return value;
      case "N":
        return numberOf(String(value));
      case "NULL":
        return null;
      case "B":
        return bytesOf(String(value));
      case "M":
        return fromAttributes(Object(value));
      case "L":
        return listOf<Attribute>(value).map(fromAttribute);
      case "SS":
        return new Set(listOf<string>(value));
      case "NS":
        return new Set(listOf<string>(value).map(numberOf));
      case "BS":
        return new Set(listOf<string>(value).map(bytesOf));
    }
  }
  throw new TypeError("DynamoDB answered with an attribute of no known type");
}

export function fromAttributes(attributes: Readonly<Record<string, Attribute>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name in attributes) {
    const attribute = attributes[name];
    if (attribute) put(values, name, fromAttribute(attribute));
  }
  return values;
}

const isKept = (value: unknown): boolean => value !== undefined && typeof value !== "function";

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
};

/** Assigning to `__proto__` would change the object rather than add to it. */
function put(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__") Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
  else target[name] = value;
}

function digitsOf(value: number): string {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER)
    throw new RangeError(`DynamoDB would not keep the number ${value}`);
  return String(value);
}

/** Integers past 2^53, which only another program can have written, as a bigint rather than wrong. */
function numberOf(digits: string): number | bigint {
  const value = Number(digits);
  return Math.abs(value) > Number.MAX_SAFE_INTEGER && Number.isFinite(value) ? BigInt(digits) : value;
}

function setAttribute(members: readonly unknown[]): Attribute {
  if (members.length === 0) throw new TypeError("DynamoDB stores no empty set");
  if (members.every((one) => typeof one === "string")) return { SS: members };
  if (members.every((one) => typeof one === "number")) return { NS: members.map(digitsOf) };
  if (members.every((one) => one instanceof Uint8Array)) return { BS: members.map(base64Of) };
  throw new TypeError("DynamoDB stores sets of strings, of numbers or of bytes");
}

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");

function bytesOf(base64: string): Uint8Array {
  const { buffer, byteOffset, byteLength } = Buffer.from(base64, "base64");
  return new Uint8Array(buffer, byteOffset, byteLength);
}

const listOf = <T>(value: unknown): readonly T[] => value as readonly T[]; // determined by DynamoDB's own type
