import { escape, page, time, weatherForm } from "./page.ts";
import { type TwilioVoice, twilioVoiceWeathers } from "./twilio-voice.ts";
import { type Voicenter, voipWeathers } from "./voicenter.ts";

/** A call of either company. */
type ShownCall = Voicenter["calls"][number] | TwilioVoice["calls"][number];

const said = ({ direction, progress, hasTalked }: ShownCall): string => {
  if (progress === "ended") return hasTalked ? "over" : "over, not answered";
  if (progress === "talking") return "talking";
  if (progress === "agent") return "the other party's telephone rings";
  return direction === "IN" ? "rings at the extension" : "rings at the extension first";
};

function call(one: ShownCall): string {
  const { id, direction, number, extension, progress, at } = one;
  const answer = progress === "agent" ? "The other party answers" : "Answer at the extension";
  const buttons =
    progress === "ended"
      ? ""
      : `${progress === "talking" ? "" : `<button formaction="/local/voip/answer">${answer}</button> `}<button formaction="/local/voip/hang-up">Hang up</button>`;
  const who = number === "" ? "a hidden number" : number;
  return `<li><form method="post"><input type="hidden" name="id" value="${escape(id)}">
<bdi>${escape(direction === "IN" ? `${who} → ${extension}` : `${extension} → ${who}`)}</bdi> <small>${time(at)} · ${said(one)}</small> ${buttons}</form></li>`;
}

const list = (calls: readonly ShownCall[]): string => `<ol>${calls.map(call).join("") || "<li>Nobody has called yet.</li>"}</ol>`;

/** The simulated telephones of both companies, and how these behave. It reloads by itself. */
export function voipPage(voicenter: Voicenter, twilio: TwilioVoice): string {
  const hooks = [...voicenter.hooks].map((hook) => `<li><small><bdi>${escape(hook)}</bdi></small></li>`).join("");
  return page({
    title: "Telephone",
    content: `<p>This page stands for the telephone companies and for the telephones behind them. Nothing leaves this machine.</p>
<h2>Voicenter</h2>
<p>To connect, use the codes <code>code-of-this-machine</code> and <code>log-code-of-this-machine</code>.</p>
${weatherForm("/local/voip/weather", "Voicenter", voipWeathers, voicenter.weather)}
<p>Report calls to</p>
<ol>${hooks}</ol>
<form method="post" action="/local/voip/hook"><label>URL <input name="url" size="60"></label> <button>Add</button></form>
<form method="post" action="/local/voip/ring"><label>Somebody calls: number <input name="number" placeholder="972545550187, or nothing if hidden"></label>
<label>Extension <input name="extension" size="6" value="204"></label> <button>Call</button></form>
${list(voicenter.calls)}
<h2>Twilio</h2>
<p>To connect, use the account <code>AC00000000000000000000000000000000</code>, the token <code>token-of-this-machine</code> and the number <code>+97235550100</code>. Behind +15005550011, …12 and …13 the line is busy, nobody answers, and the call fails; +15005550001 to …04 are refused.</p>
${weatherForm("/local/voip/twilio-weather", "Twilio", twilioVoiceWeathers, twilio.weather)}
<form method="post" action="/local/voip/twilio-hook"><label>When a call comes in, ask <input name="url" size="60" value="${escape(twilio.hook)}"></label> <button>Set</button></form>
<form method="post" action="/local/voip/twilio-ring"><label>Somebody calls: number <input name="number" placeholder="+972545550187, or nothing if hidden"></label> <button>Call</button></form>
${list(twilio.calls)}`,
  });
}
