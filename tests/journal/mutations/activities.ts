import { findActivities } from "@kartis/core/activities/store.ts";
import { holdSms } from "@kartis/core/activities/sms/waiting.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { isId } from "@kartis/core/kernel/id.ts";
import { release } from "@kartis/core/sms/balance.ts";
import { tokenOf } from "@kartis/core/activities/invitations/token.ts";
import { expect } from "vitest";
import { connectNumber } from "../../support/whatsapp-number.ts";
import { offerSms, proveSender } from "../../support/sms-sender.ts";
import { connectProvider, missedCall } from "../../support/voip-call.ts";
import { startVoip } from "../../support/voip.ts";
import { startWhatsApp } from "../../support/whatsapp.ts";
import { Visitor } from "../../support/people.ts";
import {
  callOf,
  cardOf,
  chatOf,
  commentOf,
  mailOf,
  mailOn,
  meetingOf,
  codedSender,
  newEmail,
  newPhone,
  ofNoOrganization,
  recorded,
  recordOf,
  said,
  sendable,
  smsOf,
  started,
  taskOf,
  unsentOf,
  taskViewOf,
  templateOf,
  the,
  unrecorded,
  withTemplates,
  type Cases,
} from "./world.ts";

export const activities = {
  "templates.sendTest": ofNoOrganization,
  "meetings.create": recorded("meeting.create", async (owner) => () => meetingOf(owner)),
  "meetings.update": recorded("meeting.update", async (owner) => {
    const meetingId = await meetingOf(owner);
    return () => owner.call(the("meetings.update"), { meetingId, minutes: 30 });
  }),
  "meetings.reset": recorded("meeting.update", async (owner) => {
    const repeat = { frequency: "day", every: 1, ends: { type: "never" } } as const;
    const made = await owner.call(the("meetings.create"), {
      title: "Standup",
      start: "2030-01-01T10:00Z",
      timeZone: "UTC",
      repeat,
    });
    const one = { meetingId: made.id, day: "2030-01-02" };
    await owner.call(the("meetings.update"), { ...one, scope: "one", title: "Retrospective" });
    return () => owner.call(the("meetings.reset"), one);
  }),
  "meetings.answer": recorded("meeting.rsvp", async (owner) => {
    const guests = [{ email: "guest@x.example" }];
    const made = await owner.call(the("meetings.create"), { title: "Site visit", start: "2030-01-01T10:00Z", guests });
    const guestId = made.guests[0]?.id ?? expect.fail("no guest");
    return () => owner.call(the("meetings.answer"), { meetingId: made.id, guestId, rsvp: "ACCEPTED" });
  }),
  "meetings.remove": recorded("meeting.delete", async (owner) => {
    const meetingId = await meetingOf(owner);
    return () => owner.call(the("meetings.remove"), { meetingId });
  }),
  "meetings.restore": recorded("meeting.restore", async (owner) => {
    const meetingId = await meetingOf(owner);
    await owner.call(the("meetings.remove"), { meetingId });
    return () => owner.call(the("meetings.restore"), { meetingId });
  }),
  "comments.create": recorded("comment.create", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("comments.create"), { cardId, body: said("Hello") });
  }),
  "comments.update": recorded("comment.update", async (owner) => {
    const commentId = await commentOf(owner);
    return () => owner.call(the("comments.update"), { commentId, body: said("Good bye") });
  }),
  "comments.react": recorded("comment.update", async (owner) => {
    const commentId = await commentOf(owner);
    return () => owner.call(the("comments.react"), { commentId, reaction: "LIKE", on: true });
  }),
  "comments.remove": recorded("comment.delete", async (owner) => {
    const commentId = await commentOf(owner);
    return () => owner.call(the("comments.remove"), { commentId });
  }),
  "comments.restore": recorded("comment.restore", async (owner) => {
    const commentId = await commentOf(owner);
    await owner.call(the("comments.remove"), { commentId });
    return () => owner.call(the("comments.restore"), { commentId });
  }),
  "communications.create": recorded("communication.create", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("communications.create"), { type: "LINKEDIN", cardId, link: "https://linkedin.com/in/x" });
  }),
  "communications.update": recorded("communication.update", async (owner) => {
    const communicationId = await callOf(owner);
    return () => owner.call(the("communications.update"), { communicationId, status: "missed" });
  }),
  "communications.remove": recorded("communication.delete", async (owner) => {
    const communicationId = await callOf(owner);
    return () => owner.call(the("communications.remove"), { communicationId });
  }),
  "communications.restore": recorded("communication.restore", async (owner) => {
    const communicationId = await callOf(owner);
    await owner.call(the("communications.remove"), { communicationId });
    return () => owner.call(the("communications.restore"), { communicationId });
  }),
  "sms.send": recorded("sms.create", async (owner) => {
    const { cardId } = await sendable(owner);
    return () => owner.call(the("sms.send"), { cardId, text: "Hello" });
  }),
  "sms.setOptOut": recorded("smsOptOut.create", async (owner) => {
    const { cardId, phone } = await sendable(owner);
    return () => owner.call(the("sms.setOptOut"), { cardId, phone, isOptedOut: true });
  }),
  "sms.sendNow": recorded("sms.deliver", async (owner) => {
    const smsId = await smsOf(owner);
    const effectId = (await findActivities(owner.orgId, [smsId])).get(smsId)?.values["effectId"];
    if (!isId("eff", effectId)) throw new Error("It is not being sent");
    await holdSms({ orgId: owner.orgId, effectId }, smsId, new Date(Date.now() + 3_600_000).toISOString(), {
      clock: systemClock,
      release,
    });
    return () => owner.call(the("sms.sendNow"), { smsId });
  }),
  "sms.setMemberReminders": recorded("organization.update", (owner) =>
    Promise.resolve(() => owner.call(the("sms.setMemberReminders"), { isOn: true })),
  ),
  "sms.setQuietHours": recorded("organization.update", (owner) =>
    Promise.resolve(() => owner.call(the("sms.setQuietHours"), { hours: { from: "22:00", until: "08:00" } })),
  ),
  "sms.update": recorded("sms.update", async (owner) => {
    const smsId = await smsOf(owner);
    return () => owner.call(the("sms.update"), { smsId, pinned: true });
  }),
  "sms.remove": recorded("sms.delete", async (owner) => {
    const smsId = await smsOf(owner);
    return () => owner.call(the("sms.remove"), { smsId });
  }),
  "sms.restore": recorded("sms.restore", async (owner) => {
    const smsId = await smsOf(owner);
    await owner.call(the("sms.remove"), { smsId });
    return () => owner.call(the("sms.restore"), { smsId });
  }),
  "sms.requestSender": recorded("smsSender.create", async (owner) => {
    offerSms();
    return () => owner.call(the("sms.requestSender"), { name: "Meridian", phone: newPhone() });
  }),
  "sms.verifySender": recorded("smsSender.update", async (owner) => {
    const { senderId, code } = await codedSender(owner);
    return () => owner.call(the("sms.verifySender"), { senderId, code });
  }),
  "sms.setDefaultSender": recorded("smsSender.update", async (owner) => {
    const senderId = await proveSender(owner);
    await proveSender(owner, "Second");
    return () => owner.call(the("sms.setDefaultSender"), { senderId });
  }),
  "sms.removeSender": recorded("smsSender.delete", async (owner) => {
    const senderId = await proveSender(owner);
    return () => owner.call(the("sms.removeSender"), { senderId });
  }),
  "whatsapp.connect": recorded("whatsappNumber.create", async (owner) => {
    const { typeId: cardTypeId } = await cardOf(owner);
    const side = await startWhatsApp();
    return () => side.connect(owner, cardTypeId).finally(() => void side.close());
  }),
  "whatsapp.test": recorded("whatsappNumber.update", async (owner) => {
    await connectNumber(owner);
    const side = await startWhatsApp();
    side.whatsapp.weather = "expired";
    return () => owner.call(the("whatsapp.test"), {}).finally(() => void side.close());
  }),
  "whatsapp.disconnect": recorded("whatsappNumber.delete", async (owner) => {
    await connectNumber(owner);
    return () => owner.call(the("whatsapp.disconnect"), {});
  }),
  "whatsapp.send": recorded("whatsapp.create", async (owner) => {
    const { cardId } = await chatOf(owner);
    return () => owner.call(the("whatsapp.send"), { cardId, text: "Hello" });
  }),
  "whatsapp.sendAgain": recorded("effect.resend", async (owner) => {
    const { whatsappId } = await unsentOf(owner);
    return () => owner.call(the("whatsapp.sendAgain"), { whatsappId });
  }),
  "whatsapp.dismiss": recorded("effect.dismiss", async (owner) => {
    const { whatsappId } = await unsentOf(owner);
    return () => owner.call(the("whatsapp.dismiss"), { whatsappId });
  }),
  "whatsapp.update": recorded("whatsapp.update", async (owner) => {
    const { whatsappId } = await chatOf(owner);
    return () => owner.call(the("whatsapp.update"), { whatsappId, pinned: true });
  }),
  "whatsapp.remove": recorded("whatsapp.delete", async (owner) => {
    const { whatsappId } = await chatOf(owner);
    return () => owner.call(the("whatsapp.remove"), { whatsappId });
  }),
  "whatsapp.restore": recorded("whatsapp.restore", async (owner) => {
    const { whatsappId } = await chatOf(owner);
    await owner.call(the("whatsapp.remove"), { whatsappId });
    return () => owner.call(the("whatsapp.restore"), { whatsappId });
  }),
  "voip.connect": recorded("voipConnection.create", async (owner) => {
    const side = await startVoip();
    return () => side.connect(owner).finally(() => void side.close());
  }),
  "voip.test": recorded("voipConnection.update", async (owner) => {
    const side = await startVoip();
    await side.connect(owner);
    side.voicenter.weather = "address";
    return () => owner.call(the("voip.test"), {}).finally(() => void side.close());
  }),
  "voip.disconnect": recorded("voipConnection.delete", async (owner) => {
    await connectProvider(owner);
    return () => owner.call(the("voip.disconnect"), {});
  }),
  "voip.setExtension": recorded("member.update", async (owner) => {
    return () => owner.call(the("voip.setExtension"), { userId: owner.userId, extension: "205" });
  }),
  "voip.place": recorded("voip.clickToCall", async (owner) => {
    await connectProvider(owner);
    return () => owner.call(the("voip.place"), { number: "+972501234567" });
  }),
  "voip.handle": recorded("voip.handle", async (owner) => {
    await connectProvider(owner);
    const callId = await missedCall(owner, { number: "+972501234567" });
    return () => owner.call(the("voip.handle"), { callId, isHandled: true });
  }),
  "chats.update": recorded("chat.update", async (owner) => {
    const { chatId } = await chatOf(owner);
    return () => owner.call(the("chats.update"), { chatId, isClosed: true });
  }),
  "chats.move": recorded("chat.move", async (owner) => {
    const { chatId } = await chatOf(owner);
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("chats.move"), { chatId, cardId });
  }),
  "chats.markRead": recorded("chat.read", async (owner) => {
    const { chatId } = await chatOf(owner);
    return () => owner.call(the("chats.markRead"), { chatId });
  }),
  "mails.send": recorded("mail.create", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("mails.send"), mailOn(cardId));
  }),
  "mails.update": recorded("mail.update", async (owner) => {
    const mailId = await mailOf(owner);
    return () => owner.call(the("mails.update"), { mailId, pinned: true });
  }),
  "mails.remove": recorded("mail.delete", async (owner) => {
    const mailId = await mailOf(owner);
    return () => owner.call(the("mails.remove"), { mailId });
  }),
  "mails.restore": recorded("mail.restore", async (owner) => {
    const mailId = await mailOf(owner);
    await owner.call(the("mails.remove"), { mailId });
    return () => owner.call(the("mails.restore"), { mailId });
  }),
  "calendarFeed.renew": recorded("calendarFeed.create", async (owner) => () => owner.call(the("calendarFeed.renew"), {})),
  "calendarFeed.update": recorded("calendarFeed.update", async (owner) => {
    await owner.call(the("calendarFeed.renew"), {});
    return () => owner.call(the("calendarFeed.update"), { includesTasks: true });
  }),
  "calendarFeed.remove": recorded("calendarFeed.delete", async (owner) => {
    await owner.call(the("calendarFeed.renew"), {});
    return () => owner.call(the("calendarFeed.remove"), {});
  }),
  "rsvp.setReminders": recorded("meeting.update", async (owner) => {
    const guests = [{ id: "gst_dana", email: newEmail(), name: "Dana" }];
    const { id: meetingId } = await owner.call(the("meetings.create"), {
      title: "Site visit",
      start: "2030-01-01T10:00Z",
      guests,
    });
    const token = tokenOf({ orgId: owner.orgId, meetingId, guestId: "gst_dana" });
    return () => new Visitor().call(the("rsvp.setReminders"), { token, isWanted: false });
  }),
  "rsvp.answer": recorded("meeting.rsvp", async (owner) => {
    const guests = [{ id: "gst_dana", email: newEmail(), name: "Dana" }];
    const { id: meetingId } = await owner.call(the("meetings.create"), {
      title: "Site visit",
      start: "2030-01-01T10:00Z",
      guests,
    });
    const token = tokenOf({ orgId: owner.orgId, meetingId, guestId: "gst_dana" });
    return () => new Visitor().call(the("rsvp.answer"), { token, rsvp: "ACCEPTED" });
  }),
  "tasks.create": recorded(
    "task.create",
    async (owner) => () => owner.call(the("tasks.create"), { title: "Call", due: "2030-01-01" }),
  ),
  "tasks.update": recorded("task.update", async (owner) => {
    const taskId = await taskOf(owner);
    return () => owner.call(the("tasks.update"), { taskId, done: true });
  }),
  "tasks.updateMany": recorded("task.update", async (owner) => {
    const taskId = await taskOf(owner);
    return () => owner.call(the("tasks.updateMany"), { changes: [{ taskId, title: "Write" }] });
  }),
  "tasks.remove": recorded("task.delete", async (owner) => {
    const taskId = await taskOf(owner);
    return () => owner.call(the("tasks.remove"), { taskId });
  }),
  "tasks.removeMany": recorded("task.delete", async (owner) => {
    const taskIds = [await taskOf(owner)];
    return () => owner.call(the("tasks.removeMany"), { taskIds });
  }),
  "tasks.restore": recorded("task.restore", async (owner) => {
    const taskId = await taskOf(owner);
    await owner.call(the("tasks.remove"), { taskId });
    return () => owner.call(the("tasks.restore"), { taskId });
  }),
  "tasks.restoreMany": recorded("task.restore", async (owner) => {
    const taskIds = [await taskOf(owner)];
    await owner.call(the("tasks.removeMany"), { taskIds });
    return () => owner.call(the("tasks.restoreMany"), { taskIds });
  }),
  "tasks.export": started(async (owner) => () => owner.call(the("tasks.export"), { timeZone: "UTC" })),
  "meetings.export": started(async (owner) => () => {
    const window = { from: "2030-01-01T00:00:00Z", until: "2030-02-01T00:00:00Z", timeZone: "UTC" };
    return owner.call(the("meetings.export"), window);
  }),
  "taskViews.create": recorded("view.create", async (owner) => () => taskViewOf(owner)),
  "taskViews.update": recorded("view.update", async (owner) => {
    const { id: viewId } = await taskViewOf(owner);
    return () => owner.call(the("taskViews.update"), { viewId, name: "Renamed" });
  }),
  "taskViews.remove": recorded("view.delete", async (owner) => {
    const { id: viewId } = await taskViewOf(owner);
    return () => owner.call(the("taskViews.remove"), { viewId });
  }),
  "taskViews.reorder": recorded("view.update", async (owner) => {
    const [{ id }, other] = [await taskViewOf(owner), await taskViewOf(owner)];
    return () => owner.call(the("taskViews.reorder"), { viewIds: [other.id, id] });
  }),
  "templates.create": recorded("template.create", async (owner) => {
    await withTemplates(owner);
    return () => templateOf(owner);
  }),
  "templates.update": recorded("template.update", async (owner) => {
    await withTemplates(owner);
    const { id: templateId } = await templateOf(owner);
    return () => owner.call(the("templates.update"), { templateId, name: "Renamed" });
  }),
  "templates.remove": recorded("template.delete", async (owner) => {
    await withTemplates(owner);
    const { id: templateId } = await templateOf(owner);
    return () => owner.call(the("templates.remove"), { templateId });
  }),
  "templates.restore": recorded("template.update", async (owner) => {
    await withTemplates(owner);
    const { id: templateId, recordId } = await templateOf(owner);
    await owner.call(the("templates.update"), { templateId, name: "Renamed" });
    return () => owner.call(the("templates.restore"), { templateId, recordId: recordOf({ recordId }) });
  }),
  "notifications.read": unrecorded(
    "personal",
    async (owner) => () => owner.call(the("notifications.read"), { until: "01ARZ3NDEKTSV4RRFFQ69G5FAV.mention" }),
  ),
  "reminders.answer": unrecorded("personal", async (owner) => {
    const due = new Date(Date.now() + 20 * 60_000).toISOString();
    const { id: activityId } = await owner.call(the("tasks.create"), { title: "Call", due, reminder: 15 });
    const { rows } = await owner.call(the("reminders.pending"), {});
    const remindAt = rows[0]?.remindAt ?? expect.fail("no reminder");
    return () => owner.call(the("reminders.answer"), { activityId, remindAt, answer: "dismiss" });
  }),
} satisfies Cases;
