import type { FieldTemplate, OptionTemplate } from "./template.ts";

/** The standard fields of the spec (SPEC section 3) that templates share. */

export const leadStatuses: readonly OptionTemplate[] = [
  { label: "fields.leadStatus.NEW", hue: "blue" },
  { label: "fields.leadStatus.ATTEMPTED_TO_CONTACT", hue: "orange" },
  { label: "fields.leadStatus.CONNECTED", hue: "teal" },
  { label: "fields.leadStatus.OPEN", hue: "sky" },
  { label: "fields.leadStatus.IN_PROGRESS", hue: "amber" },
  { label: "fields.leadStatus.OPEN_DEAL", hue: "violet" },
  { label: "fields.leadStatus.PILOT", hue: "lime" },
  { label: "fields.leadStatus.PAYING_CUSTOMER", hue: "green" },
  { label: "fields.leadStatus.BAD_TIMING", hue: "brown" },
  { label: "fields.leadStatus.UNQUALIFIED", hue: "slate" },
];

export const priority: FieldTemplate = {
  key: "priority",
  type: "singleSelect",
  label: "fields.standard.priority",
  group: "templates.group.deal",
  options: [
    { label: "fields.priority.LOW", hue: "slate" },
    { label: "fields.priority.MEDIUM", hue: "blue" },
    { label: "fields.priority.HIGH", hue: "amber" },
    { label: "fields.priority.URGENT", hue: "red" },
  ],
};

export const lifecycleStage: FieldTemplate = {
  key: "lifecycleStage",
  type: "singleSelect",
  label: "fields.standard.lifecycleStage",
  group: "templates.group.deal",
  options: [
    { label: "fields.lifecycleStage.SUBSCRIBER", hue: "slate" },
    { label: "fields.lifecycleStage.LEAD", hue: "blue" },
    { label: "fields.lifecycleStage.MARKETING_QUALIFIED_LEAD", hue: "sky" },
    { label: "fields.lifecycleStage.SALES_QUALIFIED_LEAD", hue: "teal" },
    { label: "fields.lifecycleStage.OPPORTUNITY", hue: "violet" },
    { label: "fields.lifecycleStage.CUSTOMER", hue: "green" },
    { label: "fields.lifecycleStage.EVANGELIST", hue: "pink" },
    { label: "fields.lifecycleStage.OTHER", hue: "slate" },
  ],
};

export const source: FieldTemplate = {
  key: "source",
  type: "singleSelect",
  label: "fields.standard.source",
  group: "templates.group.deal",
  options: [
    { label: "templates.option.website", hue: "slate" },
    { label: "templates.option.referral", hue: "slate" },
    { label: "templates.option.googleAds", hue: "slate" },
    { label: "templates.option.tradeFair", hue: "slate" },
    { label: "templates.option.partner", hue: "slate" },
    { label: "templates.option.facebook", hue: "slate" },
    { label: "templates.option.tender", hue: "slate" },
  ],
};

export const medium: FieldTemplate = {
  key: "medium",
  type: "singleSelect",
  label: "fields.standard.medium",
  group: "templates.group.deal",
  displayed: false,
  options: [
    { label: "templates.option.organic", hue: "slate" },
    { label: "templates.option.paid", hue: "slate" },
    { label: "templates.option.email", hue: "slate" },
    { label: "templates.option.event", hue: "slate" },
  ],
};

export const campaign: FieldTemplate = {
  key: "campaign",
  type: "text",
  label: "fields.standard.campaign",
  group: "templates.group.deal",
  displayed: false,
};
export const price: FieldTemplate = {
  key: "price",
  type: "currency",
  label: "fields.standard.price",
  group: "templates.group.deal",
};
export const closeDate: FieldTemplate = {
  key: "closeDate",
  type: "date",
  label: "templates.field.closeDate",
  group: "templates.group.deal",
};
export const notes: FieldTemplate = {
  key: "notes",
  type: "textarea",
  label: "templates.field.notes",
  group: "templates.group.details",
  displayed: false,
};

export const mainContact: FieldTemplate = {
  key: "mainContact",
  type: "text",
  label: "templates.field.mainContact",
  group: "templates.group.contact",
  displayed: false,
};
export const email: FieldTemplate = {
  key: "email",
  type: "email",
  label: "fields.standard.email",
  group: "templates.group.contact",
};
export const phone: FieldTemplate = {
  key: "phone",
  type: "phone",
  label: "fields.standard.phone",
  group: "templates.group.contact",
};
export const website: FieldTemplate = {
  key: "website",
  type: "url",
  label: "templates.field.website",
  group: "templates.group.contact",
  displayed: false,
};
export const location: FieldTemplate = {
  key: "location",
  type: "text",
  label: "templates.field.location",
  group: "templates.group.contact",
  displayed: false,
};
export const address: FieldTemplate = {
  key: "address",
  type: "text",
  label: "templates.field.address",
  group: "templates.group.contact",
};

const industryOptions: readonly OptionTemplate[] = [
  { label: "templates.option.energy", hue: "lime" },
  { label: "templates.option.construction", hue: "brown" },
  { label: "templates.option.food", hue: "green" },
  { label: "templates.option.logistics", hue: "sky" },
  { label: "templates.option.hospitality", hue: "pink" },
];
export const industry: FieldTemplate = {
  key: "industry",
  type: "singleSelect",
  label: "templates.field.industry",
  group: "templates.group.company",
  options: industryOptions,
};
export const interests: FieldTemplate = {
  key: "interests",
  type: "multiSelect",
  label: "templates.field.interests",
  group: "templates.group.company",
  displayed: false,
  options: industryOptions,
};

/** Products that a card is about. */
export const products = {
  key: "products",
  type: "cardRelation",
  label: "templates.products",
  relation: { to: ["products"], many: true },
  displayed: false,
} as const satisfies FieldTemplate;
/** The one customer that a card belongs to. */
export const customer = {
  key: "customer",
  type: "cardRelation",
  label: "templates.customer",
  relation: { to: ["customers"], many: false },
} as const satisfies FieldTemplate;
