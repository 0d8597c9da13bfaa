import { CopyObjectCommand, type CopyObjectCommandInput, PutObjectCommand, type PutObjectCommandInput } from "@aws-sdk/client-s3";
import { env } from "../../kernel/env.ts";
import { type S3Patience, s3 } from "./client.ts";

export const putObject = (input: Omit<PutObjectCommandInput, "Bucket">, patience?: S3Patience) =>
  s3(patience).send(new PutObjectCommand({ Bucket: env("DATA_BUCKET"), ...input }));

/** Within the bucket. */
export const copyObject = (from: string, input: Omit<CopyObjectCommandInput, "Bucket" | "CopySource">) =>
  s3().send(new CopyObjectCommand({ Bucket: env("DATA_BUCKET"), CopySource: `${env("DATA_BUCKET")}/${from}`, ...input }));
