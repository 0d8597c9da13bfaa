import type { CardType, Field } from "../../cards/schema.ts";
import type { CardTypeId } from "../../kernel/id.ts";
import { ActionSchema, actionOf } from "../actions/list.ts";
import { type ConditionSubject, subjectOf } from "../conditions/subject.ts";
import { saidRelation, typesAt } from "../related-variables.ts";
import type { Definition } from "../schema.ts";
import type { Reference, Shared } from "./schema.ts";
import { fieldOf, inTemplates, isObject, isOwnField, type Json, type Surroundings } from "./surroundings.ts";

interface Exported {
  readonly name: string;
  readonly cardTypeId: CardTypeId;
  readonly definition: Definition;
}

/**
 * The automation for another organization: what it refers to is replaced by tokens, with the names by which it can be found there. It contains no ids of people, no
 * headers and no paths of webhooks.
 * @returns null if the card type no longer exists, or a step names one particular card, which no other organization has
 */
export function sharedOf({ name, cardTypeId, definition }: Exported, around: Surroundings): Shared | null {
  const type = around.types.find(({ id }) => id === cardTypeId);
  const json = JSON.stringify(definition);
  if (!type || /"crd_[0-9A-Z]{26}"/.test(json)) return null;
  const writer = new Writer(type, around, json);
  const cardType = writer.type(type);
  return {
    kartis: "automation",
    format: 1,
    name,
    cardType,
    definition: writer.value(JSON.parse(json) as Json), // stringified above
    references: Object.fromEntries(writer.references),
  };
}

/** Where a value is. */
interface Scope {
  /** The field that it is a value of. */
  readonly field?: Field | undefined;
  /** The type whose fields are named. */
  readonly type: CardType;
  /** The type of the card that the step is executed for, which texts have values of. */
  readonly card: CardType;
}

class Writer {
  readonly references = new Map<string, Reference>();
  readonly #tokens = new Map<string, string>();
  readonly #own: CardType;
  readonly #around: Surroundings;
  /** In no text of the definition, so that no text is taken for a token. */
  readonly #prefix: string;

  constructor(own: CardType, around: Surroundings, json: string) {
    this.#own = own;
    this.#around = around;
    let prefix = "@";
    while (json.includes(prefix)) prefix += "@";
    this.#prefix = prefix;
  }

