import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, OPERATIONS } from '../../../src/issuer/contract/index.ts';
import { issuerClient, type Transport } from '../../../src/wallet/index.ts';
import { dump, expectNothingWritten } from '../../support/database.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';
import { ISSUER_ID } from '../../support/world.ts';

const world = useWorld();
const WITH_METADATA = OPERATION_NAMES.filter((name) => OPERATIONS[name].metadata);

describe('RequestMetadata', () => {
  it.each(WITH_METADATA)('requestMetadata is required in the requests of %s', async (operation) => {
    for (const body of ['{}', '{"requestMetadata":null}']) {
      const answer = await expectNothingWritten(world(), () => world().post(`/v1/vdc/${operation}`, body));
      expect(expectRefusal(answer, 'missingRequiredField')).toBe('unset: requestMetadata');
    }
  });

  it('requestId identifies the request in the log', async () => {
    const requestId = `anything opaque ${randomUUID()}`;
    await world().operate('healthCheck', {}, { requestId });
    const line = world().log.findLast((candidate) => candidate.includes(requestId));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ operation: 'healthCheck', requestId, outcome: 'ok' });
  });

  it('requestId is different for every retry, and two requests with the same requestId are both executed', async () => {
    const requestId = randomUUID();
    const deviceReferenceId = randomUUID();
    const first = await world().operate('getDeviceRegistrationNonce', { deviceReferenceId }, { requestId });
    const second = await world().operate('getDeviceRegistrationNonce', { deviceReferenceId }, { requestId });
    expect(second.body.nonce).not.toBe(first.body.nonce);
    const other = await world().operate('healthCheck', { clientMessage: 'another operation' }, { requestId });
    expect(other.body.clientMessage).toBe('another operation');
  });

  it('requestId: a change of state is stored with the requestId that caused it', async () => {
    const requestId = randomUUID();
    await world().operate('getDeviceRegistrationNonce', { deviceReferenceId: randomUUID() }, { requestId });
    expect(dump(world()).filter((row) => row.includes(requestId))).toHaveLength(1);
  });

  it.each(['requestId', 'issuerId', 'version'])(
    'an unset %s of requestMetadata is a missing required field',
    async (member) => {
      for (const value of [undefined, null]) {
        const answer = await world().operate('healthCheck', {}, { [member]: value });
        expect(expectRefusal(answer, 'missingRequiredField')).toBe(`unset: requestMetadata.${member}`);
      }
    },
  );

  it.each(['requestId', 'issuerId'])('an empty %s of requestMetadata counts as unset', async (member) => {
    const answer = await world().operate('healthCheck', {}, { [member]: '' });
    expect(expectRefusal(answer, 'missingRequiredField')).toBe(`unset: requestMetadata.${member}`);
  });

  it.each([
    ['requestId', 5],
    ['requestId', { id: 'x' }],
    ['issuerId', ['Sandbox_US_MDL']],
    ['version', '1.0'],
    ['version', [1, 0]],
  ])('a %s of another type in requestMetadata is an invalid field value', async (member, value) => {
    const answer = await world().operate('healthCheck', {}, { [member]: value });
    expect(expectRefusal(answer, 'invalidFieldValue')).toContain(`requestMetadata.${member}`);
  });

  it('issuerId names the issuer that the caller is talking to; another issuer is forbidden', async () => {
    const answer = await world().operate('healthCheck', {}, { issuerId: 'Another_US_MDL' });
    expect(expectRefusal(answer, 'forbidden')).not.toContain('Another');
  });

  it('issuerId is in the log, so that traffic of an issuer can be filtered while debugging', async () => {
    const { body } = await world().operate('healthCheck', {}, { issuerId: 'Another_US_MDL' });
    const lines = world().log.filter((line) => line.includes(body.issuerErrorIdentifier));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ issuerId: 'Sandbox_US_MDL', outcome: 'forbidden' }),
    ]);
  });
});

describe('Version', () => {
  it('the version of the API in use is accepted', async () => {
    const answer = await world().operate('healthCheck', {}, { version: { major: 1, minor: 0 } });
    expect(answer.status).toBe(200);
  });

  it.each([
    ['major', { major: 2, minor: 0 }],
    ['minor', { major: 1, minor: 2 }],
  ])('with %s another version than the served one is an invalid version', async (_, version) => {
    const answer = await world().operate('healthCheck', {}, { version });
    expectRefusal(answer, 'invalidApiVersion');
    expect(answer.body.invalidApiVersion.requestVersion).toEqual(version);
  });

  it.each([
    ['major', 1.5],
    ['major', 2 ** 31],
    ['minor', -(2 ** 31) - 1],
    ['minor', 'zero'],
    ['minor', '0.5'],
    ['minor', ''],
    ['minor', true],
  ])('the version member %s is an int32, so %j is an invalid field value', async (member, value) => {
    const version = { major: 1, minor: 0, [member]: value };
    const answer = await world().operate('healthCheck', {}, { version });
    expect(expectRefusal(answer, 'invalidFieldValue')).toContain(`requestMetadata.version.${member}`);
  });
});

describe('ResponseMetadata', () => {
  it.each(WITH_METADATA)(
    'requestId: the answer has the requestId from the request: %s',
    async (operation) => {
      const requestId = randomUUID();
      const { body } = await world().operate(operation, {}, { requestId });
      expect(body.responseMetadata).toEqual({ requestId });
    },
  );

  it('requestId: the recipient of an answer can confirm that the answer is to its own request', async () => {
    const transport: Transport = async (url, body) => {
      const answer = await world().transport(url, body);
      return {
        ...answer,
        text: answer.text.replace(/"requestId":"[^"]*"/, '"requestId":"of somebody else"'),
      };
    };
    const client = issuerClient({ baseUrl: world().url, issuerId: ISSUER_ID, transport });
    await expect(client.healthCheck({})).rejects.toMatchObject({ code: 'requestIdMismatch' });
  });

  it.each([
    ['metadata are wrong', { requestId: 'r-1', version: 'x' }, 'r-1'],
    ['the version is not served', { requestId: 'r-2', version: { major: 9 } }, 'r-2'],
    ['the requestId is no text', { requestId: 7 }, ''],
  ])('an error echoes the requestId if %s', async (_, metadata, echoed) => {
    const { body } = await world().operate('healthCheck', {}, metadata);
    expect(body.responseMetadata).toEqual({ requestId: echoed });
  });

  it.each(['getIdentityKey', 'getHybridEncryptionKey'] as const)(
    'the answer of %s has no responseMetadata',
    async (operation) => {
      expect((await world().operate(operation)).body).not.toHaveProperty('responseMetadata');
    },
  );
});
