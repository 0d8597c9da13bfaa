import { Duration, RemovalPolicy, Size } from "aws-cdk-lib";
import { type IRole, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Architecture, Code, Function as LambdaFunction, Runtime, Tracing } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import { Construct } from "constructs";
import type { FunctionSpec } from "@kartis/core/kernel/deployment.ts";
import { addAlarm } from "./alarms.ts";
import { acknowledgeAll, wildcardFinding } from "./acknowledgements.ts";
import { environmentFor, type Grant, grantsFor, type Targets } from "./grants.ts";

export interface LambdaProps {
  readonly spec: FunctionSpec;
  readonly targets: Targets;
  /** The folder of its bundle: `index.mjs`. */
  readonly code: string;
  readonly alarms: ITopic;
}

const statementOf = ({ actions, resources, conditions }: Grant): PolicyStatement =>
  new PolicyStatement({ actions: [...actions], resources: [...resources], conditions });

/** A Lambda made from its spec alone: code, size, environment, and a role with what it `uses` and nothing else. */
export class LambdaFromSpec extends Construct {
  readonly function: LambdaFunction;
  readonly role: IRole;
  readonly spec: FunctionSpec;
  /** `kartis-<stage>-<spec's name>`. */
  readonly physicalName: string;

  constructor(scope: Construct, { spec, targets, code, alarms }: LambdaProps) {
    super(scope, spec.name);
    this.spec = spec;
    this.physicalName = `kartis-${targets.stage}-${spec.name}`;

    const logGroup = new LogGroup(this, "Log", {
      logGroupName: `/aws/lambda/${this.physicalName}`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // Not the managed AWSLambdaBasicExecutionRole, which may write to every log group of the account.
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    role.addToPolicy(
      new PolicyStatement({ actions: ["logs:CreateLogStream", "logs:PutLogEvents"], resources: [logGroup.logGroupArn] }),
    );
    const grants = grantsFor(spec.uses, targets);
    for (const grant of grants) role.addToPolicy(statementOf(grant));
    this.role = role;

    this.function = new LambdaFunction(this, "Function", {
      functionName: this.physicalName,
      description: spec.entry,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      code: Code.fromAsset(code),
      handler: "index.handler",
      memorySize: spec.memoryMb,
      ...(spec.diskMb ? { ephemeralStorageSize: Size.mebibytes(spec.diskMb) } : {}),
      timeout: Duration.seconds(spec.timeoutSeconds),
      environment: { ...environmentFor(spec.uses, targets), NODE_OPTIONS: "--enable-source-maps" },
      tracing: Tracing.ACTIVE,
      logGroup,
      role,
    });
    this.#addAlarms(alarms);
    acknowledgeAll(role, {
      [wildcardFinding(this, "*")]: "xray:PutTraceSegments and xray:PutTelemetryRecords take no resource.",
    });
    for (const { resources, wildcard } of grants) {
      if (wildcard === undefined) continue;
      for (const resource of resources) acknowledgeAll(role, { [wildcardFinding(this, resource)]: wildcard });
    }
  }

  #addAlarms(topic: ITopic): void {
    addAlarm(this, "ErrorsAlarm", {
      topic,
      name: `${this.physicalName}-errors`,
      description: `${this.physicalName} threw, ran out of time or memory. See /aws/lambda/${this.physicalName}.`,
      metric: this.function.metricErrors({ period: Duration.minutes(5) }),
      threshold: 1,
    });
    addAlarm(this, "ThrottlesAlarm", {
      topic,
      name: `${this.physicalName}-throttles`,
      description: `${this.physicalName} found no free concurrency. Raise the account's limit, or look for what uses it up.`,
      metric: this.function.metricThrottles({ period: Duration.minutes(5) }),
      threshold: 1,
    });
  }
}
