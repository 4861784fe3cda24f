import { a, entity, table, transactWrite } from 'holdfast';
import { dynamodb } from 'holdfast/dynamodb';
import type { Way } from '../../situation/situation.js';
import type { PageView } from './promise.js';

const PageViews = entity('VIEWS', {
  key: { pk: 'VIEWS#{path}', sk: 'COUNT' },
  attributes: { path: a.string(), views: a.number() },
});

/** Adds one in a transaction whose token is the view's id: for ten minutes, DynamoDB itself tells a repetition. */
export const withHoldfast: Way<PageView, void> = ({ client, tableName }) => {
  const counters = table({ name: tableName, backend: dynamodb(client), entities: [PageViews] }).of(PageViews);

  return ({ id, path }) =>
    counters.retryOnConflict(({ signal }) =>
      transactWrite({ view: counters.upsert({ path }).add({ views: 1 }) })
        .token(id)
        .send({ signal }),
    );
};
