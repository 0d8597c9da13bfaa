import { type ActivityWrite, creation } from "../activities/index.ts";
import { plainText, type RichText } from "../activities/comments/rules.ts";
import { systemActor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { type CardId, newId, type OrgId, type UserId } from "../kernel/id.ts";
import { commitMetered } from "../plans/index.ts";

const hour = 3_600_000;

const said = (text: string): RichText => [{ type: "paragraph", content: [{ text }] }];
const comments: readonly (readonly [string, string | null])[] = [
  ["We can clamp without drilling.", "Then two crew days less."],
  ["Amit wants delivery in two phases, with the inverter in phase 1.", null],
  ["הלקוח ביקש להתחיל בינואר, כדאי לשמור מקום ביומן.", "נשמר, 11 בינואר."],
  ["A tetőrajzok megérkeztek, holnap átnézem.", null],
  ["Договор отправлен, ждём подпись на этой неделе.", "Подписали."],
];
const calls = [
  { direction: "IN", status: "answered", seconds: 402, number: "+97245550172", note: "Budget approved, delivery in two phases." },
  { direction: "OUT", status: "missed", seconds: null, number: "+97245550172", note: null },
  { direction: "OUT", status: "answered", seconds: 95, number: "+3612345678", note: "Asked for the grid permit." },
] as const;

/** Creates timeline entries on the latest cards: comments with a reply, logged calls, and a conversation on another channel. */
export async function makeTimeline(
  orgId: OrgId,
  team: readonly UserId[],
  about: readonly CardId[],
  { clock, random }: { readonly clock: Clock; readonly random: () => number },
): Promise<void> {
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  for (const cardId of about) {
    const context = { orgId, actor: systemActor(orgId, "demo"), clock, requestId: newId("req"), origin: "import" } as const;
    await commitMetered(context, async (at) => {
      const now = Date.parse(at);
      const ago = (hours: number) => new Date(now - hours * hour).toISOString();
      const by = () => pick(team) ?? "demo";
      const comment = (text: string, hours: number, parentId: string | null = null): ActivityWrite => {
        const body = said(text);
        const values = { cardId, body, text: plainText(body, () => ""), parentId };
        return creation(orgId, "COMMENT", newId("act", now - hours * hour), values, by(), ago(hours));
      };
      const [question = "", answer = null] = pick(comments) ?? [];
      const first = comment(question, 30);
      const made = [
        first,
        ...(answer === null ? [] : [comment(answer, 29, first.activity.id)]),
        ...calls.slice(0, 1 + Math.floor(random() * calls.length)).map((call, index) => {
          const happenedAt = ago(5 + 22 * index);
          return creation(orgId, "CALL", newId("act", Date.parse(happenedAt)), { ...call, cardId, happenedAt }, by(), happenedAt);
        }),
        creation(
          orgId,
          "LINKEDIN",
          newId("act", now - 70 * hour),
          {
            cardId,
            direction: "IN",
            happenedAt: ago(70),
            link: "https://www.linkedin.com/company/meridian",
            note: "Saw our post about the hall roof.",
          },
          by(),
          ago(70),
        ),
      ];
      return {
        writes: made.map(({ write }) => write),
        records: [{ changes: made.map(({ change }) => change) }],
        result: undefined,
      };
    });
  }
}
