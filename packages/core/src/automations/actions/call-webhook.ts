import * as z from "zod";
import { definitionOf } from "../../cards/fields/registry.ts";
import { isEmpty } from "../../cards/rules.ts";
import type { Card, CardType } from "../../cards/schema.ts";
import { action } from "./definition.ts";

export const webhookMethods = ["POST", "PUT", "PATCH", "DELETE", "GET"] as const;
export type Method = (typeof webhookMethods)[number];
/** GET and DELETE send their values in the query string. */
export const hasBody = (method: Method): boolean => method !== "GET" && method !== "DELETE";

export const [mostHeaders, mostValues, mostAnswers] = [10, 30, 10];
/** Characters that are kept of a value of the answer. */
export const longestAnswer = 500;

/** A value of the answer that later steps can name. */
const Answer = z.object({
  name: z
    .string()
    .trim()
    .regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/, "automations.problem.answerName"),
  /** Where it stands in the JSON: names and positions, separated by dots. */
  path: z
    .string()
    .trim()
    .min(1, { error: "validation.required", abort: true })
    .max(200, { error: "validation.length", abort: true })
    .regex(/^[^.\s]+(\.[^.\s]+)*$/, "automations.problem.answerPath"),
});

/** RFC 9110, section 5.6.2. Hop-by-hop and webhook headers are reserved for Kartis. */
const headerName = z
  .string()
  .trim()
  .min(1, { error: "automations.problem.noHeaderName", abort: true })
  .max(100, { error: "validation.length", abort: true })
  .regex(/^[\w!#$%&'*+.^`|~-]+$/, { error: "automations.problem.headerName", abort: true })
  .refine(
    (name) => !/^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|expect|proxy-.*|webhook-.*)$/i.test(name),
    "automations.problem.headerName",
  );

export const headerValue = z
  .string()
  .trim()
  .min(1, "automations.problem.noHeaderValue")
  .max(2_000, "validation.length")
  // Visible ASCII and spaces: servers decode anything else differently, and a line break would inject another header.
  .regex(/^[\u0020-\u007e]*$/, "automations.problem.headerValue");

/** A header. Its value may be a secret, so it is stored sealed for the host that receives it, and never returned. */
const Header = z
  .object({ name: headerName, value: headerValue.optional(), sealed: z.string().max(6_000).optional() })
  .refine(({ value, sealed }) => Boolean(value) || Boolean(sealed), {
    path: ["sealed"],
    message: "automations.problem.saveValue",
  });

const isAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
export const webhookUrl = z
  .string()
  .trim()
  .min(1, { error: "automations.problem.noUrl", abort: true })
  .max(2_000, "validation.length")
  .refine(isAddress, "validation.webhookHttps");
/** Without its path, for readers who may not learn it. */
export const maskedUrl = (url: string): string => `${URL.parse(url)?.origin ?? ""}/…`;
/** The host that a secret is sealed for. */
export const hostOf = (url: string): string => new URL(url).host;

/** The card's non-empty fields by their labels: ids of options and people mean nothing to another system. */
const readableFields = ({ fields }: Pick<CardType, "fields">, card: Pick<Card, "fields">) =>
  fields
    .filter(({ id, type, internal }) => !internal && !definitionOf(type).secret && !isEmpty(card.fields[id]))
    .map(({ id, key, label }) => ({ name: label, text: `{{ card.${id === "name" ? "name" : key} }}` }));

/** Sends the card, or chosen values of it, to a URL of another system. */
export const callWebhook = action({
  config: z
    .object({
      url: webhookUrl,
      method: z.enum(webhookMethods).default("POST"),
      headers: z.array(Header).max(mostHeaders).default([]),
      /** `card`: the card as the API returns it. `values`: an object of strings. */
      what: z.enum(["card", "values"]).default("card"),
      values: z
        .array(
          z.object({
            name: z.string().trim().min(1, "automations.problem.noValueName").max(100, "validation.length"),
            text: z.string().max(5_000, "validation.length"),
          }),
        )
        .max(mostValues)
        .default([]),
      answers: z.array(Answer).max(mostAnswers).default([]),
    })
    .refine(({ what, method }) => what === "values" || hasBody(method), { path: ["what"], message: "automations.problem.noBody" })
    .refine(({ values }) => new Set(values.map(({ name }) => name)).size === values.length, {
      path: ["values"],
      message: "validation.twice",
    })
    .refine(({ answers }) => new Set(answers.map(({ name }) => name)).size === answers.length, {
      path: ["answers"],
      message: "validation.twice",
    }),
  async call({ url, method, headers, what, values, answers }, { card, type, text }) {
    const chosen = what === "values" ? values : readableFields(type, card);
    const filled = await Promise.all(chosen.map(async (value) => [value.name, await text(value.text)] as const));
    const sent = { [what === "values" ? "values" : "texts"]: Object.fromEntries(filled) };
    return { procedure: "automations.call", input: { cardId: card.id, url, method, headers, answers, ...sent } };
  },
  worksInTrash: () => true,
  variables: ({ answers }) => ["status", ...answers.map(({ name }) => `answer.${name}`)],
  address: ({ url }) => ({ path: "url", url }),
  texts: ({ what, values }) =>
    what === "values" ? Object.fromEntries(values.map(({ text }, at) => [`values.${at}.text`, text])) : {},
  sealed: (config, seal) => ({
    ...config,
    headers: config.headers.map((header) =>
      header.value ? { name: header.name, sealed: seal(header.value, hostOf(config.url)) } : header,
    ),
  }),
  // The URL of a webhook is often its only secret.
  masked: (config) => ({ ...config, url: maskedUrl(config.url) }),
  shared: (config) => ({ ...config, headers: [] }),
  secrets: ({ url, headers }) =>
    headers.flatMap((header, at) =>
      header.sealed ? [{ path: `headers.${at}.value`, sealed: header.sealed, host: hostOf(url) }] : [],
    ),
});
