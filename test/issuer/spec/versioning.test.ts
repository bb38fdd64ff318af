import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, OPERATIONS } from '../../../src/issuer/contract/index.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const VERSIONED = OPERATION_NAMES.filter((name) => OPERATIONS[name].metadata);

describe('Versioning', () => {
  it.each(OPERATION_NAMES)('the API version is v1, and the path begins with /v1: %s', async (operation) => {
    expect(expectRefusal(await world().post('/v1/vdc/nothing', '{}'), 'invalidIdentifier')).toBeTruthy();
    expect((await world().post(`/v1/vdc/${operation}`, '{}')).status).not.toBe(404);
    const elsewhere = await world().post(`/v2/vdc/${operation}`, '{}');
    expect(elsewhere.status).toBe(404);
  });

  it.each(VERSIONED)('every request carries requestMetadata.version: %s', async (operation) => {
    const answer = await world().operate(operation, {}, { version: undefined });
    expect(expectRefusal(answer, 'missingRequiredField')).toBe('unset: requestMetadata.version');
  });

  it.each(VERSIONED)(
    'the server checks the version against the one it implements and rejects the request on mismatch, with invalidApiVersion (advised HTTP 400): %s',
    async (operation) => {
      const version = { major: 1, minor: 1 };
      const answer = await expectNothingWritten(world(), () => world().operate(operation, {}, { version }));
      expectRefusal(answer, 'invalidApiVersion', 400);
      expect(answer.body.invalidApiVersion).toEqual({
        requestVersion: { major: 1, minor: 1 },
        expectedVersion: { major: 1, minor: 0 },
      });
    },
  );

  it('the version has an integer major and an integer minor', async () => {
    for (const version of [
      { major: 'one', minor: 0 },
      { major: 1, minor: 0.5 },
      { major: 1, minor: [] },
    ]) {
      expectRefusal(await world().operate('healthCheck', {}, { version }), 'invalidFieldValue');
    }
  });

  it('an integer in the version may be written in any JSON notation', async () => {
    const body = `{"requestMetadata":{"requestId":"r","version":{"major":1.0,"minor":0e5},"issuerId":"Sandbox_US_MDL"}}`;
    expect((await world().post('/v1/vdc/healthCheck', body)).status).toBe(200);
  });

  it('the sandbox also serves version 0.1, which onboarding examples use', async () => {
    expect((await world().operate('healthCheck', {}, { version: { major: 0, minor: 1 } })).status).toBe(200);
    expect((await world().operate('healthCheck', {}, { version: { minor: 1 } })).status).toBe(200);
  });

  it('the version is checked before everything except the metadata', async () => {
    const answer = await world().operate(
      'proofUser',
      { evidence: 5 },
      { version: { major: 7 }, issuerId: 'other' },
    );
    expectRefusal(answer, 'invalidApiVersion');
  });
});
