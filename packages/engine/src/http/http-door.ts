import type { Socket } from 'node:net';
import { ServiceError } from '@holdfast/wire';
import { answerRequest } from '../protocol/answer-request.js';
import { encodeError } from '../protocol/encode-error.js';
import type { Executor } from '../protocol/executor.js';
import { requestId } from '../protocol/request-id.js';
import { contentType, type ServiceAnswer, serviceAnswer } from '../protocol/service-answer.js';
import { authenticationRefusal } from './authentication.js';
import type { RequestHandler } from './connection.js';
import { decodedBody, encodedAnswer } from './content-coding.js';
import { isExpectedHost } from './host-check.js';
import type { HttpFault } from './http-fault.js';
import type { RequestHead } from './request-head.js';

/** Answers HTTP requests as the service's front end does, and what is a call to DynamoDB by an engine. */
export class HttpDoor implements RequestHandler {
  /** The service's 16 MB, and some room for the JSON around them. */
  readonly longestBody = 17 * 1024 * 1024;
  readonly #engine: Executor;
  readonly #allowedHosts: ReadonlySet<string>;

  constructor(engine: Executor, allowedHosts: ReadonlySet<string>) {
    this.#engine = engine;
    this.#allowedHosts = allowedHosts;
  }

  refusal({ headers }: RequestHead, socket: Socket): ServiceAnswer | undefined {
    const host = headers.get('host');
    if (isExpectedHost(host, socket, this.#allowedHosts)) return undefined;
    const error = new ServiceError('AccessDeniedException', foreignHost(host));
    return { ...encodeError(error, this.#requestId()), status: 403 };
  }

  answer(head: RequestHead, body: Buffer): ServiceAnswer {
    return encodedAnswer(this.#answer(head, body), head.headers.get('accept-encoding'));
  }

  fault({ status }: HttpFault): ServiceAnswer {
    const headers = { 'content-length': '0', 'x-amzn-requestid': this.#requestId() };
    return { status, headers, body: new Uint8Array() };
  }

  #answer({ method, target, headers }: RequestHead, body: Buffer): ServiceAnswer {
    if (method === 'GET') {
      return serviceAnswer(200, `healthy: dynamodb.${this.#engine.region}.amazonaws.com `, this.#requestId());
    }
    const type = headers.get('content-type')?.split(';', 1)[0]?.trim() ?? '';
    const isJson = type === contentType || type === 'application/json';
    if (method !== 'POST' || (body.length > 0 && !isJson)) {
      return serviceAnswer(404, '<UnknownOperationException/>\n', this.#requestId());
    }
    const answerType = isJson ? type : 'application/json';
    let content: Uint8Array;
    try {
      content = decodedBody(body, headers.get('content-encoding'), this.longestBody);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return encodeError(error, this.#requestId(), answerType);
    }
    return answerRequest(this.#engine, {
      target: headers.get('x-amz-target'),
      body: content,
      contentType: answerType,
      refusal: authenticationRefusal(headers, target),
    });
  }

  #requestId(): string {
    return requestId(this.#engine.runtime);
  }
}

function foreignHost(host: string | undefined): string {
  const name = JSON.stringify(host ?? '');
  return (
    `The Host header ${name} is neither a loopback name nor the address that this server listens on. ` +
    'If the name is yours, list it in allowedHosts (holdfast serve --allow-host).'
  );
}
