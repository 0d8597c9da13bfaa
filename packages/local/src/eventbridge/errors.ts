import { AwsError } from "../wire/errors.ts";

export const eventBridgeErrors = {
  notFound: (what: string) => new AwsError("ResourceNotFoundException", `${what} does not exist.`),
  alreadyExists: (what: string) => new AwsError("ResourceAlreadyExistsException", `${what} already exists.`),
  invalid: (message: string) => new AwsError("ValidationException", message),
  invalidPattern: (reason: string) =>
    new AwsError("InvalidEventPatternException", `Event pattern is not valid. Reason: ${reason}`),
  limit: (message: string) => new AwsError("LimitExceededException", message),
};
