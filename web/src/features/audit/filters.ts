import { auditActions, auditKinds, origins, otherActors } from "@kartis/core/journal/rules.ts";
import type { AuditFilter } from "@kartis/core/journal/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { instantOf } from "../fields/instants.ts";

/** Filters in the address, e.g. `?who=usr_…&from=2026-11-01`. Days are in the organization's time zone, both included. */
export interface AuditSearch {
  readonly who?: string;
  readonly action?: string;
  readonly kind?: string;
  readonly subject?: string;
  readonly origin?: string;
  readonly from?: string;
  readonly to?: string;
}

const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

const oneOf = <const T extends string>(all: readonly T[], text: string | undefined): T | undefined =>
  all.find((each) => each === text);

/** Parses the address, which anyone can type: invalid parts are left out. */
export function readSearch(search: Readonly<Record<string, unknown>>): AuditSearch {
  const text = (key: string): string | undefined => (typeof search[key] === "string" ? search[key] : undefined);
  const who = text("who");
  const [from, to, subject] = [text("from"), text("to"), text("subject")];
  const read = {
    who: isId("usr", who) ? who : oneOf(otherActors, who),
    action: oneOf(auditActions, text("action")),
    kind: oneOf(auditKinds, text("kind")),
    origin: oneOf(origins, text("origin")),
    subject: subject && subject.length <= 64 ? subject : undefined,
    from: isDay(from) ? from : undefined,
    to: isDay(to) ? to : undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** The same as the server is asked. */
export function filterOf({ who, action, kind, subject, origin, from, to }: AuditSearch, timeZone: string): AuditFilter {
  const [actionName, kindName, originName] = [oneOf(auditActions, action), oneOf(auditKinds, kind), oneOf(origins, origin)];
  const actor = isId("usr", who) ? who : oneOf(otherActors, who);
  return {
    ...(actor ? { actors: [actor] } : {}),
    ...(actionName ? { actions: [actionName] } : {}),
    ...(kindName ? { subjectKind: kindName } : {}),
    ...(subject ? { subjectId: subject } : {}),
    ...(originName ? { origins: [originName] } : {}),
    ...(from ? { from: instantOf(from, "00:00", timeZone) } : {}),
    ...(to ? { until: instantOf(dayAfter(to), "00:00", timeZone) } : {}),
  };
}
