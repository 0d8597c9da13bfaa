import type { Procedure } from "@kartis/core/kernel/procedure.ts";

/**
 * Everything that can be called, by the first word of its name: who adds a domain adds a file and a line here. A domain's code is read when it is first called, so
 * that the API starts with what every request needs, however many domains there are. The files name what is taken of a domain's face: the rest of it, which
 * other functions need, stays out of this one.
 */
export const domains = [
  [["identity"], () => import("./domains/identity.ts")],
  [["organizations"], () => import("./domains/onboarding.ts")],
  [["profile"], () => import("./domains/profiles.ts")],
  [["account"], () => import("./domains/accounts.ts")],
  [["organizations", "members", "roles", "family"], () => import("./domains/organizations.ts")],
  [["organizations"], () => import("./domains/deletion.ts")],
  [["members", "invitations"], () => import("./domains/members.ts")],
  [["cards"], () => import("./domains/cards.ts")],
  [["cardTypes"], () => import("./domains/card-types.ts")],
  [["tasks"], () => import("./domains/tasks.ts")],
  [["activities"], () => import("./domains/activities.ts")],
  [["reminders"], () => import("./domains/reminders.ts")],
  [["notifications"], () => import("./domains/notifications.ts")],
  [["push"], () => import("./domains/push.ts")],
  [["meetings"], () => import("./domains/meetings.ts")],
  [["calendarFeed"], () => import("./domains/calendar-feed.ts")],
  [["rsvp"], () => import("./domains/rsvp.ts")],
  [["unsubscribes"], () => import("./domains/unsubscribes.ts")],
  [["comments"], () => import("./domains/comments.ts")],
  [["communications"], () => import("./domains/communications.ts")],
  [["mails"], () => import("./domains/mails.ts")],
  [["sms"], () => import("./domains/sms.ts")],
  [["whatsapp"], () => import("./domains/whatsapp.ts")],
  [["gmail"], () => import("./domains/gmail.ts")],
  [["voip"], () => import("./domains/voip.ts")],
  [["chats"], () => import("./domains/chats.ts")],
  [["timeline"], () => import("./domains/timeline.ts")],
  [["layouts"], () => import("./domains/layouts.ts")],
  [["templates"], () => import("./domains/message-templates.ts")],
  [["changes"], () => import("./domains/undo.ts")],
  [["bulk"], () => import("./domains/bulk.ts")],
  [["views"], () => import("./domains/views.ts")],
  [["taskViews"], () => import("./domains/task-views.ts")],
  [["imports"], () => import("./domains/imports.ts")],
  [["cards"], () => import("./domains/exports.ts")],
  [["cards"], () => import("./domains/as-of.ts")],
  [["tasks", "meetings"], () => import("./domains/activity-exports.ts")],
  [["favorites", "recent"], () => import("./domains/favorites.ts")],
  [["dashboard"], () => import("./domains/dashboard.ts")],
  [["files"], () => import("./domains/attachments.ts")],
  [["operations"], () => import("./domains/operations.ts")],
  [["audit"], () => import("./domains/journal.ts")],
  [["outbound"], () => import("./domains/outbound.ts")],
  [["personalData"], () => import("./domains/personal-data.ts")],
  [["presence"], () => import("./domains/presence.ts")],
  [["adminConsole"], () => import("./domains/admin-console.ts")],
  [["billing"], () => import("./domains/billing.ts")],
  [["plans"], () => import("./domains/limit-warnings.ts")],
  [["tokens"], () => import("./domains/tokens.ts")],
  [["automations"], () => import("./domains/automations.ts")],
  [["webhooks"], () => import("./domains/webhooks.ts")],
  [["incomingWebhooks"], () => import("./domains/incoming-webhooks.ts")],
  [["leadForms"], () => import("./domains/lead-forms.ts")],
  [["support"], () => import("./domains/support.ts")],
] as const satisfies readonly (readonly [readonly string[], () => Promise<{ readonly procedures: readonly Procedure[] }>])[];

/** Any of the procedures. */
export type AnyProcedure = Awaited<ReturnType<(typeof domains)[number][1]>>["procedures"][number];

const loaded = new Map<string, Promise<ReadonlyMap<string, Procedure>>>();

/** The procedures whose names begin with the domain's; none for one that there is not. */
export function proceduresOf(domain: string): Promise<ReadonlyMap<string, Procedure>> {
  const known = loaded.get(domain);
  if (known) return known;
  const loaders = domains.filter(([names]) => names.some((name) => name === domain)).map(([, load]) => load());
  // Made-up values from callers are not kept.
  if (loaders.length === 0) return Promise.resolve(new Map());
  const found = Promise.all(loaders).then((lists) => {
    const all = lists.flatMap(({ procedures }): readonly Procedure[] => procedures);
    return new Map(all.filter(({ name }) => name.startsWith(`${domain}.`)).map((procedure) => [procedure.name, procedure]));
  });
  loaded.set(domain, found);
  return found;
}
