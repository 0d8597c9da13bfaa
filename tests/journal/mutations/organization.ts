import type { OrgId } from "@kartis/core/kernel/id.ts";
import { connectMailbox, startGmail } from "../../support/gmail.ts";
import { callOnce, settleIncoming } from "../../support/incoming-webhooks.ts";
import { publishForm, submitOnce } from "../../support/lead-forms.ts";
import { newMember, newOwner, type Owner } from "../../support/people.ts";
import { fanOutLatest, receiverSide, run, webhooksPlace } from "../../support/webhooks.ts";
import {
  cardOf,
  childOf,
  grantIn,
  inOrganization,
  newAdmin,
  ofNoOrganization,
  operationOf,
  paid,
  recorded,
  refusedMail,
  roleOf,
  started,
  the,
  unrecorded,
  type Cases,
} from "./world.ts";

async function incomingOf(owner: Owner) {
  const { typeId } = await cardOf(owner);
  return owner.call(the("incomingWebhooks.create"), { name: "Form", typeId });
}
const hook = { url: webhooksPlace, events: ["task.created" as const] };

export const organization = {
  "support.contact": ofNoOrganization,
  "adminConsole.endImpersonation": ofNoOrganization,
  "organizations.create": recorded("organization.create", async (owner) => {
    const made = { name: "Another", language: "en", template: "empty" } as const;
    let orgId: OrgId | undefined;
    const call = async () => ({ orgId } = await owner.call(the("organizations.create"), made));
    return Object.defineProperty(call, "orgId", { get: () => orgId });
  }),
  "organizations.createChild": recorded(
    "organization.attach",
    async (owner) => () => owner.call(the("organizations.createChild"), { name: "Branch", language: "en", template: "empty" }),
  ),
  "organizations.update": recorded("organization.update", async (owner) => {
    const { version, phone, whatsappNumber, ...settings } = await owner.call(the("organizations.settings"), {});
    const changed = { ...settings, phone: phone ?? "", whatsappNumber: whatsappNumber ?? "", name: "Renamed" };
    return () => owner.call(the("organizations.update"), { ...changed, expectedVersion: version });
  }),
  "gmail.connect": unrecorded("passing", async (owner) => {
    const side = await startGmail();
    return () => owner.call(the("gmail.connect"), {}).finally(() => void side.close());
  }),
  "gmail.update": recorded("gmail.update", async (owner) => {
    await connectMailbox(owner);
    return () => owner.call(the("gmail.update"), { sharing: "subject", blocked: ["bank.example"], expectedVersion: 1 });
  }),
  "gmail.disconnect": recorded("gmail.disconnect", async (owner) => {
    await connectMailbox(owner);
    const side = await startGmail();
    return () => owner.call(the("gmail.disconnect"), { mails: "delete" }).finally(() => void side.close());
  }),
  "organizations.remove": recorded("organization.delete", async (owner) => {
    const { name } = await owner.call(the("organizations.settings"), {});
    return () => owner.call(the("organizations.remove"), { name });
  }),
  "organizations.transfer": recorded("userRole.update", async (owner) => {
    const { userId } = await newMember(owner, { systemRole: "ADMIN" });
    return () => owner.call(the("organizations.transfer"), { userId });
  }),
  "family.createCode": unrecorded("passing", async (owner) => () => owner.call(the("family.createCode"), {})),
  "family.attach": recorded("organization.attach", async (owner) => {
    const child = await newOwner({ template: "empty" });
    const { code } = await owner.call(the("family.createCode"), {});
    return () => child.call(the("family.attach"), { code });
  }),
  "family.detach": recorded("organization.detach", async (owner) => {
    const child = await childOf(owner);
    return () => child.call(the("family.detach"), {});
  }),
  "family.grant": recorded("organization.accessUpdate", async (owner) => {
    const child = await childOf(owner);
    const { id: roleId } = await roleOf(child);
    return inOrganization(child.orgId, () => owner.call(the("family.grant"), { childId: child.orgId, holder: "ADMIN", roleId }));
  }),
  "family.revoke": recorded("organization.accessUpdate", async (owner) => {
    const child = await childOf(owner);
    await grantIn(owner, child);
    return inOrganization(child.orgId, () => child.call(the("family.revoke"), { holder: "ADMIN", isRevoked: true }));
  }),
  "operations.cancel": recorded("operation.cancel", async (owner) => {
    const { operationId } = await operationOf(owner);
    return () => owner.call(the("operations.cancel"), { operationId });
  }),
  "dashboard.choose": unrecorded("personal", async (owner) => {
    const admin = await newAdmin();
    await admin.call(the("adminConsole.switchFeature"), { orgId: owner.orgId, feature: "dashboard", isOn: true });
    return () => owner.call(the("dashboard.choose"), { typeId: null, viewId: null, sumFieldId: null });
  }),
  "plans.dismissWarning": unrecorded(
    "personal",
    async (owner) => () => owner.call(the("plans.dismissWarning"), { limit: "cards", level: 80 }),
  ),
  "audit.export": started(async (owner) => () => owner.call(the("audit.export"), {})),
  "personalData.export": started(async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("personalData.export"), { cardId });
  }),
  "personalData.erase": recorded("card.erase", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("personalData.erase"), { cardId });
  }),
  "adminConsole.updatePlan": recorded("plan.update", async ({ orgId }) => {
    const admin = await newAdmin();
    return () => admin.call(the("adminConsole.updatePlan"), { orgId, plan: "PRO", endsAt: null });
  }),
  "adminConsole.topUpSms": recorded("smsBalance.topUp", async ({ orgId }) => {
    const admin = await newAdmin();
    return () => admin.call(the("adminConsole.topUpSms"), { orgId, parts: 100, reason: "Invoice 7" });
  }),
  "adminConsole.switchFeature": recorded("organization.feature", async ({ orgId }) => {
    const admin = await newAdmin();
    return () => admin.call(the("adminConsole.switchFeature"), { orgId, feature: "dashboard", isOn: true });
  }),
  "adminConsole.impersonate": recorded("organization.impersonate", async ({ orgId }) => {
    const admin = await newAdmin();
    return () => admin.call(the("adminConsole.impersonate"), { orgId, reason: "asked to", minutes: 15 });
  }),
  "adminConsole.deleteOrganization": recorded("organization.delete", async (owner) => {
    const admin = await newAdmin();
    const { name } = await owner.call(the("organizations.settings"), {});
    return () => admin.call(the("adminConsole.deleteOrganization"), { orgId: owner.orgId, name, reason: "asked to" });
  }),
  "billing.checkout": unrecorded(
    "passing",
    async (owner) => () => owner.call(the("billing.checkout"), { plan: "PRO", cycle: "yearly" }),
  ),
  "billing.confirm": recorded("plan.update", async (owner) => {
    const checkoutId = await paid(owner);
    return () => owner.call(the("billing.confirm"), { checkoutId });
  }),
  "tokens.create": recorded(
    "apiToken.create",
    async (owner) => () =>
      owner.call(the("tokens.create"), { name: "Script", grants: { "CARDS.read": "USER" }, expiresInDays: 1 }),
  ),
  "leadForms.create": recorded("leadForm.create", async (owner) => {
    const { typeId } = await cardOf(owner);
    return () => owner.call(the("leadForms.create"), { name: "Form", typeId });
  }),
  "leadForms.update": recorded("leadForm.update", async (owner) => {
    const { id: formId, version } = await publishForm(owner, (await cardOf(owner)).typeId);
    return () => owner.call(the("leadForms.update"), { formId, expectedVersion: version, state: "paused" });
  }),
  "leadForms.remove": recorded("leadForm.delete", async (owner) => {
    const { id: formId } = await publishForm(owner, (await cardOf(owner)).typeId);
    return () => owner.call(the("leadForms.remove"), { formId });
  }),
  "leadForms.submit": recorded("webhook.receive", async (owner) => {
    const form = await publishForm(owner, (await cardOf(owner)).typeId);
    return () => submitOnce(owner, form, { name: "Dana" });
  }),
  "leadForms.retry": recorded("webhook.receive", async (owner) => {
    const form = await publishForm(owner, (await cardOf(owner)).typeId);
    await submitOnce(owner, form, { name: "Dana" }, { website: "robot" });
    await settleIncoming(owner);
    const [held] = (await owner.call(the("leadForms.submissions"), { formId: form.id })).calls;
    return () => owner.call(the("leadForms.retry"), { formId: form.id, callId: held?.id ?? "" });
  }),
  "incomingWebhooks.create": recorded("incomingWebhook.create", async (owner) => {
    const { typeId } = await cardOf(owner);
    return () => owner.call(the("incomingWebhooks.create"), { name: "Form", typeId });
  }),
  "incomingWebhooks.update": recorded("incomingWebhook.update", async (owner) => {
    const { id: webhookId } = await incomingOf(owner);
    return () => owner.call(the("incomingWebhooks.update"), { webhookId, expectedVersion: 1, state: "paused" });
  }),
  "incomingWebhooks.rotateUrl": recorded("incomingWebhook.rotate", async (owner) => {
    const { id: webhookId } = await incomingOf(owner);
    return () => owner.call(the("incomingWebhooks.rotateUrl"), { webhookId });
  }),
  "incomingWebhooks.sign": recorded("incomingWebhook.rotate", async (owner) => {
    const { id: webhookId } = await incomingOf(owner);
    return () => owner.call(the("incomingWebhooks.sign"), { webhookId, isSigned: true });
  }),
  "incomingWebhooks.retry": recorded("webhook.receive", async (owner) => {
    const incoming = await incomingOf(owner);
    const callId = await callOnce(owner, incoming, { name: "Dana" });
    return () => owner.call(the("incomingWebhooks.retry"), { webhookId: incoming.id, callId });
  }),
  "incomingWebhooks.remove": recorded("incomingWebhook.delete", async (owner) => {
    const { id: webhookId } = await incomingOf(owner);
    return () => owner.call(the("incomingWebhooks.remove"), { webhookId });
  }),
  "webhooks.create": recorded("webhookEndpoint.create", async (owner) => () => owner.call(the("webhooks.create"), hook)),
  "webhooks.update": recorded("webhookEndpoint.update", async (owner) => {
    const { id: endpointId } = await owner.call(the("webhooks.create"), hook);
    return () => owner.call(the("webhooks.update"), { endpointId, state: "paused" });
  }),
  "webhooks.rotateSecret": recorded("webhookEndpoint.rotate", async (owner) => {
    const { id: endpointId } = await owner.call(the("webhooks.create"), hook);
    return () => owner.call(the("webhooks.rotateSecret"), { endpointId });
  }),
  "webhooks.remove": recorded("webhookEndpoint.delete", async (owner) => {
    const { id: endpointId } = await owner.call(the("webhooks.create"), hook);
    return () => owner.call(the("webhooks.remove"), { endpointId });
  }),
  "webhooks.replay": recorded("webhookEndpoint.replay", async (owner) => {
    const { id: endpointId } = await owner.call(the("webhooks.create"), hook);
    const [from = "", until = ""] = [Date.now() - 60_000, Date.now()].map((at) => new Date(at).toISOString());
    return () => owner.call(the("webhooks.replay"), { endpointId, from, until });
  }),
  "webhooks.resend": recorded("webhookEndpoint.replay", async (owner) => {
    const { id: endpointId } = await owner.call(the("webhooks.create"), hook);
    await owner.call(the("tasks.create"), { title: "Call", due: "2030-01-01" });
    await fanOutLatest(owner.orgId, owner.clock);
    const { call } = receiverSide(owner.clock);
    await run(owner.orgId, endpointId, owner.clock, call);
    const { deliveries } = await owner.call(the("webhooks.deliveries"), { endpointId });
    return () => owner.call(the("webhooks.resend"), { endpointId, messageId: deliveries[0]?.messageId ?? "" });
  }),
  "webhooks.test": recorded("webhookEndpoint.test", async (owner) => {
    const { id: endpointId } = await owner.call(the("webhooks.create"), hook);
    return () => owner.call(the("webhooks.test"), { endpointId });
  }),
  "tokens.remove": recorded("apiToken.delete", async (owner) => {
    const made = { name: "Script", grants: { "CARDS.read": "USER" as const }, expiresInDays: 1 };
    const { id: tokenId } = await owner.call(the("tokens.create"), made);
    return () => owner.call(the("tokens.remove"), { tokenId });
  }),
  "outbound.sendAgain": recorded("effect.resend", async (owner) => {
    const effectId = await refusedMail(owner);
    return () => owner.call(the("outbound.sendAgain"), { effectId });
  }),
  "outbound.dismiss": recorded("effect.dismiss", async (owner) => {
    const effectId = await refusedMail(owner);
    return () => owner.call(the("outbound.dismiss"), { effectId });
  }),
  "support.create": recorded(
    "support.create",
    async (owner) => () => owner.call(the("support.create"), { title: "Help", description: "It does not" }),
  ),
} satisfies Cases;
