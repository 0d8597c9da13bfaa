import { activityVerbs } from "@kartis/core/activities/types/definition.ts";
import { startingActions } from "@kartis/core/automations/triggers/list.ts";
import { activityActions } from "@kartis/core/activities/types/list.ts";
import { dueActions, purgeActions } from "@kartis/core/cards/trash/actions.ts";
import type { JournalAction } from "@kartis/core/data/journal.ts";
import { replicaDiskMb, type SubscriptionSpec } from "@kartis/core/kernel/deployment.ts";
import { watchedActions } from "@kartis/core/limit-warnings/triggers.ts";
import { matchingActions } from "@kartis/core/voip/triggers.ts";
import { fanOutActions } from "@kartis/core/outgoing-webhooks/triggers.ts";
import type { WebhookSource } from "@kartis/core/provider-events/schema.ts";

/** How often a run of an operation may break off (crash, time-out) at the same place; the last receive declares it failed. */
export const operationReceives = 8;

/** One whole vCPU: asking or building a replica is CPU-bound. */
const replicaMemoryMb = 1769;

/** The journal's records with any of these actions, or all records. */
const records = (...actions: readonly JournalAction[]) =>
  ({
    kind: "bus",
    pattern: { source: ["kartis.journal"], ...(actions.length > 0 ? { detail: { actions } } : {}) },
  }) as const;

type Given = Pick<SubscriptionSpec, "from" | "uses"> & Partial<Omit<SubscriptionSpec, "name" | "entry">>;

/** `files-on-deleted` is `events/files/on-deleted.ts`. */
const reaction = (name: `${string}-on-${string}`, given: Given): SubscriptionSpec => ({
  name,
  entry: `events/${name.replace("-on-", "/on-")}.ts`,
  memoryMb: 256,
  timeoutSeconds: 30,
  batchSize: 10,
  maxReceiveCount: 5,
  ...given,
});

