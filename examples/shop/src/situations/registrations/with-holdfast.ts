import { a, entity, table, transactWrite } from 'holdfast';
import { dynamodb } from 'holdfast/dynamodb';
import type { Way } from '../../situation/situation.js';
import type { Registration, RegistrationAnswer } from './promise.js';

const Person = entity('PERSON', {
  key: { pk: 'PERSON#{id}', sk: 'PROFILE' },
  attributes: { id: a.string(), address: a.string(), handle: a.string() },
});
const AddressClaim = entity('MAIL', {
  key: { pk: 'MAIL#{address}', sk: 'CLAIM' },
  attributes: { address: a.string(), owner: a.string() },
  owner: 'owner',
});
const HandleClaim = entity('HANDLE', {
  key: { pk: 'HANDLE#{handle}', sk: 'CLAIM' },
  attributes: { handle: a.string(), owner: a.string() },
  owner: 'owner',
});

/** Takes both names and writes the profile in one transaction, and learns from its labels which name was taken. */
export const withHoldfast: Way<Registration, RegistrationAnswer> = ({ client, tableName }) => {
  const backend = dynamodb(client);
  const shop = table({ name: tableName, backend, entities: [Person, AddressClaim, HandleClaim] });
  const people = shop.of(Person);
  const addresses = shop.of(AddressClaim);
  const handles = shop.of(HandleClaim);

  return async (person) => {
    const { id, address, handle } = person;
    const outcome = await transactWrite({
      addressTaken: addresses.claim({ address, owner: id }),
      handleTaken: handles.claim({ handle, owner: id }),
      person: people.create(person),
    }).trySend();
    if (outcome.applied) return 'registered';
    if (outcome.failed('addressTaken')) return 'address taken';
    if (outcome.failed('handleTaken')) return 'handle taken';
    return 'registered'; // only the profile was there already: this registration came before
  };
};
