import type {
  AttributeDefinition,
  CreateTableInput,
  GlobalSecondaryIndex,
  IndexProjection,
  KeySchema,
  LocalSecondaryIndex,
  StreamSpecification,
  StreamViewType,
} from '@holdfast/wire';
import type { EntityModel, IndexModel, KeyPart } from '../entity/place-entity.js';
import { ValidationError } from '../errors/usage-errors.js';
import { storedTimeToLive } from '../kernel/expiry.js';

/** What DynamoDB must know of a table to hold its entities, in the terms of CreateTable. */
export interface TableSchema {
  readonly KeySchema: KeySchema;
  readonly AttributeDefinitions: readonly AttributeDefinition[];
  readonly GlobalSecondaryIndexes: readonly GlobalSecondaryIndex[];
  readonly LocalSecondaryIndexes: readonly LocalSecondaryIndex[];
  readonly StreamSpecification?: StreamSpecification;
  /** The attribute that says when items expire. */
  readonly timeToLive?: string;
}

/** The request that makes such a table, with on-demand capacity. */
export function createInput(TableName: string, schema: TableSchema): CreateTableInput {
  const { timeToLive: _, GlobalSecondaryIndexes, LocalSecondaryIndexes, ...rest } = schema;
  return {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    ...rest,
    // the service takes no empty lists
    ...(GlobalSecondaryIndexes.length > 0 ? { GlobalSecondaryIndexes } : {}),
    ...(LocalSecondaryIndexes.length > 0 ? { LocalSecondaryIndexes } : {}),
  };
}

interface SharedIndex {
  readonly first: EntityModel;
  readonly kind: 'global' | 'local';
  readonly keyParts: readonly KeyPart[];
  readonly users: readonly (readonly [EntityModel, IndexModel])[];
}

/**
 * The keys and indexes that the entities of a table need; an index holds what each of them projects.
 *
 * @throws ValidationError where entities disagree about an index or a key attribute
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html
 */
export function tableSchema(table: string, models: readonly EntityModel[], stream?: StreamViewType): TableSchema {
  const types = new Map<string, 'S' | 'N'>();
  const defined = (parts: readonly KeyPart[], where: string): KeySchema => {
    for (const { slot } of parts) {
      const type = types.get(slot.name) ?? slot.type;
      types.set(slot.name, slot.type);
      if (type === slot.type) continue;
      throw new ValidationError(`the table ${table}: ${where} has ${slot.name} as ${slot.type}, another as ${type}`);
    }
    return keySchema(parts);
  };
  const KeySchema = defined(models[0]?.keyParts ?? [], 'the key');
  const indexes = [...sharedIndexes(table, models)].map(([name, { kind, keyParts, users }]) => {
    const schema = defined(keyParts, `the index ${name}`);
    return { kind, schema: { IndexName: name, KeySchema: schema, Projection: projectionOf(users) } };
  });
  const ofKind = (wanted: string) => indexes.filter(({ kind }) => kind === wanted).map(({ schema }) => schema);
  const timeToLive = timeToLiveOf(table, models);
  return {
    KeySchema,
    AttributeDefinitions: [...types].map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
    GlobalSecondaryIndexes: ofKind('global'),
    LocalSecondaryIndexes: ofKind('local'),
    ...(stream === undefined ? {} : { StreamSpecification: { StreamEnabled: true, StreamViewType: stream } }),
    ...(timeToLive === undefined ? {} : { timeToLive }),
  };
}

/** A table has one time to live. */
function timeToLiveOf(table: string, models: readonly EntityModel[]): string | undefined {
  const [first, ...others] = models.flatMap((model) => {
    const storedAs = storedTimeToLive(model);
    return storedAs === undefined ? [] : [{ model, storedAs }];
  });
  const other = others.find(({ storedAs }) => storedAs !== first?.storedAs);
  if (first === undefined || other === undefined) return first?.storedAs;
  throw new ValidationError(
    `the table ${table} has one time to live, but ${first.model.name} stores it as ${first.storedAs} and ${other.model.name} as ${other.storedAs}; give both one name by .as()`,
  );
}

function sharedIndexes(table: string, models: readonly EntityModel[]): ReadonlyMap<string, SharedIndex> {
  const found = new Map<string, SharedIndex>();
  for (const model of models) {
    for (const index of model.indexes) {
      const { physicalName, kind, keyParts } = index;
      const shared = found.get(physicalName) ?? { first: model, kind, keyParts, users: [] };
      const named = ({ slot }: KeyPart) => slot.name;
      if (shared.kind !== kind || String(shared.keyParts.map(named)) !== String(keyParts.map(named))) {
        throw new ValidationError(
          `the table ${table}: to ${shared.first.name} the index ${physicalName} is ${described(shared)}, to ${model.name} it is ${described(index)}`,
        );
      }
      found.set(physicalName, { ...shared, users: [...shared.users, [model, index]] });
    }
  }
  return found;
}

function described({ kind, keyParts }: Pick<SharedIndex, 'kind' | 'keyParts'>): string {
  return `${kind} with the key ${keyParts.map(({ slot }) => slot.name).join(' and ')}`;
}

function keySchema(parts: readonly KeyPart[]): KeySchema {
  return parts.map(({ slot }, index) => ({ AttributeName: slot.name, KeyType: index === 0 ? 'HASH' : 'RANGE' }));
}

function projectionOf(users: SharedIndex['users']): IndexProjection {
  if (users.some(([, { projection }]) => projection === 'all')) return { ProjectionType: 'ALL' };
  const names = new Set<string>();
  for (const [model, { projection, keyParts }] of users) {
    if (projection === 'keys' || projection === 'all') continue;
    // whose item it is must be told from what the index holds
    if (model.discriminator !== 'none') names.add(model.layout.entity);
    const keys = new Set([...model.keyParts, ...keyParts].map(({ slot }) => slot.name));
    for (const name of projection) {
      const storedAs = model.members.byName.get(name)?.storedAs;
      if (storedAs !== undefined && !keys.has(storedAs)) names.add(storedAs);
    }
  }
  return names.size === 0
    ? { ProjectionType: 'KEYS_ONLY' }
    : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...names] };
}
