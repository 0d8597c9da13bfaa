import type { CardId } from "@kartis/core/kernel/id.ts";
import { voipProcedures } from "@kartis/core/voip/index.ts";
import { Voicenter, type VoicenterReport } from "@kartis/simulators/voicenter.ts";
import { voicenterAccount } from "../voip.ts";
import { type DemoMember, named } from "./member.ts";
import { until } from "./until.ts";

const minuteMs = 60_000;
const ringingMs = 9_000;

/** Calls of the last days: how long ago they came in, whose card's number called, whom, and for how long they spoke; 0 is a missed call. */
const calls = [
  { minutesAgo: 3_190, caller: 0, extension: 1, seconds: 212 },
  { minutesAgo: 2_960, caller: 1, extension: 0, seconds: 0 },
  { minutesAgo: 2_925, caller: 1, extension: 0, seconds: 341 },
  { minutesAgo: 1_730, caller: 2, extension: 2, seconds: 95 },
  { minutesAgo: 1_515, caller: 3, extension: 3, seconds: 0 },
  { minutesAgo: 1_490, caller: null, extension: 1, seconds: 47 },
  { minutesAgo: 230, caller: 4, extension: 0, seconds: 508 },
  { minutesAgo: 120, caller: 0, extension: 1, seconds: 66 },
  { minutesAgo: 41, caller: 5, extension: 0, seconds: 0 },
  { minutesAgo: 18, caller: null, extension: 0, seconds: 0 },
] as const;

/** A number that no card has. */
const stranger = "972545550163";

export const extensionOf = (place: number): string => String(204 + place);

/** Connects the organization with the simulated Voicenter and gives the team extensions. */
export async function connectTelephony(noa: DemoMember, team: readonly DemoMember["userId"][]): Promise<void> {
  const { code, logCode } = voicenterAccount;
  await noa.call(named(voipProcedures, "voip.connect"), { provider: "voicenter", values: { code, logCode } });
  for (const [place, userId] of team.entries())
    await noa.call(named(voipProcedures, "voip.setExtension"), { userId, extension: extensionOf(place) });
}

/** The URL that reports go to; undefined without a connection. */
export const reportsUrlOf = async (noa: DemoMember): Promise<string | undefined> =>
  (await noa.call(named(voipProcedures, "voip.settings"), {})).hookUrl ?? undefined;

/** Reports calls of the last days, as Voicenter would have: by a simulator of its own, whose clock is set back. @param phones of the cards that call, E.164 */
export async function makeCalls(url: string, phones: ReadonlyMap<CardId, string>, now: number): Promise<void> {
  const numbers = [...phones.values()].map((phone) => phone.replaceAll(/\D/g, ""));
  let at = now;
  const voicenter = new Voicenter(voicenterAccount, () => at);
  for (const { minutesAgo, caller, extension, seconds } of calls) {
    at = now - minutesAgo * minuteMs;
    await report(url, voicenter.ring(caller === null ? stranger : (numbers[caller] ?? stranger), extensionOf(extension)));
    const [call] = voicenter.calls;
    if (!call) throw new Error("The simulator has no call");
    at += ringingMs;
    if (seconds > 0) await report(url, voicenter.answer(call.id));
    at += seconds * 1_000;
    await report(url, voicenter.hangUp(call.id));
  }
}

/** Delivers reports in their order; one that the cloud is too busy for is delivered again, as the provider would. */
async function report(url: string, reports: readonly VoicenterReport[]): Promise<void> {
  for (const body of reports.map((one) => JSON.stringify(one)))
    await until("The answer to a call's report", async () => {
      const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
      if (response.status >= 500) return undefined;
      if (!response.ok) throw new Error(`The report of a call was answered with ${response.status}`);
      return response.status;
    });
}
