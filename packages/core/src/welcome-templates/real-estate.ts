import { address, email, notes, phone, price, source } from "./standard-fields.ts";
import type { Template } from "./template.ts";

export const realEstate = {
  id: "real-estate",
  cardTypes: [
    {
      slug: "buyers",
      apiName: "buyer",
      name: "templates.buyer",
      pluralName: "templates.buyers",
      hue: "blue",
      statuses: [
        { label: "templates.status.new", hue: "blue" },
        { label: "templates.status.viewing", hue: "sky" },
        { label: "templates.status.offer", hue: "amber" },
        { label: "templates.status.bought", hue: "green" },
        { label: "templates.status.lost", hue: "slate" },
      ],
      identifiers: ["email", "phone"],
      fields: [
        { key: "budget", type: "currency", label: "templates.field.budget", group: "templates.group.details" },
        { key: "rooms", type: "number", label: "templates.field.rooms", group: "templates.group.details", min: 0 },
        {
          key: "properties",
          type: "cardRelation",
          label: "templates.properties",
          relation: { to: ["properties"], many: true },
        },
        email,
        phone,
        source,
        notes,
      ],
    },
    {
      slug: "owners",
      apiName: "owner",
      name: "templates.owner",
      pluralName: "templates.owners",
      hue: "teal",
      identifiers: ["email", "phone"],
      fields: [email, phone, address, notes],
    },
    {
      slug: "properties",
      apiName: "property",
      name: "templates.property",
      pluralName: "templates.properties",
      hue: "violet",
      statuses: [
        { label: "templates.status.available", hue: "green" },
        { label: "templates.status.underOffer", hue: "amber" },
        { label: "templates.status.sold", hue: "slate" },
      ],
      identifiers: [],
      fields: [
        {
          key: "kind",
          type: "radio",
          label: "templates.field.propertyKind",
          options: [
            { label: "templates.option.apartment", hue: "blue" },
            { label: "templates.option.house", hue: "green" },
            { label: "templates.option.office", hue: "slate" },
            { label: "templates.option.land", hue: "brown" },
          ],
        },
        price,
        { key: "rooms", type: "number", label: "templates.field.rooms", min: 0 },
        { key: "area", type: "number", label: "templates.field.area", min: 0 },
        address,
        { key: "listedOn", type: "date", label: "templates.field.listedOn" },
        {
          key: "landlord",
          type: "cardRelation",
          label: "templates.field.propertyOwner",
          relation: { to: ["owners"], many: true },
        },
        { key: "furnished", type: "checkbox", label: "templates.field.furnished", displayed: false },
        notes,
      ],
    },
  ],
} as const satisfies Template;
