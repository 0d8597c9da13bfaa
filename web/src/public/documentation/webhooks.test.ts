import { newSecret, signedHeaders } from "@kartis/core/outgoing-webhooks/secret.ts";
import { languages } from "@kartis/i18n/languages.ts";
import { expect, it } from "vitest";
import { topicsOf } from "./topics.ts";

/** The programs of the topic, as a reader copies them. */
async function programsIn(language: (typeof languages)[number]): Promise<readonly string[]> {
  const topic = (await topicsOf(language)).find(({ name }) => name === "webhooks");
  return (topic?.blocks ?? []).flatMap((block) => (block.kind === "code" ? [block.text] : []));
}

it.each(languages)("the program that verifies signatures, copied from the topic in %s, does so", async (language) => {
  const [, program = ""] = await programsIn(language);
  const { isFromKartis }: { isFromKartis: (headers: unknown, body: string, secret: string) => boolean } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(program)}`
  );
  const [secret, previous] = [newSecret(), newSecret()];
  const timestamp = Math.floor(Date.now() / 1_000);
  const message = { id: "msg_01JD3Q5W7X9ZABCDEFGHJKMNPQ", timestamp, body: '{"type":"webhook.test"}' };
  const headers = signedHeaders(message, [secret, previous]);
  for (const known of [secret, previous]) expect(isFromKartis(headers, message.body, known)).toBe(true);
  expect(isFromKartis(headers, message.body, newSecret())).toBe(false);
  expect(isFromKartis(headers, `${message.body} `, secret)).toBe(false);
  const old = signedHeaders({ ...message, timestamp: timestamp - 301 }, [secret]);
  expect(isFromKartis(old, message.body, secret)).toBe(false);
});

it("has the same programs in every language, and a payload that is JSON", async () => {
  const [english, ...others] = await Promise.all(languages.map(programsIn));
  for (const programs of others) expect(programs).toEqual(english);
  expect(Object.keys(JSON.parse(english?.[0] ?? ""))).toEqual(["type", "timestamp", "data"]);
});
