import { Agent, request } from 'node:http';

/** What an endpoint answered to one request. */
export interface EndpointAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A DynamoDB endpoint on this machine. */
export class Endpoint {
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true });

  constructor(port: number) {
    this.#port = port;
  }

  call(operation: string, input: object): Promise<EndpointAnswer> {
    const body = JSON.stringify(input);
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(body),
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'x-amz-date': '20260101T000000Z',
      authorization:
        'AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
    };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { port: this.#port, host: '127.0.0.1', method: 'POST', agent: this.#agent, headers },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
          incoming.on('error', reject);
          incoming.on('end', () =>
            resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) }),
          );
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
