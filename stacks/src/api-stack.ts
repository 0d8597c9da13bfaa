import { Duration, Stack, type StackProps } from "aws-cdk-lib";
import {
  type HttpApi,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  type WebSocketApi,
  WebSocketRoute,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration, WebSocketLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import type { ITopic } from "aws-cdk-lib/aws-sns";
import type { Construct } from "constructs";
import type { CallableSpec } from "@kartis/core/kernel/deployment.ts";
import { acknowledgeAll } from "./acknowledgements.ts";
import { addAlarm } from "./alarms.ts";
import type { Targets } from "./grants.ts";
import { LambdaFromSpec } from "./lambda-from-spec.ts";
import { Schedule } from "./schedule.ts";
import { StreamReader } from "./stream-reader.ts";

const httpMethods = new Map<string, HttpMethod>(Object.values(HttpMethod).map((method) => [method, method]));

export interface ApiStackProps extends StackProps {
  readonly functions: readonly CallableSpec[];
  readonly targets: Targets;
  readonly codeOf: (name: string) => string;
  readonly httpApi: HttpApi;
  readonly webSocketApi: WebSocketApi;
  readonly tableStreamArn: string;
  readonly alarms: ITopic;
}

/** The Lambdas that are called from outside, and what calls them. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, { functions, targets, codeOf, alarms, ...props }: ApiStackProps) {
    super(scope, id, props);
    for (const spec of functions) {
      const lambda = new LambdaFromSpec(this, { spec, targets, code: codeOf(spec.name), alarms });
      const { trigger } = spec;
      switch (trigger.kind) {
        case "http":
          this.#addHttpRoutes(props.httpApi, trigger.routes, lambda);
          break;
        case "websocket":
          this.#addSocketRoutes(props.webSocketApi, trigger.routes, lambda);
          break;
        case "stream":
          new StreamReader(this, { lambda, streamArn: props.tableStreamArn, trigger, alarms });
          break;
        case "schedule":
          new Schedule(this, { lambda, expression: trigger.expression, alarms });
          break;
      }
    }
    addAlarm(this, "HttpApiAlarm", {
      topic: alarms,
      name: `kartis-${targets.stage}-http-api-5xx`,
      description: "People get errors from the API. The log of kartis-<stage>-api says which.",
      metric: props.httpApi.metricServerError({ period: Duration.minutes(5), statistic: "Sum" }),
      threshold: 5,
    });
  }

  #addHttpRoutes(httpApi: HttpApi, routes: readonly string[], lambda: LambdaFromSpec): void {
    const integration = new HttpLambdaIntegration(`${lambda.spec.name}-integration`, lambda.function);
    for (const routeKey of routes) {
      const [verb = "", path = ""] = routeKey.split(" ");
      const method = httpMethods.get(verb);
      if (!method) throw new Error(`${lambda.spec.name}: ${routeKey} has no HTTP method`);
      const route = new HttpRoute(this, routeKey, { httpApi, routeKey: HttpRouteKey.with(path, method), integration });
      acknowledgeAll(route, {
        "AwsSolutions-APIG4":
          "The function tells sessions, API keys and public links apart, procedure by procedure; an authorizer could not.",
      });
    }
  }

  #addSocketRoutes(webSocketApi: WebSocketApi, routes: readonly string[], lambda: LambdaFromSpec): void {
    const integration = new WebSocketLambdaIntegration(`${lambda.spec.name}-integration`, lambda.function);
    for (const routeKey of routes) {
      const route = new WebSocketRoute(this, routeKey, { webSocketApi, routeKey, integration });
      acknowledgeAll(route, {
        "AwsSolutions-APIG4": "The function takes a ticket at $connect, good once and for a minute; later routes have passed it.",
      });
    }
  }
}
