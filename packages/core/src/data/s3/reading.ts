import { GetObjectCommand, type GetObjectCommandInput, HeadObjectCommand } from "@aws-sdk/client-s3";
import { env } from "../../kernel/env.ts";
import { type S3Patience, s3 } from "./client.ts";

export const getObject = (input: Omit<GetObjectCommandInput, "Bucket">, patience?: S3Patience) =>
  s3(patience).send(new GetObjectCommand({ Bucket: env("DATA_BUCKET"), ...input }));

export const headObject = (Key: string, patience?: S3Patience) =>
  s3(patience).send(new HeadObjectCommand({ Bucket: env("DATA_BUCKET"), Key }));
