import { isId, type CardTypeId, type OrgId } from "@kartis/core/kernel/id.ts";
import * as z from "zod";
import { openSession, type Session } from "../bench/session.ts";

const Types = z.array(
  z.object({
    id: z.templateLiteral(["typ_", z.string()]),
    slug: z.string(),
    fields: z.array(z.object({ id: z.string(), key: z.string(), options: z.array(z.object({ id: z.string() })) })),
  }),
);

export interface Founded {
  readonly session: Session;
  readonly orgId: OrgId;
  readonly typeId: CardTypeId;
  readonly fieldOf: (key: string) => string;
  /** The list page that the goals speak of: one filter, one sort, the count and a sum, fifty rows. */
  readonly list: { readonly cardTypeId: CardTypeId } & Readonly<Record<string, unknown>>;
}

/** An organization of its own, with the leads of the sales template. */
export async function found(origin: string): Promise<Founded> {
  const session = await openSession(origin);
  const { orgId } = session;
  if (!isId("org", orgId)) throw new Error("No organization");
  const leads = Types.parse(await session.call("cards.types", {})).find(({ slug }) => slug === "leads");
  if (!leads) throw new Error("No leads");
  const fieldOf = (key: string): string => {
    const field = leads.fields.find((each) => each.key === key);
    if (!field) throw new Error(`No field ${key}`);
    return field.id;
  };
  const status = leads.fields.find(({ id }) => id === "status")?.options[0]?.id;
  const price = fieldOf("price");
  return {
    session,
    orgId,
    typeId: leads.id,
    fieldOf,
    list: {
      cardTypeId: leads.id,
      filter: { fieldId: "status", operator: "EQUAL", value: status },
      sort: [{ fieldId: price, direction: "desc" }],
      limit: 50,
      sums: [price],
    },
  };
}
