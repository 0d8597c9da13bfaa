import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import {
  AccessLevel,
  AllowedMethods,
  CachePolicy,
  CachedMethods,
  Distribution as CloudFrontDistribution,
  Function as CloudFrontFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { HttpOrigin, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { BlockPublicAccess, Bucket, BucketEncryption } from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import { Construct } from "constructs";
import { formHeaders, securityHeaders, type SecurityOrigins } from "@kartis/local/apigateway/security-headers.ts";
import { acknowledgeAll, wildcardFinding } from "./acknowledgements.ts";
import type { Settings } from "./settings.ts";

export interface DistributionProps {
  readonly settings: Settings;
  readonly webDist: string;
  readonly httpApiHost: string;
  readonly webSocketApiHost: string;
  /** Sent to the APIs with each request, replacing whatever a viewer sends under the name. */
  readonly edgeProof: string;
  /** Origin of presigned URLs. */
  readonly dataOrigin: string;
  readonly logsBucket: Bucket;
}

/** Bucket for assets, as named by `cdk bootstrap`. */
const bootstrapBucketName = "cdk-hnb659fds-assets-${AWS::AccountId}-${AWS::Region}";

/**
 * The application routes in the browser, so a page it does not know by file is its index. On the site's own origin only, and by the
 * request: CloudFront's error pages would hold for the whole distribution and turn the API's 403 and 404 into HTML.
 */
const spaFallback = `function handler(event) {
  var request = event.request;
  if (!/\\.[^\\/]*$/.test(request.uri)) request.uri = "/index.html";
  return request;
}`;

/** A form's address ends in its token, which has dots: whatever is under /forms/ but the script is the page. */
const formPage = `function handler(event) {
  var request = event.request;
  if (request.uri !== "/forms/embed.js") request.uri = "/form.html";
  return request;
}`;

/** CloudFront as the one origin: the site, the page of lead forms, `/api/*`, `/files/*` and `/calendar/feed/*` of the HTTP API, `/ws` of the WebSocket API. */
export class Distribution extends Construct {
  readonly domainName: string;

  constructor(scope: Construct, id: string, props: DistributionProps) {
    super(scope, id);
    const { settings, logsBucket } = props;
    const site = this.#createSiteBucket(logsBucket);
    const responseHeadersPolicy = this.#createHeaders(props);
    const toSite = {
      // With LIST a file that is not there is a 404; without it S3 says 403.
      origin: S3BucketOrigin.withOriginAccessControl(site, { originAccessLevels: [AccessLevel.READ, AccessLevel.LIST] }),
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      cachedMethods: CachedMethods.CACHE_GET_HEAD,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      compress: true,
    };

    const toApi = (host: string, allowedMethods: AllowedMethods) => ({
      origin: new HttpOrigin(host, {
        protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
        originSslProtocols: [OriginSslPolicy.TLS_V1_2],
        customHeaders: { "x-kartis-edge": props.edgeProof },
      }),
      allowedMethods,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      // Cookies, query and headers all go through, but API Gateway answers to its own host's name only.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy,
    });
    const distribution = new CloudFrontDistribution(this, "Cdn", {
      comment: `kartis-${settings.stage}`,
      defaultRootObject: "index.html",
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: PriceClass.PRICE_CLASS_ALL,
      enableLogging: true,
      logBucket: logsBucket,
      logFilePrefix: "cloudfront/",
      ...(settings.domain && {
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        domainNames: [settings.domain.name],
        certificate: Certificate.fromCertificateArn(this, "Certificate", settings.domain.certificateArn),
      }),
      ...(settings.webAclArn !== undefined && { webAclId: settings.webAclArn }),
      defaultBehavior: {
        ...toSite,
        responseHeadersPolicy,
        functionAssociations: [this.#rewrite("SpaFallback", spaFallback)],
      },
      additionalBehaviors: {
        "/api/*": toApi(props.httpApiHost, AllowedMethods.ALLOW_ALL),
        "/files/*": toApi(props.httpApiHost, AllowedMethods.ALLOW_GET_HEAD),
        "/calendar/feed/*": toApi(props.httpApiHost, AllowedMethods.ALLOW_GET_HEAD),
        "/forms/*": {
          ...toSite,
          responseHeadersPolicy: this.#createFormHeaders(props),
          functionAssociations: [this.#rewrite("FormPage", formPage)],
        },
        "/ws": toApi(props.webSocketApiHost, AllowedMethods.ALLOW_GET_HEAD),
      },
    });
    this.domainName = distribution.distributionDomainName;
    this.#upload(site, props);

    acknowledgeAll(distribution, {
      "@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk":
        "The root has its default object, so the list is never an answer.",
      "AwsSolutions-CFR1": "Customers travel; no country is shut out.",
      ...(settings.webAclArn === undefined && {
        "AwsSolutions-CFR2": "A web ACL is a choice of whoever deploys (KARTIS_WEB_ACL_ARN): it costs from 5 USD a month.",
      }),
      ...(settings.domain === undefined && {
        "AwsSolutions-CFR4":
          "The certificate of *.cloudfront.net fixes the TLS version; a domain of one's own gets TLSv1.2_2021.",
      }),
    });
  }

  #createSiteBucket(logsBucket: Bucket): Bucket {
    return new Bucket(this, "Site", {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      serverAccessLogsBucket: logsBucket,
      serverAccessLogsPrefix: "site/",
      removalPolicy: RemovalPolicy.DESTROY, // everything in it is built anew at each deployment
    });
  }

  #rewrite(id: string, code: string) {
    return {
      eventType: FunctionEventType.VIEWER_REQUEST,
      function: new CloudFrontFunction(this, id, { code: FunctionCode.fromInline(code), runtime: FunctionRuntime.JS_2_0 }),
    };
  }

  #createHeaders(props: DistributionProps): ResponseHeadersPolicy {
    return this.#createPolicy("Headers", `kartis-${props.settings.stage}`, securityHeaders(this.#originsOf(props)));
  }

  /** Of the page that other sites embed. */
  #createFormHeaders(props: DistributionProps): ResponseHeadersPolicy {
    return this.#createPolicy("FormHeaders", `kartis-${props.settings.stage}-forms`, formHeaders(this.#originsOf(props)));
  }

  #originsOf({ settings, dataOrigin }: DistributionProps): SecurityOrigins {
    // Without a domain the site's own host is not known yet, and "'self'" covers wss: in every browser of the last years.
    return { data: dataOrigin, sockets: settings.domain ? `wss://${settings.domain.name}` : "" };
  }

  #createPolicy(id: string, responseHeadersPolicyName: string, headers: Readonly<Record<string, string>>): ResponseHeadersPolicy {
    const {
      "content-security-policy": contentSecurityPolicy = "",
      "x-content-type-options": _nosniff,
      "x-frame-options": framing,
      "referrer-policy": _referrer,
      ...others
    } = headers;
    return new ResponseHeadersPolicy(this, id, {
      responseHeadersPolicyName,
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy.replaceAll("  ", " "), override: true },
        contentTypeOptions: { override: true },
        ...(framing === undefined ? {} : { frameOptions: { frameOption: HeadersFrameOption.DENY, override: true } }),
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(730), includeSubdomains: true, override: true },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(others).map(([header, value]) => ({ header, value, override: true })),
      },
    });
  }

  /** Nothing is pruned: a page that is open during a deployment continues to load the chunks that it was built with. */
  #upload(site: Bucket, { settings, webDist }: DistributionProps): void {
    const assets = new BucketDeployment(this, "Assets", {
      sources: [Source.asset(webDist, { exclude: ["**", "!assets", "!assets/**"] })],
      destinationBucket: site,
      cacheControl: [CacheControl.fromString("public, max-age=31536000, immutable")],
      prune: false,
    });
    const pages = new BucketDeployment(this, "Pages", {
      sources: [Source.asset(webDist, { exclude: ["assets/**"] })],
      destinationBucket: site,
      cacheControl: [CacheControl.noCache()], // asked for anew each time, so that no invalidation is needed
      prune: false,
    });
    pages.node.addDependency(assets);

    const reason =
      "The CDK's own uploader of the site, which runs only while a stack is deployed; its role and runtime are the CDK's.";
    const actions = ["s3:GetBucket*", "s3:GetObject*", "s3:List*", "s3:Abort*", "s3:DeleteObject*"];
    const assetsBucket = (settings.assetsBucketName ?? bootstrapBucketName).replaceAll("${", "<").replaceAll("}", ">");
    const wildcards = [
      wildcardFinding(this, `${site.bucketArn}/*`),
      wildcardFinding(this, `arn:<AWS::Partition>:s3:::${assetsBucket}/*`),
      ...actions.map((action) => `AwsSolutions-IAM5[Action::${action}]`),
    ];
    const uploader = Stack.of(this).node.children.find(({ node }) => node.id.startsWith("Custom::CDKBucketDeployment"));
    if (!uploader) throw new Error("The CDK names its uploader differently now");
    acknowledgeAll(uploader, {
      "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]": reason,
      "AwsSolutions-L1": reason,
      ...Object.fromEntries(wildcards.map((wildcard) => [wildcard, reason])),
    });
  }
}
