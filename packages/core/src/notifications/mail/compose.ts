import { formatter } from "@kartis/i18n/format.ts";
import { directionOf } from "@kartis/i18n/languages.ts";
import { reasonTranslator } from "@kartis/i18n/translate-reasons.ts";
import { env } from "../../kernel/env.ts";
import { isId } from "../../kernel/id.ts";
import { linkInto } from "../../kernel/link.ts";
import { mailing } from "../../mail/index.ts";
import { findOrganization, membersOf } from "../../organizations/index.ts";
import { unsubscribeLink } from "../../unsubscribes/rules.ts";
import { groupsOf, type NotificationGroup } from "../wording/groups.ts";
import { unreadOf } from "../stored.ts";
import { findWanting } from "../wants.ts";
import { detailOf, textOf } from "../wording/words.ts";
import { readableFor, type Reads } from "./entries.ts";
import { placeOf } from "./place.ts";
import { UnreadPayload } from "./sweep.ts";

/** Number of an entry's subjects that get a line and a link of their own. */
const listed = 5;

interface Line {
  readonly text: string;
  readonly detail: string;
  readonly link: string;
  /** Only for entries with several subjects. */
  readonly items: readonly { readonly name: string; readonly link: string }[];
}

/** One mail about all that the person still has not read, in their language; none if nothing is left that they want and may see. */
export const unreadMails = (reads: Reads) =>
  mailing(async ({ orgId, userId, payload }) => {
    const { ids, more } = UnreadPayload.parse(payload);
    const wanting = isId("usr", userId) ? await findWanting(orgId, userId) : undefined;
    if (!wanting) return undefined;
    const { person, membership } = wanting;
    const unread = (await unreadOf(orgId, person.id, ids)).filter(({ kind }) => wanting.byMail(kind));
    const { entries, places } = await readableFor(person.id, membership, unread, reads);
    const groups = groupsOf(entries);
    if (groups.length === 0) return undefined;
    const { language } = person;
    const [organization, members, plain, marked] = await Promise.all([
      findOrganization(orgId),
      membersOf(orgId),
      reasonTranslator(language, { isolates: false }),
      reasonTranslator(language),
    ]);
    const format = formatter({ language, region: organization?.region, timeZone: membership.settings.timeZone });
    const origin = env("PUBLIC_ORIGIN");
    const actorOf = ({ entries: [entry] }: NotificationGroup): string =>
      members.find((member) => member.userId === entry?.actorId)?.name ?? "";

    const linesIn = (t: typeof plain): Line[] =>
      groups.map((group) => {
        const place = placeOf(group, places);
        const items = group.count > 1 ? group.subjects.slice(0, listed) : [];
        const named = items.flatMap(({ id }) => {
          const item = places.get(id);
          return item ? [{ name: item.name, link: linkInto(orgId, item.path) }] : [];
        });
        const rest = group.count - named.length;
        const others = named.length > 0 && rest > 0 ? t("notifications.more", { count: rest }) : "";
        const cardId = group.entries[0]?.details["cardId"];
        const card = typeof cardId === "string" ? places.get(cardId)?.name : undefined;
        return {
          text: textOf(group, { actor: actorOf(group), card }, t),
          detail: named.length > 0 ? others : detailOf(group, t, format),
          link: linkInto(orgId, place),
          items: named,
        };
      });

    const wordsIn = (t: typeof plain) => ({
      hello: t("mail.unread.hello", { name: person.name }),
      lead: t("mail.unread.lead", { organization: organization?.name ?? "" }),
      more: more > 0 ? t("mail.unread.more", { count: more }) : "",
      why: t("mail.unread.why"),
      stop: t("mail.unread.stop"),
      settings: t("mail.unread.settings"),
    });
    const [first] = linesIn(plain);
    const count = groups.length + more;
    const subject =
      count === 1 && first ? first.text : plain("mail.unread.subject", { organization: organization?.name ?? "", count });
    const links = { settings: `${origin}/settings/user`, stop: unsubscribeLink({ userId: person.id, kind: "unreadMails" }) };
    return {
      to: person.email,
      subject: subject.replace(/\s+/g, " "),
      text: textWith(wordsIn(plain), linesIn(plain), links),
      html: htmlWith(wordsIn(marked), linesIn(marked), links, language),
      unsubscribe: links.stop,
    };
  });

type Words = Readonly<Record<"hello" | "lead" | "more" | "why" | "stop" | "settings", string>>;

/** Links at the end of an email. */
type Links = Readonly<Record<"stop" | "settings", string>>;

function textWith({ hello, lead, more, why, stop, settings }: Words, lines: readonly Line[], links: Links): string {
  const entries = lines.map(({ text, detail, link, items }) =>
    (items.length > 0 ? [text, ...items.map((item) => `${item.name}\n${item.link}`), detail] : [text, detail, link])
      .filter(Boolean)
      .join("\n"),
  );
  return [hello, lead, ...entries, more, `${why}\n${stop}: ${links.stop}\n${settings}: ${links.settings}`]
    .filter(Boolean)
    .join("\n\n");
}

const fonts = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (mark) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[mark] ?? mark);
const quiet = "color:#5b6472;font-size:13px;line-height:18px";
const linked = (words: string, link: string, style = "color:#1f4fd1;text-decoration:none") =>
  `<a href="${escaped(link)}" style="${style}">${escaped(words)}</a>`;

/** Mail paper is always white (DESIGN.md section 16). */
function htmlWith(words: Words, lines: readonly Line[], links: Links, language: Parameters<typeof directionOf>[0]): string {
  const { hello, lead, more, why, stop, settings } = words;
  const entries = lines.map(({ text, detail, link, items }) =>
    [
      `<div style="padding:12px 0;border-top:1px solid #e3e6eb">`,
      linked(text, link, "color:#151923;font-weight:600;text-decoration:none"),
      ...items.map(({ name, link: to }) => `<div style="line-height:20px"><bdi>${linked(name, to)}</bdi></div>`),
      detail ? `<div style="${quiet}"><bdi>${escaped(detail)}</bdi></div>` : "",
      `</div>`,
    ].join(""),
  );
  return [
    `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8">`,
    `<meta name="color-scheme" content="light"></head>`,
    `<body style="margin:0;padding:24px;background:#ffffff;color:#151923;font:14px/22px ${fonts}">`,
    `<div style="max-width:600px"><p style="margin:0">${escaped(hello)}</p><p style="margin:0 0 16px">${escaped(lead)}</p>`,
    ...entries,
    more ? `<p style="${quiet}">${escaped(more)}</p>` : "",
    `<p style="margin:16px 0 0;padding-top:12px;border-top:1px solid #e3e6eb;${quiet}">${escaped(why)}<br>`,
    `${linked(stop, links.stop)} · ${linked(settings, links.settings)}`,
    `</p></div></body></html>`,
  ].join("");
}
