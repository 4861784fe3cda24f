import { refuseForeignAccount, tableArn, tableArnPattern } from '../tables/table-arn.js';
import { validationError } from '../validation/service-errors.js';

type Members = Readonly<Record<string, unknown>>;

/** A request that names its tables by their names, whatever it named them by. */
export interface NamedRequest {
  readonly input: unknown;
  /** An answer to it, in which the tables are named as the request named them. */
  readonly answer: (output: unknown) => unknown;
}

/**
 * Takes a request that may name tables by their ARNs. Those of another Region name no table here.
 *
 * @param input has the operation's shape
 * @throws ServiceError AccessDeniedException for a table of another account; ValidationException where a batch names a table
 *   twice, by its name and by its ARN
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ConsumedCapacity.html
 */
export function namedRequest(operation: string, region: string, input: unknown): NamedRequest {
  const request = input as Members;
  const arns = new Map<string, string>();
  const nameOf = (reference: string): string => {
    const name = tableArnPattern.exec(reference)?.[3];
    if (name === undefined) return reference;
    refuseForeignAccount(reference, operation);
    if (tableArn(region, name) !== reference) return reference;
    arns.set(name, reference);
    return name;
  };
  const { TableName, RequestItems, TransactItems } = request;
  const changed: Record<string, unknown> = {};
  if (typeof TableName === 'string') changed.TableName = nameOf(TableName);
  if (isMembers(RequestItems)) changed.RequestItems = namedKeys(RequestItems, nameOf);
  if (Array.isArray(TransactItems)) changed.TransactItems = TransactItems.map((item) => namedAction(item, nameOf));
  if (arns.size === 0) return { input, answer: (output) => output };
  return {
    input: { ...request, ...changed },
    answer: (output) => namedAnswer(output as Members, arns, TableName !== undefined),
  };
}

function namedKeys(map: Members, nameOf: (reference: string) => string): Members {
  const named: Record<string, unknown> = Object.create(null);
  for (const [reference, content] of Object.entries(map)) {
    const name = nameOf(reference);
    if (Object.hasOwn(named, name))
      throw validationError(`RequestItems names the table ${name} twice: join the requests`);
    named[name] = content;
  }
  return named;
}

/** An action stands under its kind: `{ Put: { TableName, … } }`. */
function namedAction(item: Members, nameOf: (reference: string) => string): Members {
  return Object.fromEntries(
    Object.entries(item).map(([kind, action]) => {
      const reference = isMembers(action) ? action.TableName : undefined;
      return [kind, typeof reference === 'string' ? { ...(action as Members), TableName: nameOf(reference) } : action];
    }),
  );
}

const mapsByTable = ['Responses', 'UnprocessedKeys', 'UnprocessedItems', 'ItemCollectionMetrics'];

/** The members of answers that name tables, by their keys or in the capacity that they consumed. */
function namedAnswer(output: Members, arns: ReadonlyMap<string, string>, isOfOneTable: boolean): Members {
  const arnOf = (name: string) => arns.get(name) ?? name;
  const answer: Record<string, unknown> = { ...output };
  for (const member of isOfOneTable ? [] : mapsByTable) {
    const map = output[member];
    if (isMembers(map)) answer[member] = namedKeys(map, arnOf);
  }
  const { ConsumedCapacity } = output;
  if (Array.isArray(ConsumedCapacity)) answer.ConsumedCapacity = ConsumedCapacity.map((each) => named(each, arnOf));
  else if (isMembers(ConsumedCapacity)) answer.ConsumedCapacity = named(ConsumedCapacity, arnOf);
  return answer;
}

function named(capacity: Members, arnOf: (name: string) => string): Members {
  return { ...capacity, TableName: arnOf(String(capacity.TableName)) };
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
