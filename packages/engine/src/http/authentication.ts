import { ServiceError } from '@holdfast/wire';

const signedHeaderParts = ['Credential', 'Signature', 'SignedHeaders'].map((name) => ({
  name,
  given: new RegExp(`(?:^|[, ])${name}=[^, ]`),
}));
const signedQueryParts = [
  'X-Amz-Algorithm',
  'X-Amz-Credential',
  'X-Amz-Signature',
  'X-Amz-SignedHeaders',
  'X-Amz-Date',
];

/**
 * Why the service would refuse a request to `target` for how it is signed, or `undefined` where it would go on to look at the
 * signature itself. Any signature and any key are then good enough here: an engine on this machine has no accounts.
 */
export function authenticationRefusal(headers: ReadonlyMap<string, string>, target: string): ServiceError | undefined {
  const authorization = headers.get('authorization');
  const start = target.indexOf('?');
  const query = start < 0 ? undefined : new URLSearchParams(target.slice(start + 1));
  const inQuery = query?.has('X-Amz-Algorithm');
  if (authorization !== undefined && inQuery) {
    return new ServiceError(
      'InvalidSignatureException',
      "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.",
    );
  }
  if (query && inQuery) return incompleteQuery(query);
  if (!authorization?.trim().startsWith('AWS4-')) {
    return new ServiceError('MissingAuthenticationTokenException', 'Request is missing Authentication Token');
  }
  return incompleteHeader(authorization, headers);
}

function incompleteHeader(authorization: string, headers: ReadonlyMap<string, string>): ServiceError | undefined {
  const faults = signedHeaderParts
    .filter(({ given }) => !given.test(authorization))
    .map(({ name }) => `Authorization header requires '${name}' parameter. `);
  if (!headers.has('x-amz-date') && !headers.has('date')) {
    faults.push("Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. ");
  }
  if (faults.length === 0) return undefined;
  return new ServiceError('IncompleteSignatureException', `${faults.join('')}Authorization=${authorization}`);
}

function incompleteQuery(query: URLSearchParams): ServiceError | undefined {
  const faults = signedQueryParts
    .filter((part) => !query.get(part))
    .map((part) => `AWS query-string parameters must include '${part}'. `);
  if (faults.length === 0) return undefined;
  return new ServiceError('IncompleteSignatureException', `${faults.join('')}Re-examine the query-string parameters.`);
}
