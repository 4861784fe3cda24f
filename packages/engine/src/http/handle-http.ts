import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '@holdfast/wire';
import { answerRequest } from '../protocol/answer-request.js';
import { encodeError } from '../protocol/encode-error.js';
import type { Executor } from '../protocol/executor.js';
import { requestId } from '../protocol/request-id.js';
import { contentType, type ServiceAnswer, serviceAnswer } from '../protocol/service-answer.js';
import { authenticationRefusal } from './authentication.js';
import { isExpectedHost } from './host-check.js';
import { readBody } from './read-body.js';

/** The longest body of a request in bytes: the service's 16 MB, and some room for the JSON around them. */
const maximumBody = 17 * 1024 * 1024;

/** Answers one HTTP request as the service's front end does, and what is a call to DynamoDB by `engine`. */
export async function handleHttp(
  engine: Executor,
  request: IncomingMessage,
  response: ServerResponse,
  allowedHosts: ReadonlySet<string>,
): Promise<void> {
  const id = requestId(engine.runtime);
  if (!isExpectedHost(request.headers.host, request.socket.localAddress, allowedHosts)) {
    const error = new ServiceError('AccessDeniedException', foreignHost(request.headers.host));
    // The body is not read, so the connection cannot be used again.
    response.shouldKeepAlive = false;
    send(response, { ...encodeError(error, id), status: 403 });
    return;
  }
  const body = await readBody(request, maximumBody);
  if (body === undefined) {
    response.shouldKeepAlive = false;
    send(response, { status: 413, headers: { 'content-length': '0', 'x-amzn-requestid': id }, body: new Uint8Array() });
  } else {
    send(response, answer(engine, request, body, id));
  }
}

function answer(engine: Executor, request: IncomingMessage, body: Uint8Array, id: string): ServiceAnswer {
  if (request.method === 'GET') return serviceAnswer(200, `healthy: dynamodb.${engine.region}.amazonaws.com `, id);
  const type = request.headers['content-type']?.split(';')[0]?.trim() ?? '';
  const isJson = type === contentType || type === 'application/json';
  if (request.method !== 'POST' || (body.length > 0 && !isJson)) {
    return serviceAnswer(404, '<UnknownOperationException/>\n', id);
  }
  const target = request.headers['x-amz-target'];
  const query = new URLSearchParams(/\?(.*)$/.exec(request.url ?? '')?.[1]);
  return answerRequest(engine, {
    target: typeof target === 'string' ? target : undefined,
    body,
    contentType: isJson ? type : 'application/json',
    refusal: authenticationRefusal(request.headers, query),
  });
}

function send(response: ServerResponse, { status, headers, body }: ServiceAnswer): void {
  response.writeHead(status, headers);
  response.end(body);
}

function foreignHost(host: string | undefined): string {
  const name = JSON.stringify(host ?? '');
  return (
    `The Host header ${name} is neither a loopback name nor the address that this server listens on. ` +
    'If the name is yours, list it in allowedHosts (holdfast serve --allow-host).'
  );
}
