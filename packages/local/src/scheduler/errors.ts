import { AwsError } from "../wire/errors.ts";

export const schedulerErrors = {
  notFound: (what: string) => new AwsError("ResourceNotFoundException", `${what} does not exist.`, { status: 404 }),
  conflict: (message: string) => new AwsError("ConflictException", message, { status: 409 }),
  invalid: (message: string) => new AwsError("ValidationException", message),
};
