import { cardTypesOf } from "../../cards/index.ts";
import { optOutsOf } from "../../sms/index.ts";
import type { BundleItem } from "../bundle/bundle.ts";
import type { PersonalDataPart, Person, Reader } from "./part.ts";

/** The person's numbers that have opted out of SMS. */
async function optOutsOfPerson({ orgId, cards }: Person) {
  const types = new Map((await cardTypesOf(orgId)).map((type) => [type.id, type]));
  const phones = cards.flatMap(({ typeId, fields: values }) =>
    (types.get(typeId)?.fields ?? []).flatMap(({ id, type }) => {
      const value = type === "phone" ? values[id] : undefined;
      return typeof value === "string" ? value : [];
    }),
  );
  return [...(await optOutsOf(orgId, phones))].map(([phone, optOut]) => ({ phone, ...optOut }));
}

/** Opt-outs of SMS, which outlive the person: without its opt-out, a number that is typed in again would get SMS again. The number itself is not stored with it. */
export const smsOptOuts: PersonalDataPart = {
  async keeps(person) {
    const { length: count } = await optOutsOfPerson(person);
    return count > 0 ? [{ reason: "personalData.keeps.smsOptOuts", count }] : [];
  },
  async *collect(person: Person, { t, members }: Reader): AsyncGenerator<BundleItem> {
    const found = await optOutsOfPerson(person);
    if (found.length === 0) return;
    const nameOf = (userId: string | null) => members.find((member) => member.userId === userId)?.name ?? "";
    yield {
      kind: "table",
      name: "sms-opt-outs",
      title: t("personalData.part.smsOptOuts"),
      header: (["number", "createdAt", "createdBy"] as const).map((name) => t(`audit.value.${name}`)),
      rows: found.map(({ phone, since, by }) => [phone, since, nameOf(by)]),
      json: found,
    };
  },
};
