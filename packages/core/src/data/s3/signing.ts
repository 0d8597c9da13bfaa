import { GetObjectCommand, type GetObjectCommandInput } from "@aws-sdk/client-s3";
import { createPresignedPost, type PresignedPostOptions } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { env } from "../../kernel/env.ts";
import { s3 } from "./client.ts";

/** A form by which S3 accepts one file. */
export const signedPost = (options: Omit<PresignedPostOptions, "Bucket">) =>
  createPresignedPost(s3(), { Bucket: env("DATA_BUCKET"), ...options });

/** An address that gives an object's bytes to anyone who has it. */
export const signedGet = (input: Omit<GetObjectCommandInput, "Bucket">, expiresIn: number) =>
  getSignedUrl(s3(), new GetObjectCommand({ Bucket: env("DATA_BUCKET"), ...input }), { expiresIn });
