import { describe, expect, it } from 'vitest';
import { adminHttp } from '../../support/admin-http.ts';
import { expectNothingWritten, rows } from '../../support/database.ts';
import { activePhone } from '../../support/devices.ts';
import { changeHolder, MDL, MDL_NAMESPACE, mdl, newHolder } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const importing = (...holders: readonly object[]) =>
  world().admin('importHolders', { holders: holders as never });

/** The violations in an answer, by field. */
async function problems(elements: object): Promise<Record<string, string>> {
  const { details } = await expectNothingWritten(world(), () =>
    adminRefusal(importing({ id: 'wrong', elements }), 'INVALID_ARGUMENT', 'RECORD_INVALID'),
  );
  const violations = details[1]?.fieldViolations ?? [];
  return Object.fromEntries(
    violations.map(({ field, description }) => [field.replace('holders[0].elements/', ''), description]),
  );
}

describe('importHolders', () => {
  it('importHolders creates, changes or keeps a record, and reports which', async () => {
    const id = 'import-1';
    const result = async (elements: object) => (await importing({ id, elements })).holders[0];
    expect(await result(mdl())).toEqual({
      id,
      result: 'created',
      supersededCredentials: 0,
      changedElements: [],
    });
    expect(await result(mdl())).toEqual({
      id,
      result: 'unchanged',
      supersededCredentials: 0,
      changedElements: [],
    });
    expect(await result(mdl({ height: 170 }))).toEqual({
      id,
      result: 'updated',
      supersededCredentials: 0,
      changedElements: [`${MDL_NAMESPACE}/height`],
    });
    expect(await world().admin('getHolder', { id })).toMatchObject({
      state: 'active',
      recordVersion: 2,
      documentType: MDL,
    });
  });

  it('importHolders imports all records or none', async () => {
    const good = { id: 'all-1', elements: mdl() };
    await expectNothingWritten(world(), () =>
      adminRefusal(importing(good, { id: 'all-2', elements: {} }), 'INVALID_ARGUMENT'),
    );
    await expectNothingWritten(world(), () => adminRefusal(importing(good, good), 'INVALID_ARGUMENT'));
  });

  it('importHolders stores nothing with validateOnly', async () => {
    const holders = [{ id: 'validate', elements: mdl() }];
    const answer = await expectNothingWritten(world(), () =>
      world().admin('importHolders', { holders, validateOnly: true }),
    );
    expect(answer).toEqual({ holders: [] });
  });

  it('importHolders reports all problems of a record together, without its values', async () => {
    const found = await problems(
      mdl({
        family_name: '',
        birth_date: '2001-02-30',
        sex: 3,
        portrait: '***',
        issuing_country: 'usa',
        height: -1,
        shoe_size: 44,
        driving_privileges: [{}],
      }),
    );
    expect(Object.keys(found).toSorted()).toEqual(
      [
        'family_name',
        'birth_date',
        'sex',
        'portrait',
        'issuing_country',
        'height',
        'shoe_size',
        'driving_privileges[0].vehicle_category_code',
      ]
        .map((name) => `${MDL_NAMESPACE}/${name}`)
        .toSorted(),
    );
    expect(Object.values(found).join()).not.toMatch(/2001|usa|44/);
  });

  it('importHolders names missing elements and unknown namespaces', async () => {
    const found = await problems({ 'org.example': { x: 1 } });
    expect(found[`${MDL_NAMESPACE}/family_name`]).toBe('is missing');
    expect(found['org.example']).toContain('not a namespace');
  });

  it.each([
    ['an id that is empty', { id: '', elements: mdl() }],
    ['an id that is too long', { id: 'x'.repeat(257), elements: mdl() }],
    ['an id with a control character', { id: 'x\u0000', elements: mdl() }],
    ['an id with a lone surrogate', { id: 'x\ud800', elements: mdl() }],
    ['a document type that is not served', { id: 'x', documentType: 'org.example', elements: mdl() }],
    ['no elements', { id: 'x' }],
    ['an unknown member', { id: 'x', elements: mdl(), name: 'Erika' }],
    ['a value with a lone surrogate', { id: 'x', elements: mdl({ given_name: '\ud800' }) }],
  ])('importHolders refuses a holder with %s', async (_, holder) => {
    await expectNothingWritten(world(), () => adminRefusal(importing(holder), 'INVALID_ARGUMENT'));
  });

  it('importHolders refuses a request without records, and one with more than a hundred', async () => {
    await adminRefusal(importing(), 'INVALID_ARGUMENT');
    const many = Array.from({ length: 101 }, (_, index) => ({ id: `many-${index}`, elements: mdl() }));
    await expectNothingWritten(world(), () => adminRefusal(importing(...many), 'INVALID_ARGUMENT'));
  });

  it('importHolders imports a hundred records in one request', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ id: `many-${index}`, elements: mdl() }));
    expect((await importing(...many)).holders).toHaveLength(100);
  });

  it('importHolders creates a new version of each live credential of a holder with changed data', async () => {
    const { holderId, device } = await activePhone(world());
    const answer = await changeHolder(world(), holderId, { hair_colour: 'brown' });
    const changedElements = [`${MDL_NAMESPACE}/hair_colour`];
    expect(answer.holders).toEqual([
      { id: holderId, result: 'updated', supersededCredentials: 1, changedElements },
    ]);
    expect((await device.status()).credentialStatus).toEqual({ provisionPending: {} });
  });

  it('the audit log records who imported a holder', async () => {
    await importing({ id: 'trail', elements: mdl() });
    const [row] = rows(
      world(),
      `select * from state_change where subject = 'holder' and subject_id = 'trail'`,
    );
    expect(row).toMatchObject({ event: 'create', actor: 'operator', to_state: 'active' });
  });
});

describe('The methods getHolder and revokeHolder', () => {
  it('getHolder and revokeHolder never show the record', async () => {
    const id = await newHolder(world());
    const view = await world().admin('getHolder', { id });
    expect(Object.keys(view).toSorted()).toEqual([
      'createTime',
      'documentType',
      'etag',
      'id',
      'recordVersion',
      'state',
      'updateTime',
    ]);
  });

  it.each([
    'with space',
    'per%cent',
    'plus+plus',
    'que?ry#hash',
    'colon:revoke',
    'a:b:c',
    'dot.',
    'ünïcode 🚗',
    'semi;colon',
    '%2e%2e',
    'slash/inside',
    'quo\'te"s',
  ])('getHolder finds a holder by an id with any characters: %s', async (id) => {
    await importing({ id, elements: mdl() });
    expect((await world().admin('getHolder', { id })).id).toBe(id);
    const { holder } = await world().admin('revokeHolder', { id });
    expect(holder).toMatchObject({ id, state: 'revoked' });
  });

  it('a revoked holder stays revoked, even if an import changes the data', async () => {
    const id = await newHolder(world());
    await world().admin('revokeHolder', { id });
    await changeHolder(world(), id, { hair_colour: 'brown' });
    expect((await world().admin('getHolder', { id })).state).toBe('revoked');
  });

  it('an id with wrong percent-encoding is answered with an error in JSON', async () => {
    const { status, body } = await adminHttp(world(), '/admin/v1/holders/%zz');
    expect([400, 404]).toContain(status);
    expect(body).toBeTypeOf('object');
  });
});
