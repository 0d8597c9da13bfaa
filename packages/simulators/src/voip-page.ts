import { escape, page, time, weatherForm } from "./page.ts";
import { type SimulatedCall, type Voicenter, voipWeathers } from "./voicenter.ts";

const said = ({ direction, progress, hasTalked }: SimulatedCall): string => {
  if (progress === "ended") return hasTalked ? "over" : "over, not answered";
  if (progress === "talking") return "talking";
  if (progress === "agent") return "the other party's telephone rings";
  return direction === "IN" ? "rings at the extension" : "rings at the extension first";
};

function call(one: SimulatedCall): string {
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

/** The simulated telephones, and how the telephone company behaves. It reloads by itself. */
export function voipPage(voicenter: Voicenter): string {
  const hooks = [...voicenter.hooks].map((hook) => `<li><small><bdi>${escape(hook)}</bdi></small></li>`).join("");
  return page({
    title: "Telephone",
    content: `<p>This page stands for Voicenter and for the telephones behind it. Nothing leaves this machine. To connect, use the codes <code>code-of-this-machine</code> and <code>log-code-of-this-machine</code>.</p>
${weatherForm("/local/voip/weather", "The telephone company", voipWeathers, voicenter.weather)}
<h2>Report calls to</h2>
<ol>${hooks}</ol>
<form method="post" action="/local/voip/hook"><label>URL <input name="url" size="60"></label> <button>Add</button></form>
<h2>Somebody calls</h2>
<form method="post" action="/local/voip/ring"><label>Number <input name="number" placeholder="972545550187, or nothing if hidden"></label>
<label>Extension <input name="extension" size="6" value="204"></label> <button>Call</button></form>
<h2>Calls</h2>
<ol>${voicenter.calls.map(call).join("") || "<li>Nobody has called yet.</li>"}</ol>`,
  });
}
