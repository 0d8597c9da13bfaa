import { KartisError } from "@kartis/core/kernel/error.ts";
import { isId } from "@kartis/core/kernel/id.ts";
import type { Route } from "./routes.ts";

/** A browser may take the same signed address again for as long as it surely works, so that pictures of a list are not asked for twice. */
const inlineSeconds = 240;

/** A file's address in the app: permission is checked here, then S3 hands it over under an address that dies within minutes. With `?inline`, to be looked at. */
export const downloadFile: Route = async (event, context) => {
  const fileId = event.pathParameters?.["fileId"];
  if (!isId("fil", fileId)) throw new KartisError("NOT_FOUND");
  const inline = event.queryStringParameters?.["inline"] !== undefined;
  // What of the domains decides about files is read when somebody first asks for one (decision 031).
  const { download } = await import("@kartis/core/attachments/index.ts");
  const { url } = await download.call({ fileId, inline }, context);
  const headers = { location: url, "x-content-type-options": "nosniff" };
  const kept = { "cache-control": `private, max-age=${inlineSeconds}`, vary: "cookie" };
  return { statusCode: 302, headers: inline ? { ...headers, ...kept } : headers };
};
