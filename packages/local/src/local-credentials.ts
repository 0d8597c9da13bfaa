/** The one key pair that the local engines accept. It guards nothing: they listen on 127.0.0.1 only. */
export const localCredentials = {
  accessKeyId: "KARTISLOCAL000000001",
  secretAccessKey: "local-engines-only-not-a-secret-000000001",
} as const;
