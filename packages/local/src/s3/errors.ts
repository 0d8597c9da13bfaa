import type { Access, Demand } from "../iam/access.ts";

/** An error in S3's vocabulary, answered as XML. */
export class S3Error extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = status;
  }
}

export const s3Errors = {
  accessDenied: (message = "Access Denied") => new S3Error("AccessDenied", 403, message),
  badDigest: (what: string) => new S3Error("BadDigest", 400, `The ${what} you specified did not match the calculated checksum.`),
  entityTooLarge: () => new S3Error("EntityTooLarge", 400, "Your proposed upload exceeds the maximum allowed size"),
  entityTooSmall: () => new S3Error("EntityTooSmall", 400, "Your proposed upload is smaller than the minimum allowed size"),
  incompleteBody: () =>
    new S3Error("IncompleteBody", 400, "You did not provide the number of bytes specified by the Content-Length HTTP header"),
  invalidArgument: (message: string) => new S3Error("InvalidArgument", 400, message),
  invalidPart: () => new S3Error("InvalidPart", 400, "One or more of the specified parts could not be found."),
  invalidPartOrder: () => new S3Error("InvalidPartOrder", 400, "The list of parts was not in ascending order."),
  invalidRange: () => new S3Error("InvalidRange", 416, "The requested range is not satisfiable"),
  malformedPost: (message: string) => new S3Error("MalformedPOSTRequest", 400, message),
  malformedXml: () => new S3Error("MalformedXML", 400, "The XML you provided was not well-formed"),
  methodNotAllowed: () => new S3Error("MethodNotAllowed", 405, "The specified method is not allowed against this resource."),
  noSuchBucket: () => new S3Error("NoSuchBucket", 404, "The specified bucket does not exist"),
  noSuchKey: () => new S3Error("NoSuchKey", 404, "The specified key does not exist."),
  noSuchUpload: () => new S3Error("NoSuchUpload", 404, "The specified multipart upload does not exist."),
  notImplemented: (what: string) => new S3Error("NotImplemented", 501, `${what} is not implemented by the local S3`),
  preconditionFailed: () =>
    new S3Error("PreconditionFailed", 412, "At least one of the pre-conditions you specified did not hold"),
  signatureDoesNotMatch: () =>
    new S3Error("SignatureDoesNotMatch", 403, "The request signature we calculated does not match the signature you provided."),
};

/** @throws AccessDenied where the signer of a request may not do all that it amounts to */
export function requireAccess(access: Access, signer: string | undefined, demands: readonly Demand[]): void {
  const denial = access.denial(signer, demands);
  if (denial) throw s3Errors.accessDenied(denial);
}
