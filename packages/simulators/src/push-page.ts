import { escape, page, time } from "./page.ts";
import type { Pushed, SimulatedBrowser } from "./push.ts";

/** Content of a notification, as the browser shows it. */
function shown(text: string): { title: string; body: string; path: string; dir: string } {
  const said = Object(JSON.parse(text)) as Record<string, unknown>; // texts alone are taken of it
  const word = (name: string): string => (typeof said[name] === "string" ? said[name] : "");
  return { title: word("title"), body: word("body"), path: word("path") || "/", dir: word("dir") || "auto" };
}

function message({ at, ttl, urgency, topic, text }: Pushed): string {
  const { title, body, path, dir } = shown(text);
  return `<li><a href="${escape(path)}" dir="${escape(dir)}"><strong>${escape(title)}</strong> ${escape(body)}</a>
  <small>${time(at)} · kept for ${ttl} s · ${escape(urgency)} · topic ${escape(topic ?? "none")}</small></li>`;
}

function browser({ id, messages }: SimulatedBrowser): string {
  const list =
    messages.length > 0 ? `<ol>${messages.toReversed().map(message).join("")}</ol>` : "<p>Nothing has arrived yet.</p>";
  return `<section><h2>Browser <bdi>${escape(id.slice(0, 6))}</bdi></h2>
<form method="post" action="/local/push/${escape(id)}/gone"><button>Give the subscription up</button></form>${list}</section>`;
}

/** The simulated browsers with the notifications they show. The button subscribes one for the person signed in here, as `/settings/user` does with a real one. */
export const pushPage = (browsers: readonly SimulatedBrowser[]): string =>
  page({
    title: "Notifications to browsers",
    script,
    style: "li a { display: block; color: inherit; text-decoration: none; }",
    content: `<p>This page stands for a push service and for the browsers behind it. It decrypts what Kartis sends, as they would.</p>
<p><button id="add">Notify a browser of whoever is signed in here</button> <output id="said"></output></p>
${browsers.map(browser).join("")}`,
  });

const script = `const call = async (path, input) => {
  const response = await fetch("/api/trpc/" + path + "?batch=1", {
    method: "POST",
    headers: { "content-type": "application/json", "x-request-id": crypto.randomUUID() },
    body: JSON.stringify({ 0: input }),
  });
  const [answer] = await response.json();
  if (!answer.result) throw new Error(answer.error.data?.code ?? response.status);
  return answer.result.data;
};
document.querySelector("#add").addEventListener("click", async () => {
  try {
    const { publicKey } = await call("push.browsers", {});
    const subscription = await (await fetch("/local/push", { method: "POST", body: publicKey })).json();
    await call("push.add", subscription);
    location.reload();
  } catch (error) {
    document.querySelector("#said").textContent = "Sign in first: " + error.message;
  }
});
setTimeout(() => location.reload(), 4_000);`;
