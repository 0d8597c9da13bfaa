import type { IncomingMessage, ServerResponse } from "node:http";
import { bytesOf } from "./body.ts";
import { checkKey } from "./objects.ts";
import { requireAccess, s3Errors } from "./errors.ts";
import { objectArn } from "../iam/demands.ts";
import { readForm } from "./form.ts";
import { replace } from "./object-operations.ts";
import { verifyPost } from "./post-policy.ts";
import { replyXml } from "./request.ts";
import type { S3 } from "./request.ts";
import { xml } from "./xml.ts";

const keptFields = /^(content-(type|disposition|encoding|language)|cache-control|expires|x-amz-meta-.+)$/;

/** An upload from a browser's form (presigned POST). The file streams to disk and stops there when it grows too large. */
export async function postObject(s3: S3, bucket: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  s3.objects.requireBucket(bucket);
  const { fields, fileName, fileContentType, file } = await readForm(request.headers["content-type"] ?? "", bytesOf(request));
  const sizes = verifyPost(fields, bucket, s3.access);
  const key = checkKey((fields["key"] ?? "").replaceAll("${filename}", fileName));
  if (key === "") throw s3Errors.invalidArgument("Bucket POST must contain a field named 'key'.");
  requireAccess(s3.access, fields["x-amz-credential"]?.split("/")[0], [
    { action: "s3:PutObject", resource: objectArn(bucket, key) },
  ]);

  const blob = await s3.blobs.write(file, (_, size) => {
    if (size > sizes.max) throw s3Errors.entityTooLarge();
  });
  if (blob.size < sizes.min) {
    await s3.blobs.remove([blob.file]);
    throw s3Errors.entityTooSmall();
  }
  const headers = Object.fromEntries(Object.entries(fields).filter(([name]) => keptFields.test(name)));
  const etag = `"${blob.md5}"`;
  await replace(s3, {
    bucket,
    key,
    file: blob.file,
    size: blob.size,
    etag,
    modifiedAt: Date.now(),
    headers: { "content-type": fileContentType ?? "binary/octet-stream", ...headers },
  });
  request.resume(); // what stands after the file

  const redirect = fields["success_action_redirect"];
  const location = `/${bucket}/${encodeURIComponent(key)}`;
  if (redirect !== undefined && URL.canParse(redirect)) {
    const target = new URL(redirect);
    for (const [name, value] of Object.entries({ bucket, key, etag })) target.searchParams.set(name, value);
    response.writeHead(303, { location: target.href, etag }).end();
  } else if (fields["success_action_status"] === "201") {
    replyXml(response, 201, xml("PostResponse", { Location: location, Bucket: bucket, Key: key, ETag: etag }));
  } else {
    response.writeHead(fields["success_action_status"] === "200" ? 200 : 204, { etag, location }).end();
  }
}
