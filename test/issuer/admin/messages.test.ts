import { describe, expect, it } from 'vitest';
import { adminHttp } from '../../support/admin-http.ts';
import { mdl } from '../../support/records.ts';
import { useWorld } from '../../support/use-world.ts';
import { BOTH_INTERFACES } from '../../support/world.ts';

const world = useWorld({ settings: BOTH_INTERFACES });

describe('Messages of the admin interface', () => {
  it('messages describe the expected form instead of quoting a regular expression', async () => {
    const body = JSON.stringify({ id: 'pub-1', displayName: 'x' });
    const answer = await adminHttp(world(), '/admin/v1/publishers', { method: 'POST', body });
    expect(answer.body.error.message).toBe('id must be of this form: pub- and 16 digits.');
  });

  it('messages name unknown members, the possible values, and the form of times', async () => {
    const { body } = await adminHttp(world(), '/admin/v1/proofings?state=x&startTime=now&colour=red');
    const fields = body.error.details[1].fieldViolations;
    expect(Object.fromEntries(fields.map((one: { field: string }) => [one.field, one]))).toMatchObject({
      state: { description: expect.stringContaining('pending, challenged') },
      startTime: { description: 'must be a time such as 2026-01-31T12:00:00Z' },
      colour: { description: 'is not known here' },
    });
  });

  it('messages never repeat data of a record', async () => {
    const holders = [{ id: 'bad', elements: mdl({ birth_date: 'Zwitscheria' }) }];
    const call = { method: 'POST', body: JSON.stringify({ holders }) };
    const { status, body } = await adminHttp(world(), '/admin/v1/holders:import', call);
    expect([status, JSON.stringify(body).includes('Zwitscheria')]).toEqual([400, false]);
  });
});