  /** The token of what the key identifies; one for each. */
  #token(key: string, reference: () => Reference): string {
    const known = this.#tokens.get(key);
    if (known) return known;
    const token = `${this.#prefix}${this.#tokens.size + 1}`;
    this.#tokens.set(key, token);
    this.references.set(token, reference());
    return token;
  }

  type(type: CardType): string {
    return this.#token(type.id, () => ({ kind: "type", name: type.name }));
  }

  #field(type: CardType, field: Field): string {
    if (!isOwnField(field.id)) return field.id;
    const of = this.type(type);
    return this.#token(field.id, () => ({ kind: "field", name: field.label, of, type: field.type }));
  }

  /** The token of a field of any type; one that no longer exists has no name. */
  #fieldId(fieldId: string, expected: CardType): string {
    const type = [expected, ...this.#around.types].find((one) => fieldOf(one, fieldId));
    const field = fieldOf(type, fieldId);
    if (type && field) return this.#field(type, field);
    const of = this.type(expected);
    return this.#token(fieldId, () => ({ kind: "field", name: "", of, type: "" }));
  }

  value(value: Json, scope: Scope = { type: this.#own, card: this.#own }): Json {
    if (typeof value === "string") return this.#text(value, scope);
    if (Array.isArray(value)) return value.map((one: Json) => this.value(one, scope));
    if (!isObject(value)) return value;
    if (value["kind"] === "action" && isObject(value["action"]))
      return { ...value, action: this.#action(value["action"], scope.card) };
    if (value["kind"] === "forEach") return this.#forEach(value, scope);
    const subject = typeof value["fieldId"] === "string" ? subjectOf(value["fieldId"]) : undefined;
    if (subject && subject.of !== "card" && subject.of !== "figure") return this.#condition(value, subject, scope);
    if (value["kind"] === "statusChanged") {
      const field = fieldOf(this.#own, "status");
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, name === "kind" ? one : this.value(one, { ...scope, field })]),
      );
    }
    const field = fieldOf(scope.type, value["fieldId"]);
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => {
        const keyed = fieldOf(scope.type, name);
        if (isOwnField(name)) return [this.#fieldId(name, scope.type), this.value(one, { ...scope, field: keyed })];
        const inner = name === "value" ? field : name === "status" ? keyed : undefined;
        return [name, this.value(one, { ...scope, field: inner })];
      }),
    );
  }

  #typeOf(id: Json | undefined, otherwise: CardType): CardType {
    return this.#around.types.find((type) => type.id === id) ?? otherwise;
  }

  /** Its conditions and steps are about cards of the related type. */
  #forEach(step: { readonly [name: string]: Json }, scope: Scope): Json {
    const related = this.#typeOf(step["relatedTypeId"], scope.card);
    const within = { type: related, card: related };
    return Object.fromEntries(
      Object.entries(step).map(([name, one]) => [name, this.value(one, name === "relatedTypeId" ? scope : within)]),
    );
  }

  /** A condition on the value before, or on related cards: its field id names several things. */
  #condition(
    condition: { readonly [name: string]: Json },
    subject: Exclude<ConditionSubject, { of: "card" | "figure" }>,
    scope: Scope,
  ): Json {
    const type = subject.of === "before" ? scope.type : this.#typeOf(subject.typeId, scope.type);
    const names = [
      subject.of === "before" ? "before" : `related:${this.type(type)}`,
      ...(subject.of === "count" ? [] : [isOwnField(subject.fieldId) ? this.#fieldId(subject.fieldId, type) : subject.fieldId]),
    ];
    const field = subject.of === "count" ? undefined : fieldOf(type, subject.fieldId);
    return Object.fromEntries(
      Object.entries(condition).map(([name, one]) => [
        name,
        name === "fieldId" ? names.join(":") : this.value(one, { ...scope, type, field }),
      ]),
    );
  }

  #action(given: { readonly [name: string]: Json }, card: CardType): Json {
    const action = ActionSchema.parse(given);
    const definition = actionOf(action);
    const { path } = definition.address?.(action) ?? {};
    const shared = JSON.parse(JSON.stringify(definition.shared?.(action) ?? action)) as { readonly [name: string]: Json };
    const made = this.#around.types.find(({ id }) => id === shared["typeId"]);
    return Object.fromEntries(
      Object.entries(shared).map(([name, one]) => {
        if (name === path && typeof one === "string")
          return [name, this.#token(one, () => ({ kind: "address", name: new URL(one).host }))];
        if (name === "fields" && made) return [name, this.value(one, { type: made, card })];
        if (name !== "value") return [name, this.value(one, { type: card, card })];
        return [name, this.value(one, { type: card, card, field: fieldOf(card, shared["fieldId"]) })];
      }),
    );
  }

  #text(text: string, { field, type, card }: Scope): string {
    const option = field?.options.find(({ id }) => id === text);
    if (field && option) {
      const [of, at] = [this.type(type), this.#field(type, field)];
      return this.#token(`${type.id}/${field.id}/${text}`, () => ({ kind: "option", name: option.label, of, field: at }));
    }
    const named = (list: readonly { readonly id: string; readonly name: string }[]): string =>
      list.find(({ id }) => id === text)?.name ?? "";
    if (/^usr_[0-9A-Z]{26}$/.test(text)) return this.#token(text, () => ({ kind: "person", name: named(this.#around.people) }));
    if (/^rol_[0-9A-Z]{26}$/.test(text)) return this.#token(text, () => ({ kind: "role", name: named(this.#around.roles) }));
    if (/^typ_[0-9A-Z]{26}$/.test(text)) return this.#token(text, () => ({ kind: "type", name: named(this.#around.types) }));
    if (/^tpl_[0-9A-Z]{26}$/.test(text)) {
      const template = this.#around.templates.find(({ id }) => id === text);
      const of = this.type(card);
      return this.#token(`${card.id}/${text}`, () => {
        return { kind: "template", name: template?.name ?? "", channel: template?.channel ?? "mail", of };
      });
    }
    if (/^fld_\S+$/.test(text)) return this.#fieldId(text, type);
    return inTemplates(text, (key, relation) => {
      const from = relation === undefined ? undefined : saidRelation(card, relation);
      const types = relation === undefined ? [card] : from ? typesAt(from, this.#around.types) : [];
      const of = types.find(({ fields }) => fields.some((one) => one.key === key));
      const used = of?.fields.find((one) => one.key === key);
      return of && used && isOwnField(used.id) ? this.#field(of, used) : key;
    });
  }
}
