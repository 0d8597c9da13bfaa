import { DeleteObjectCommand } from "@aws-sdk/client-s3";
import { env } from "../../kernel/env.ts";
import { s3 } from "./client.ts";

export const deleteObject = (Key: string) => s3().send(new DeleteObjectCommand({ Bucket: env("DATA_BUCKET"), Key }));
