/** An expression that AWS would refuse; the service wraps it in its own ValidationException. */
export class ExpressionError extends Error {}
