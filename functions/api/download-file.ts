import { KartisError } from "@kartis/core/kernel/error.ts";
import { isId } from "@kartis/core/kernel/id.ts";
import { download } from "@kartis/core/files/index.ts";
import type { Route } from "./routes.ts";

/** A file's address in the app: permission is checked here, then S3 hands it over under an address that dies within minutes. */
export const downloadFile: Route = async (event, context) => {
  const fileId = event.pathParameters?.["fileId"];
  if (!isId("fil", fileId)) throw new KartisError("NOT_FOUND");
  const { url } = await download.call({ fileId }, context);
  return { statusCode: 302, headers: { location: url } };
};