/** Every reaction to the journal, one file each: `<domain>/<on-what>.ts`. The stacks and the local cloud read this list. */
export const subscriptions: readonly SubscriptionSpec[] = [
  reaction("realtime-on-change", {
    from: records(),
    uses: ["table:read", "table:write", "sockets:post"],
    memoryMb: 512,
    timeoutSeconds: 10,
  }),
  reaction("replica-on-change", {
    from: records(),
    uses: ["table:read", "table:write", "replicas:send"],
    memoryMb: 512,
    batchSize: 1_000,
    // A snapshot spares cold processes some replay; seconds of delay do not matter, and one run serves everything that changed meanwhile.
    batchingWindowSeconds: 5,
  }),
  reaction("replica-on-asked", {
    from: { kind: "replicas" },
    uses: ["table:read", "table:write", "data:read", "data:write", "replicas:send"],
    memoryMb: replicaMemoryMb,
    timeoutSeconds: 900, // building takes about a tenth of a millisecond for each card
    diskMb: replicaDiskMb,
    batchSize: 1,
    maxReceiveCount: 3,
  }),
  reaction("outbound-on-intended", {
    from: records("effect.intend", "effect.resend"),
    uses: ["table:read", "table:write", "data:read", "mail:send", "secrets:seal", "sms:offer"],
    memoryMb: 512, // a mail's attachments, and the message that is made of them
    // Enough for a claim to end and be seen: locally the first attempts follow each other within seconds.
    maxReceiveCount: 8,
  }),
  reaction("push-on-intended", {
    from: { kind: "bus", pattern: { source: ["kartis.journal"], detail: { purposes: ["push"] } } },
    uses: ["table:read", "table:write", "secrets:seal", "push:call"],
    // Apart from mails: a push service that does not answer holds up nothing else. Its attempts end before these do.
    maxReceiveCount: 8,
  }),
  reaction("sms-on-intended", {
    from: {
      kind: "bus",
      pattern: { source: ["kartis.journal"], detail: { purposes: ["sms", "reminderSms", "senderCode", "memberCode"] } },
    },
    uses: ["table:read", "table:write", "secrets:seal", "sms:call"],
    // Apart from mails: a provider that does not answer holds up nothing else.
    maxReceiveCount: 8,
  }),
  reaction("automations-on-change", {
    from: records(...startingActions),
    uses: ["table:read", "table:write"],
    memoryMb: 512,
    batchSize: 100,
    // What happens within a second asks once which automations there are.
    batchingWindowSeconds: 1,
  }),
  reaction("automations-on-executed", {
    from: { ...records("automation.execute"), kind: "runs" },
    uses: [
      "table:read",
      "table:write",
      "data:read",
      "data:write",
      "replicas:send",
      "runs:send",
      "secrets:seal",
      "sms:offer",
      "whatsapp:call",
      "webhooks:call",
      "mail:send",
      "sockets:post",
    ],
    // Its actions ask the replica, as their callers in the API do.
    memoryMb: replicaMemoryMb,
    timeoutSeconds: 60,
    diskMb: replicaDiskMb,
  }),
  reaction("webhooks-on-change", {
    from: records(...fanOutActions),
    uses: ["table:read", "table:write", "deliveries:send"],
    timeoutSeconds: 60,
    batchSize: 1_000,
    // What happens within a second is kept together: an import's chunks are read once.
    batchingWindowSeconds: 1,
  }),
  reaction("deliveries-on-asked", {
    from: { kind: "deliveries" },
    uses: ["table:read", "table:write", "secrets:seal", "webhooks:call", "deliveries:send"],
    memoryMb: 512,
    timeoutSeconds: 60,
  }),
  reaction("sms-on-delivered", {
    from: {
      kind: "bus",
      pattern: {
        source: ["kartis.journal"],
        detail: {
          $or: [
            { actions: ["effect.succeed", "effect.fail", "effect.lose", "effect.dismiss"] satisfies JournalAction[] },
            { sources: ["sms"] satisfies WebhookSource[] },
          ],
        },
      },
    },
    uses: ["table:read", "table:write"],
  }),
  reaction("sms-on-answered", {
    from: {
      kind: "bus",
      pattern: { source: ["kartis.journal"], detail: { sources: ["smsAnswer"] satisfies WebhookSource[] } },
    },
    uses: ["table:read", "table:write", "data:read", "data:write", "replicas:send"],
    // It asks the replica who has a number.
    memoryMb: replicaMemoryMb,
    timeoutSeconds: 60,
    diskMb: replicaDiskMb,
  }),
  reaction("whatsapp-on-intended", {
    from: { kind: "bus", pattern: { source: ["kartis.journal"], detail: { purposes: ["whatsapp", "whatsappMedia"] } } },
    uses: ["table:read", "table:write", "data:read", "data:write", "secrets:seal", "whatsapp:call"],
    memoryMb: 512, // files of messages, in and out
    timeoutSeconds: 40, // a file is asked for, then fetched or uploaded, then sent
    // Apart from mails: a provider that does not answer holds up nothing else.
    maxReceiveCount: 8,
  }),
  reaction("whatsapp-on-delivered", {
    from: records("effect.succeed", "effect.fail", "effect.lose", "effect.resend", "effect.dismiss"),
    uses: ["table:read", "table:write"],
  }),
  reaction("whatsapp-on-received", {
    from: {
      kind: "bus",
      pattern: { source: ["kartis.journal"], detail: { sources: ["whatsapp"] satisfies WebhookSource[] } },
    },
    uses: ["table:read", "table:write", "data:read", "data:write", "replicas:send", "secrets:seal"],
    // It asks the replica who has a number.
    memoryMb: replicaMemoryMb,
    timeoutSeconds: 60,
    diskMb: replicaDiskMb,
  }),
  reaction("gmail-on-received", {
    from: {
      kind: "bus",
      pattern: {
        source: ["kartis.journal"],
        detail: {
          $or: [
            { sources: ["gmail"] satisfies WebhookSource[] },
            { actions: ["gmail.connect", "gmail.update"] satisfies JournalAction[] },
          ],
        },
      },
    },
    uses: ["table:read", "table:write", "data:read", "data:write", "replicas:send", "secrets:seal", "mail:receive", "gmail:call"],
    // It asks the replica who has an address.
    memoryMb: replicaMemoryMb,
    timeoutSeconds: 60,
    diskMb: replicaDiskMb,
    batchSize: 1,
  }),
  reaction("gmail-on-intended", {
    from: { kind: "bus", pattern: { source: ["kartis.journal"], detail: { purposes: ["gmail"] } } },
    uses: ["table:read", "table:write", "data:read", "secrets:seal", "gmail:call"],
    memoryMb: 512, // a mail's attachments, and the message that is made of them
    timeoutSeconds: 70, // a token, a search, and the mail, which may be of 20 MB
    // Apart from other mails: Google's servers hold up nothing else.
    maxReceiveCount: 8,
  }),
  reaction("gmail-on-disconnected", {
    from: records("gmail.disconnect"),
    uses: ["table:read", "table:write", "data:read", "data:write", "replicas:send"],
    // It asks the replica which mails the mailbox has brought.
    memoryMb: replicaMemoryMb,
    timeoutSeconds: 300,
    diskMb: replicaDiskMb,
    batchSize: 1,
  }),
  reaction("voip-on-intended", {
    from: { kind: "bus", pattern: { source: ["kartis.journal"], detail: { purposes: ["call"] } } },
    uses: ["table:read", "table:write", "secrets:seal", "voip:call"],
    // Apart from mails: a provider that does not answer holds up nothing else.
    maxReceiveCount: 8,
  }),
  reaction("voip-on-reported", {
    from: {
      kind: "bus",
      pattern: {
        source: ["kartis.journal"],
        detail: {
          $or: [
            { actions: ["effect.succeed", "effect.fail", "effect.lose"] satisfies JournalAction[] },
            { sources: ["voip"] satisfies WebhookSource[] },
          ],
        },
      },
    },
    uses: ["table:read", "table:write", "data:read", "data:write", "replicas:send", "secrets:seal", "voip:call", "sockets:post"],
    // It asks the replica who has a number.
    memoryMb: replicaMemoryMb,
    timeoutSeconds: 60,
    diskMb: replicaDiskMb,
  }),
  reaction("voip-on-change", {
    from: records(...matchingActions),
    uses: ["table:read", "table:write", "data:read", "data:write", "replicas:send"],
    // It asks the replica for calls with a card's number.
    memoryMb: replicaMemoryMb,
    timeoutSeconds: 60,
    diskMb: replicaDiskMb,
  }),
  reaction("incoming-webhooks-on-received", {
    from: {
      kind: "bus",
      pattern: { source: ["kartis.journal"], detail: { sources: ["incoming"] satisfies WebhookSource[] } },
    },
    uses: ["table:read", "table:write", "data:read", "data:write", "replicas:send", "secrets:seal", "sms:offer"],
    // It asks the replica which card a call is about.
    memoryMb: replicaMemoryMb,
    timeoutSeconds: 60,
    diskMb: replicaDiskMb,
  }),
  reaction("mails-on-received", {
    from: { kind: "mails" },
    uses: ["table:read", "table:write", "data:read", "data:write", "secrets:seal", "mail:receive"],
    memoryMb: 1769, // a message of 30 MB, and what is made of it
    timeoutSeconds: 60,
    batchSize: 1,
  }),
  reaction("mails-on-delivered", {
    from: records("effect.succeed", "effect.fail", "effect.lose", "effect.resend", "effect.dismiss"),
    uses: ["table:read", "table:write"],
  }),
  reaction("plans-on-used", {
    from: records(...watchedActions),
    uses: ["table:read", "table:write", "sockets:post"],
    batchSize: 1_000,
    // An import's thousands of changes are checked against the meters once.
    batchingWindowSeconds: 2,
  }),
  reaction("meetings-on-changed", {
    from: records("meeting.create", "meeting.update", "meeting.delete", "meeting.restore"),
    uses: ["table:read", "table:write"],
    timeoutSeconds: 60, // each of a meeting's guests is an effect of their own
    batchSize: 1_000,
    // Somebody who makes a meeting often changes it right after.
    batchingWindowSeconds: 5,
  }),
  reaction("reminders-on-changed", {
    from: records(...activityActions(...activityVerbs)),
    uses: ["table:read", "table:write"],
    timeoutSeconds: 60,
  }),
  reaction("reminders-on-fired", { from: records("reminder.fire"), uses: ["table:read", "table:write"] }),
  reaction("notifications-on-change", {
    from: records(
      "card.create",
      "card.update",
      "meeting.rsvp",
      "reminder.fire",
      "webhookEndpoint.disable",
      "automation.fail",
      "automation.stop",
      "automation.pause",
      "automation.resume",
      "automation.lapse",
      "chat.create",
      "chat.update",
      "chat.message",
      "voip.incomingCall",
      "voip.callDetailRecord",
      "voip.update",
      "voipConnection.update",
      "whatsappNumber.update",
      "gmail.update",
      "incomingWebhook.refuse",
      "leadForm.refuse",
      ...activityActions(...activityVerbs),
    ),
    uses: ["table:read", "table:write", "sockets:post"],
  }),
  reaction("operations-on-requested", {
    from: { ...records("operation.start"), kind: "operations" },
    uses: [
      "table:read",
      "table:write",
      "data:read",
      "data:write",
      "data:delete",
      "data:erase",
      "operations:send",
      "replicas:send",
      "secrets:seal",
      "sms:offer",
      // A simulation checks addresses and numbers as the engine does. It calls neither.
      "webhooks:call",
      "whatsapp:call",
    ],
    memoryMb: replicaMemoryMb,
    timeoutSeconds: 120,
    diskMb: replicaDiskMb,
    batchSize: 1,
    maxReceiveCount: operationReceives,
  }),
  reaction("files-on-deleted", { from: records("file.delete"), uses: ["table:read", "data:delete"], memoryMb: 512 }),
  reaction("cards-on-trashed", {
    from: records(...dueActions),
    uses: ["table:read", "table:write"],
    timeoutSeconds: 10,
  }),
  reaction("members-on-removed", { from: records("member.remove"), uses: ["table:read", "table:write", "sockets:close"] }),
  reaction("cards-on-type-deleted", { from: records("cardType.delete"), uses: ["table:read", "table:write"], batchSize: 1 }),
  reaction("files-on-purged", {
    from: records(...purgeActions),
    uses: ["table:read", "table:write", "data:read", "data:write", "replicas:send"],
    // It asks the replica who shows a file.
    memoryMb: replicaMemoryMb,
    timeoutSeconds: 60,
    diskMb: replicaDiskMb,
    batchSize: 1,
  }),
  reaction("organizations-on-deleted", {
    from: records("organization.delete"),
    uses: ["table:read", "table:write", "table:erase", "data:erase"],
    memoryMb: 512,
    timeoutSeconds: 120,
    batchSize: 1,
  }),
];
