import { Stack, Validations } from "aws-cdk-lib";
import type { IConstruct } from "constructs";

/** Gives the reason for each rule of cdk-nag that a construct breaks on purpose. */
export function acknowledgeAll(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [id, reason] of Object.entries(reasons)) Validations.of(construct).acknowledge({ id, reason });
}

/** The id under which cdk-nag reports a wildcard in a resource: `AwsSolutions-IAM5[Resource::…]`, with `<…>` for what is not text yet. */
export const wildcardFinding = (scope: IConstruct, resource: string): string =>
  `AwsSolutions-IAM5[Resource::${flatten(Stack.of(scope).resolve(resource))}]`;

function flatten(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) throw new Error(`${String(value)} cannot be part of an ARN`);
  if ("Ref" in value) return `<${String(value.Ref)}>`;
  if ("Fn::ImportValue" in value) return String(value["Fn::ImportValue"]);
  if ("Fn::GetAtt" in value && Array.isArray(value["Fn::GetAtt"])) return `<${value["Fn::GetAtt"].join(".")}>`;
  if ("Fn::Join" in value && Array.isArray(value["Fn::Join"])) {
    const parts: unknown = value["Fn::Join"][1];
    if (Array.isArray(parts)) return parts.map(flatten).join("");
  }
  throw new Error(`cdk-nag's name for ${JSON.stringify(value)} is not known here`);
}
