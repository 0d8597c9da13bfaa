import { address, customer, email, mainContact, notes, phone, price, priority } from "./standard-fields.ts";
import type { Template } from "./template.ts";

export const fieldServices = {
  id: "field-services",
  cardTypes: [
    {
      slug: "customers",
      apiName: "customer",
      name: "templates.customer",
      pluralName: "templates.customers",
      hue: "green",
      statuses: [
        { label: "templates.status.active", hue: "green" },
        { label: "templates.status.paused", hue: "amber" },
        { label: "templates.status.former", hue: "slate" },
      ],
      identifiers: ["email", "phone"],
      fields: [mainContact, email, phone, address, notes],
    },
    {
      slug: "jobs",
      apiName: "job",
      name: "templates.job",
      pluralName: "templates.jobs",
      hue: "blue",
      statuses: [
        { label: "templates.status.new", hue: "blue" },
        { label: "templates.status.scheduled", hue: "sky" },
        { label: "templates.status.onTheWay", hue: "amber" },
        { label: "templates.status.inProgress", hue: "violet" },
        { label: "templates.status.done", hue: "green" },
        { label: "templates.status.canceled", hue: "slate" },
      ],
      identifiers: [],
      fields: [
        priority,
        customer,
        { key: "equipment", type: "cardRelation", label: "templates.equipment", relation: { to: ["equipment"], many: true } },
        { key: "scheduledAt", type: "datetime", label: "templates.field.scheduledAt" },
        { key: "hours", type: "number", label: "templates.field.duration", min: 0 },
        address,
        phone,
        price,
        notes,
      ],
    },
    {
      slug: "equipment",
      apiName: "equipmentItem",
      name: "templates.equipmentItem",
      pluralName: "templates.equipment",
      hue: "orange",
      identifiers: ["serialNumber"],
      fields: [
        customer,
        { key: "serialNumber", type: "text", label: "templates.field.serialNumber" },
        { key: "installedOn", type: "date", label: "templates.field.installedOn" },
        { key: "warrantyUntil", type: "date", label: "templates.field.warrantyUntil" },
        address,
        notes,
      ],
    },
  ],
} as const satisfies Template;
