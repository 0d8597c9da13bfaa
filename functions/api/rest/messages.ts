import automations from "@kartis/i18n/catalogues/en/automations.json" with { type: "json" };
import errors from "@kartis/i18n/catalogues/en/errors.json" with { type: "json" };
import validation from "@kartis/i18n/catalogues/en/validation.json" with { type: "json" };
import { createTranslate } from "@kartis/i18n/create-translate.ts";
import type { ErrorShape } from "@kartis/core/kernel/error.ts";

/** Messages for callers of the API, where the screens' words would not fit ("reload the page"). The API speaks English. */
const api = {
  noSuchPath: "There is no such path. /api/v1/openapi.json lists them.",
  pathEncoding: "The path has a % that is not followed by two hexadecimal digits, or what it encodes is not UTF-8.",
  unknownParameter: "There is no such parameter, or it belongs in the path",
  json: "This parameter is JSON",
  bodyIsNoObject: "The body must be a JSON object",
  idempotencyRunning: "A request with this idempotency key is still running. Ask again in a moment.",
  idempotencyOtherRequest: "This idempotency key was used for another request. Use a new key for each request.",
  idempotencyDone:
    "An earlier request with this idempotency key took effect, but its answer was lost. What it made or changed has the id {id}.",
  idempotencyTooLarge: "The request with this idempotency key was done; its answer was too large to be kept.",
  idempotencyKey: "An Idempotency-Key has 1 to 255 characters",
  "UNAUTHORIZED.title": "Not authenticated",
  "UNAUTHORIZED.message":
    "Send a token as `Authorization: Bearer …`. It is missing or unknown, has expired or was removed, or its maker has left the organization.",
  "INVALID_INPUT.title": "Invalid input",
  "INVALID_INPUT.message": "Some parameters are not valid; `errors` names each of them.",
  "METHOD_NOT_SUPPORTED.title": "Method not allowed",
  "METHOD_NOT_SUPPORTED.message": "This path takes {allowed}.",
  "PARSE_ERROR.title": "Not JSON",
  "PARSE_ERROR.message": "The body could not be read as JSON.",
  "PAYLOAD_TOO_LARGE.title": "Too large",
  "PAYLOAD_TOO_LARGE.message": "A body has at most 1 MB.",
  "UNSUPPORTED_MEDIA_TYPE.title": "Unsupported media type",
  "UNSUPPORTED_MEDIA_TYPE.message": "Send the body as application/json.",
  "TOO_MANY_REQUESTS.title": "Too many requests",
  "TOO_MANY_REQUESTS.message": "Wait as many seconds as Retry-After says, then try again.",
  "UNPROCESSABLE_CONTENT.title": "Not processable",
};

const translate = createTranslate("en", { api, automations, errors, validation }, { isolates: false });

/** A message by its catalogue key; the key itself if there is none. */
export const messageOf = (key: string, params: ErrorShape["params"] = {}): string => translate.find(key, params) ?? key;

/** The kind of the error, and how to handle it. */
export function wordsOf({ code, messageKey, params }: ErrorShape): { title: string; detail: string } {
  const find = (key: string) => translate.find(`api.${key}`, params) ?? translate.find(`errors.${key}`, params);
  return {
    title: find(`${code}.title`) ?? code,
    detail: (messageKey && translate.find(messageKey, params)) || (find(`${code}.message`) ?? code),
  };
}
