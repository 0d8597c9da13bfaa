import { CfnOutput, Duration, RemovalPolicy, SecretValue, Stack, type StackProps } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import { HttpApi, HttpStage, LogGroupLogDestination, WebSocketApi, WebSocketStage } from "aws-cdk-lib/aws-apigatewayv2";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import { Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";
import { Distribution } from "./distribution.ts";
import { acknowledgeAll } from "./acknowledgements.ts";
import type { Settings } from "./settings.ts";

/** CloudFront asks for `/ws`, which API Gateway reads as the stage `ws` and its root: no path is rewritten. */
const socketsStage = "ws";

/** Far above what people do, far below what a loop somewhere could cost. */
const throttle = { rateLimit: 1_000, burstLimit: 2_000 };

const edgeProofName = (stage: string): string => `kartis-${stage}-edge-proof`;

export interface OriginStackProps extends StackProps {
  readonly settings: Settings;
  /** The built site: `web/dist`. */
  readonly webDist: string;
  /** The data bucket's name before there is one: its CORS needs this stack's origin, and the site's policy needs its address. */
  readonly dataBucketName: string;
}

/**
 * The one origin: CloudFront, the site's bucket, and the two APIs behind it, still without routes. Deployed first, so that functions can be given the origin
 * even if that is the name CloudFront has just assigned; the API stack adds routes that lead to them.
 */
export class OriginStack extends Stack {
  readonly publicOrigin: string;
  readonly httpApi: HttpApi;
  readonly webSocketApi: WebSocketApi;
  /** Secret by which CloudFront authenticates itself to the API, as a CloudFormation reference. */
  readonly edgeProof: string;
  /** Endpoint for posting to connections. */
  readonly socketsEndpoint: string;
  /** Every connection of that stage, as other stacks name it. */
  readonly connectionsArn: string;
  /** The same for closing them. */
  readonly closingArn: string;
  /** Takes access logs of buckets and of CloudFront. */
  readonly logsBucket: Bucket;

  constructor(scope: Construct, id: string, { settings, webDist, dataBucketName, ...props }: OriginStackProps) {
    super(scope, id, props);
    this.logsBucket = this.#createLogsBucket();

    this.httpApi = new HttpApi(this, "HttpApi", {
      apiName: `kartis-${settings.stage}`,
      description: "Behind CloudFront: /api/*, /files/* and /calendar/feed/*",
      createDefaultStage: false,
    });
    const accessLog = new LogGroup(this, "HttpApiLog", {
      logGroupName: `/aws/vendedlogs/kartis-${settings.stage}-http-api`,
      retention: RetentionDays.THREE_MONTHS,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, "HttpStage", {
      httpApi: this.httpApi,
      stageName: "$default",
      autoDeploy: true,
      throttle,
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(
          // No path beyond the route and no query: they can carry a file's name or a token.
          JSON.stringify({
            requestId: "$context.requestId",
            at: "$context.requestTime",
            routeKey: "$context.routeKey",
            status: "$context.status",
            latencyMs: "$context.responseLatency",
            responseBytes: "$context.responseLength",
            integrationError: "$context.integrationErrorMessage",
          }),
        ),
      },
    });

    this.webSocketApi = new WebSocketApi(this, "WebSocketApi", {
      apiName: `kartis-${settings.stage}-sockets`,
      description: "Behind CloudFront: /ws",
    });
    const stage = new WebSocketStage(this, "WebSocketStage", {
      webSocketApi: this.webSocketApi,
      stageName: socketsStage,
      autoDeploy: true,
      throttle,
    });
    this.socketsEndpoint = stage.callbackUrl;
    const apiId = this.exportValue(this.webSocketApi.apiId);
    const arnFor = (verb: "POST" | "DELETE") =>
      this.formatArn({ service: "execute-api", resource: apiId, resourceName: `${socketsStage}/${verb}/@connections/*` });
    this.connectionsArn = arnFor("POST");
    this.closingArn = arnFor("DELETE");

    const edgeProof = this.#createEdgeProof(settings);
    this.edgeProof = SecretValue.secretsManager(edgeProofName(settings.stage)).unsafeUnwrap();
    const distribution = new Distribution(this, "Distribution", {
      settings,
      edgeProof: edgeProof.secretValue.unsafeUnwrap(),
      webDist,
      httpApiHost: `${this.httpApi.apiId}.execute-api.${this.region}.${this.urlSuffix}`,
      webSocketApiHost: `${this.webSocketApi.apiId}.execute-api.${this.region}.${this.urlSuffix}`,
      dataOrigin: `https://${dataBucketName}.s3.${this.region}.${this.urlSuffix}`,
      logsBucket: this.logsBucket,
    });
    this.publicOrigin = `https://${settings.domain?.name ?? distribution.domainName}`;
    new CfnOutput(this, "PublicOrigin", { value: this.publicOrigin, description: "Where the site is" });
    new CfnOutput(this, "DistributionDomain", {
      value: distribution.domainName,
      description: "What the domain's alias record must point to",
    });
    acknowledgeAll(this.logsBucket, {
      "AwsSolutions-S1": "It is the bucket that the access logs go to.",
    });
    acknowledgeAll(stage, {
      "AwsSolutions-APIG1":
        "The access log of a WebSocket API needs a role set for the whole account (AWS::ApiGateway::Account), which is not one application's to set; the function logs connects.",
    });
  }

  /** Anybody can call API Gateway directly, bypassing CloudFront; what such a call claims about its own address is not trusted. */
  #createEdgeProof({ stage }: Settings): Secret {
    const proof = new Secret(this, "EdgeProof", {
      secretName: edgeProofName(stage),
      description:
        "CloudFront sends it with each request to the API, which then believes what CloudFront says of the viewer's address.",
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    acknowledgeAll(proof, {
      "AwsSolutions-SMG4":
        "It opens nothing: whoever has it can pretend a network address. A deployment under another name changes it.",
    });
    return proof;
  }

  #createLogsBucket(): Bucket {
    return new Bucket(this, "Logs", {
      encryption: BucketEncryption.S3_MANAGED, // the only kind that log delivery can write to
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED, // CloudFront's standard logs are delivered through an ACL
      lifecycleRules: [{ expiration: Duration.days(90), abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }
}
