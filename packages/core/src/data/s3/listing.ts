import { ListObjectsV2Command, type ListObjectsV2CommandInput } from "@aws-sdk/client-s3";
import { env } from "../../kernel/env.ts";
import { s3 } from "./client.ts";

export const listObjects = (input: Omit<ListObjectsV2CommandInput, "Bucket">) =>
  s3().send(new ListObjectsV2Command({ Bucket: env("DATA_BUCKET"), ...input }));
