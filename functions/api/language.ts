import type { CallContext } from "@kartis/core/kernel/procedure.ts";
import { isLanguage } from "@kartis/i18n/languages.ts";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

/** The language the caller asks for first, where it is one of ours (RFC 9110 section 12.5.4). */
export function languageOf({ headers }: APIGatewayProxyEventV2): CallContext["language"] {
  const [wanted = ""] = /^[a-z]+/i.exec(headers["accept-language"] ?? "") ?? [];
  const language = wanted.toLowerCase();
  return isLanguage(language) ? language : null;
}
