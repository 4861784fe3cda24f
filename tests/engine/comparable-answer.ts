import type { EndpointAnswer } from './endpoint.js';
import type { Request } from './random-requests.js';

/** What two endpoints have to agree on: neither messages, nor the order of what has no order. */
export function comparableAnswer(request: Request, { status, body }: EndpointAnswer): unknown {
  const { __type: type, message, Message, ...rest } = body;
  if (status !== 200) return { status, error: String(type).split('#').at(-1), ...withoutMessages(rest) };
  const answer = canonical(rest) as Record<string, unknown>;
  if (request.operation === 'Scan' || 'IndexName' in request.input) return { ...answer, Items: sorted(answer.Items) };
  if (request.operation === 'BatchGetItem') {
    const responses = Object.entries(answer.Responses as Record<string, unknown>);
    return { ...answer, Responses: Object.fromEntries(responses.map(([table, items]) => [table, sorted(items)])) };
  }
  return madeByUpdate(request, answer) ? { ...answer, Attributes: undefined } : answer;
}

/** Where an update makes an item there are no old attributes; dynoxide then answers with the key. */
function madeByUpdate({ operation, input }: Request, answer: Readonly<Record<string, unknown>>): boolean {
  if (operation !== 'UpdateItem' || !('ReturnValues' in input && 'Key' in input)) return false;
  return input.ReturnValues === 'ALL_OLD' && JSON.stringify(answer.Attributes) === JSON.stringify(canonical(input.Key));
}

function withoutMessages(error: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const reasons = error.CancellationReasons as readonly Readonly<Record<string, unknown>>[] | undefined;
  const { CancellationReasons, ...rest } = error;
  return canonical({ ...rest, ...(reasons && { reasons: reasons.map(({ Message, ...reason }) => reason) }) }) as Record<
    string,
    unknown
  >;
}

const setTypes = new Set(['SS', 'NS', 'BS']);

function canonical(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(canonical);
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, of]) => [name, setTypes.has(name) ? sorted(of) : canonical(of)]));
}

function sorted(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  const texts = list.map((each) => JSON.stringify(each)).sort();
  return texts.map((each) => JSON.parse(each));
}
