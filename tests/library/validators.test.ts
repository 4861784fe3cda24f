import { createEngine } from '@holdfast/engine';
import { a, entity, table, ValidationError } from 'holdfast';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';

describe('validators', () => {
  const User = entity('USER', {
    key: { pk: 'USER#{id}' },
    attributes: {
      id: a.string().validate(z.uuid()),
      email: a.string().validate(z.string().trim().toLowerCase().check(z.email())),
      nick: a
        .string()
        .validate(v.pipe(v.string(), v.minLength(3, 'at least three letters')))
        .optional(),
      age: a.number().validate(z.int().min(0).max(150)).default(0),
      home: a
        .map({ zip: a.string().validate(v.pipe(v.string(), v.digits('digits only'))), city: a.string() })
        .optional(),
      tags: a
        .list(a.string())
        .validate(z.array(z.string().max(5)).max(2))
        .default([]),
    },
  });
  const users = table({ name: 'users', backend: createEngine().backend(), entities: [User] });
  const id = '00000000-0000-4000-8000-000000000000';

  it('of zod and valibot see what is written whole, and what they make of it is stored', async () => {
    await users.createTable();
    const user = await users
      .of(User)
      .create({ id, email: '  Ann@Example.org ', nick: 'ann', tags: ['a'] })
      .send();
    expect(user.email).toBe('ann@example.org');
    // what was read can be put
    expect(await users.of(User).put(user).send()).toEqual(user);
    await users
      .of(User)
      .update({ id })
      .set({ email: 'BOB@Example.org', home: { zip: '123', city: 'Rome' } })
      .send();
    expect(await users.of(User).get({ id }).orThrow()).toMatchObject({
      email: 'bob@example.org',
      home: { zip: '123' },
    });
  });

  it('refuse before anything is sent, naming the attribute', () => {
    const of = (more: object) => () => users.of(User).put({ id, email: 'a@b.org', ...more } as never);
    expect(of({ email: 'nobody' })).toThrow(/^USER.email: Invalid email/);
    expect(of({ nick: 'x' })).toThrow('USER.nick: at least three letters');
    expect(of({ age: 1.5 })).toThrow(/^USER.age: /);
    expect(of({ home: { zip: 'x', city: 'Rome' } })).toThrow('USER.home.zip: digits only');
    expect(of({ tags: ['a', 'b', 'c'] })).toThrow(/^USER.tags: /);
    const update = () => users.of(User).update({ id });
    expect(() => update().set({ nick: 'x' })).toThrow('USER.nick: at least three letters');
    expect(() => update().set((u) => u.home.at('zip').to('x'))).toThrow('digits only');
    expect(() => update().set((u) => u.nick.to('x'))).toThrow('USER.nick: at least three letters');
    expect(() => users.of(User).get({ id: 'x' })).toThrow(/^USER.id: Invalid UUID/);
  });

  it('say where in the attribute each fault is', () => {
    const Plan = entity('PLAN', {
      key: { pk: 'PLAN#{id}' },
      attributes: {
        id: a.string(),
        stops: a
          .list(a.map({ name: a.string(), seats: a.number() }))
          .validate(z.array(z.object({ name: z.string(), seats: z.int('whole').max(9, 'at most 9') }))),
        fees: a.record(a.number()).validate(v.record(v.string(), v.pipe(v.number(), v.maxValue(5, 'too dear')))),
      },
    });
    const plans = table({ name: 'plans', backend: createEngine().backend(), entities: [Plan] }).of(Plan);
    const stop = (seats: number) => ({ name: 'x', seats });
    expect(() => plans.put({ id: '1', stops: [stop(1), stop(10), stop(1.5)], fees: {} })).toThrow(
      'PLAN.stops[1].seats: at most 9; PLAN.stops[2].seats: whole',
    );
    expect(() => plans.put({ id: '1', stops: [], fees: { toll: 6 } })).toThrow('PLAN.fees.toll: too dear');
  });

  it.each([undefined, null, 'ok', 7])('that answer with %s are refused', (answer) => {
    const standard = { version: 1, vendor: 'test', validate: () => answer } as never;
    const name = a.string().validate({ '~standard': standard });
    const Odd = entity('ODD', { key: { pk: 'ODD#{id}' }, attributes: { id: a.string(), name } });
    const odd = table({ name: 'odd', backend: createEngine().backend(), entities: [Odd] }).of(Odd);
    expect(() => odd.put({ id: '1', name: 'x' } as never)).toThrow(ValidationError);
    expect(() => odd.put({ id: '1', name: 'x' } as never)).toThrow(/^ODD.name: its validator answers with /);
  });

  it('that answer with a promise are refused', () => {
    const Slow = entity('SLOW', {
      key: { pk: 'SLOW#{id}' },
      attributes: { id: a.string(), name: a.string().validate(z.string().refine(async () => true)) },
    });
    const slow = table({ name: 'slow', backend: createEngine().backend(), entities: [Slow] }).of(Slow);
    expect(() => slow.put({ id: '1', name: 'x' })).toThrow('SLOW.name: its validator answers with a promise');
    const failing = (validate: () => never) =>
      a
        .string()
        .validate({ '~standard': { version: 1, vendor: 'test', validate } } as unknown as Parameters<
          ReturnType<typeof a.string>['validate']
        >[0]);
    const of = (name: ReturnType<typeof failing>) => {
      const Failing = entity('FAILING', { key: { pk: 'F#{id}' }, attributes: { id: a.string(), name } });
      return table({ name: 'failing', backend: createEngine().backend(), entities: [Failing] }).of(Failing);
    };
    // a rejection that nobody waited for would fail this run
    expect(() =>
      of(failing(() => Promise.reject(new Error('late')) as never)).put({ id: '1', name: 'x' } as never),
    ).toThrow('answers with a promise');
    const broken = failing(() => {
      throw new TypeError('it broke');
    });
    expect(() => of(broken).put({ id: '1', name: 'x' } as never)).toThrow('FAILING.name: it broke');
  });
});
