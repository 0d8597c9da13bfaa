import { mentionsOf } from "../../cards/index.ts";
import type { BundleItem } from "../bundle/bundle.ts";
import type { PersonalDataPart, Person, Reader } from "./part.ts";

const idsOf = ({ cards }: Person) => cards.map(({ id }) => id);

/** Cards that name them in a relation. They keep their values: all that is left there of an erased card is its id, which means nothing to anybody. */
export const mentions: PersonalDataPart = {
  count: async (person) => (await mentionsOf(person.orgId, { kind: "organization" }, idsOf(person))).length,
  async *collect(person, reader: Reader): AsyncGenerator<BundleItem> {
    const found = await mentionsOf(person.orgId, reader.scope, idsOf(person));
    const mentionRows = found.map(({ cardId, typeId, name, fieldId }) => {
      const type = reader.types.find(({ id }) => id === typeId);
      return { cardId, name, type: type?.name ?? typeId, field: type?.fields.find(({ id }) => id === fieldId)?.label ?? fieldId };
    });
    const { t } = reader;
    yield {
      kind: "table",
      name: "mentions",
      title: t("personalData.part.mentions"),
      header: [t("personalData.column.card"), t("personalData.column.type"), t("personalData.column.field")],
      rows: mentionRows.map(({ name, type, field }) => [name, type, field]),
      json: mentionRows,
    };
  },
};
