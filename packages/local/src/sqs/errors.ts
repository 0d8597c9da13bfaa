import { AwsError } from "../wire/errors.ts";
import type { Refusal } from "../wire/input.ts";

/**
 * SQS is older than its JSON protocol: many errors have one name there and another in the query protocol, which
 * clients still read from a header.
 */
export const sqsErrors = {
  queueDoesNotExist: () =>
    new AwsError("QueueDoesNotExist", "The specified queue does not exist.", {
      queryCode: "AWS.SimpleQueueService.NonExistentQueue",
    }),
  queueNameExists: (name: string) =>
    new AwsError("QueueNameExists", `A queue named ${name} already exists with different attributes.`, {
      queryCode: "QueueAlreadyExists",
    }),
  invalidParameter: (message: string) =>
    new AwsError("InvalidParameterValueException", message, { queryCode: "InvalidParameterValue" }),
  missingParameter: (name: string) =>
    new AwsError("MissingRequiredParameterException", `The request must contain the parameter ${name}.`, {
      queryCode: "MissingParameter",
    }),
  invalidAttributeName: (name: string) =>
    new AwsError("InvalidAttributeName", `Unknown Attribute ${name}.`, { queryCode: "InvalidAttributeName" }),
  invalidAttributeValue: (name: string) =>
    new AwsError("InvalidAttributeValue", `Invalid value for the parameter ${name}.`, { queryCode: "InvalidAttributeValue" }),
  receiptHandleIsInvalid: (handle: string) =>
    new AwsError("ReceiptHandleIsInvalid", `The input receipt handle "${handle}" is not a valid receipt handle.`, {
      queryCode: "ReceiptHandleIsInvalid",
    }),
  messageNotInflight: () =>
    new AwsError("MessageNotInflight", "The message referred to is not in flight.", {
      queryCode: "AWS.SimpleQueueService.MessageNotInflight",
    }),
  emptyBatch: (entry: string) =>
    new AwsError("EmptyBatchRequest", `There should be at least one ${entry} in the request.`, {
      queryCode: "AWS.SimpleQueueService.EmptyBatchRequest",
    }),
  tooManyEntries: (count: number) =>
    new AwsError("TooManyEntriesInBatchRequest", `Maximum number of entries per request are 10. You have sent ${count}.`, {
      queryCode: "AWS.SimpleQueueService.TooManyEntriesInBatchRequest",
    }),
  batchIdsNotDistinct: (id: string) =>
    new AwsError("BatchEntryIdsNotDistinct", `Id ${id} repeated.`, {
      queryCode: "AWS.SimpleQueueService.BatchEntryIdsNotDistinct",
    }),
  invalidBatchId: () =>
    new AwsError(
      "InvalidBatchEntryId",
      "A batch entry id can only contain alphanumeric characters, hyphens and underscores. It can be at most 80 letters long.",
      { queryCode: "AWS.SimpleQueueService.InvalidBatchEntryId" },
    ),
  batchTooLong: (limit: number, actual: number) =>
    new AwsError("BatchRequestTooLong", `Batch requests cannot be longer than ${limit} bytes. You have sent ${actual} bytes.`, {
      queryCode: "AWS.SimpleQueueService.BatchRequestTooLong",
    }),
  invalidMessageContents: () =>
    new AwsError(
      "InvalidMessageContents",
      "Invalid characters found. Valid unicode characters are #x9 | #xA | #xD | #x20 and above.",
      {
        queryCode: "InvalidMessageContents",
      },
    ),
  unsupported: (message: string) =>
    new AwsError("UnsupportedOperation", message, { queryCode: "AWS.SimpleQueueService.UnsupportedOperation" }),
  resourceNotFound: (message: string) =>
    new AwsError("ResourceNotFoundException", message, { queryCode: "ResourceNotFoundException" }),
};

export const sqsRefusal: Refusal = ({ kind, name, message }) =>
  kind === "missing" ? sqsErrors.missingParameter(name) : sqsErrors.invalidParameter(message);
