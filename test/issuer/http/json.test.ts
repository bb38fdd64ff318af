import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { OPERATION_NAMES, OPERATIONS } from '../../../src/issuer/contract/index.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { proofedPhone, registeredDevice } from '../../support/devices.ts';
import { expectRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const WITH_METADATA = OPERATION_NAMES.filter((name) => OPERATIONS[name].metadata);
const METADATA = '"requestMetadata":{"requestId":"r","version":{"major":1},"issuerId":"Sandbox_US_MDL"}';

const nonceRequest = (members: string) =>
  world().post('/v1/vdc/getDeviceRegistrationNonce', `{${METADATA},${members}}`);

describe('Malformed JSON', () => {
  const MALFORMED = [
    '{',
    '}',
    '{"a":1,}',
    "{'a':1}",
    '{a:1}',
    '{}{}',
    '{} x',
    'undefined',
    'NaN',
    '{"a":01}',
    '{"a":"\n"}',
    '\ufeff{}',
    '{"a":"\\x"}',
    '/**/{}',
    ' ',
  ];

  it.each(OPERATION_NAMES)('malformed JSON is an invalid field value: %s', async (operation) => {
    for (const text of MALFORMED) {
      const answer = await expectNothingWritten(world(), () => world().post(`/v1/vdc/${operation}`, text));
      expectRefusal(answer, 'invalidFieldValue', 400);
      expect(answer.body.responseMetadata).toEqual({ requestId: '' });
    }
  });

  it.each(WITH_METADATA)('a body that is no object is an invalid field value: %s', async (operation) => {
    for (const text of ['null', 'true', '5', '"text"', '[]', '[{}]']) {
      const answer = await expectNothingWritten(world(), () => world().post(`/v1/vdc/${operation}`, text));
      expectRefusal(answer, 'invalidFieldValue', 400);
    }
  });

  it.each(['c328', 'ff', 'eda080', 'f8a1a1a1a1', 'c080', 'e28228'])(
    'bytes that are not UTF-8 are an invalid field value: %s',
    async (hex) => {
      const body = Buffer.concat([
        Buffer.from(`{${METADATA},"clientMessage":"`),
        Buffer.from(hex, 'hex'),
        Buffer.from('"}'),
      ]);
      const answer = await world().post('/v1/vdc/healthCheck', body);
      expectRefusal(answer, 'invalidFieldValue', 400);
      expect(answer.body.responseMetadata).toEqual({ requestId: '' });
    },
  );

  it('a body in UTF-16 is refused', async () => {
    expectRefusal(
      await world().post('/v1/vdc/healthCheck', Buffer.from(`{${METADATA}}`, 'utf16le')),
      'invalidFieldValue',
    );
  });
});

describe('JSON with unusual but accepted content', () => {
  it('null counts as absent (proto3)', async () => {
    const { ids } = await proofedPhone(world());
    const answer = await world().operate('proofUser', {
      deviceReferenceId: ids.deviceReferenceId,
      proofingId: 'nulls',
      evidence: null,
      reverificationContext: null,
      unknown: null,
    });
    expect(answer.status).toBe(200);
    const provisioned = await world().operate('provisionCredential', {
      ...ids,
      credentialId: randomUUID(),
      deviceEncryptionKey: null,
    });
    expect(provisioned.status).toBe(200);
  });

  it('null counts as absent inside a message, and is refused in an array', async () => {
    const { deviceReferenceId } = (await registeredDevice(world())).state;
    const request = { deviceReferenceId, proofingId: 'inner' };
    const value = { unencryptedValue: 'QUJD', encryptedData: null, unencryptedInteger: null };
    const good = await world().operate('proofUser', {
      ...request,
      evidence: [{ preAuthorizationCode: value }],
    });
    expect(good.status).toBe(200);
    for (const evidence of [[null], [{ preAuthorizationCode: value }, null]]) {
      expectRefusal(
        await world().operate('proofUser', { ...request, proofingId: 'other', evidence }),
        'invalidFieldValue',
      );
    }
  });

  it.each([
    ['"1"', '"0"'],
    ['1', '"0"'],
    ['"01"', '-0'],
    ['"1"', 'null'],
    ['"1.0"', '"0e5"'],
  ])('an int32 may be a string of digits (proto3): version %s.%s', async (major, minor) => {
    const metadata = METADATA.replace('{"major":1}', `{"major":${major},"minor":${minor}}`);
    expect((await world().post('/v1/vdc/healthCheck', `{${metadata}}`)).status).toBe(200);
  });

  it('an int32 in a string is checked like a number: a version that is not served, an integer that does not apply', async () => {
    const other = METADATA.replace('{"major":1}', '{"major":"2","minor":"1"}');
    const answer = await world().post('/v1/vdc/healthCheck', `{${other}}`);
    expectRefusal(answer, 'invalidApiVersion');
    expect(answer.body.invalidApiVersion.requestVersion).toEqual({ major: 2, minor: 1 });
    const { deviceReferenceId } = (await registeredDevice(world())).state;
    const prove = (proofingId: string, unencryptedInteger: string) =>
      world().operate('proofUser', {
        deviceReferenceId,
        proofingId,
        evidence: [{ preAuthorizationCode: { unencryptedValue: 'QUJD', unencryptedInteger } }],
      });
    expect((await prove('a zero', '0')).status).toBe(200);
    expectRefusal(await prove('a seven', '7'), 'invalidFieldValue');
  });

  it.each([
    '""',
    '" 1"',
    '"1 "',
    '"one"',
    '"0x1"',
    '"1.5"',
    '1.5',
    'true',
    '"2147483648"',
    '2147483648',
    '["1"]',
    '{}',
  ])('an int32 that is %s is an invalid field value', async (major) => {
    const metadata = METADATA.replace('{"major":1}', `{"major":${major}}`);
    const answer = await world().post('/v1/vdc/healthCheck', `{${metadata}}`);
    expectRefusal(answer, 'invalidFieldValue');
  });

  it('unknown members are ignored, at every depth', async () => {
    const answer = await nonceRequest(
      '"deviceReferenceId":"unknown members","a":{"b":[1,{"c":null}]},"":"","toString":1',
    );
    expect(answer.status).toBe(200);
    const metadata = { unknown: true, version: { major: 1, minor: 0, patch: 7 } };
    expect((await world().operate('healthCheck', {}, metadata)).status).toBe(200);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'hasOwnProperty', 'toJSON'])(
    'a member named %s is treated like any other unknown member',
    async (name) => {
      const member = `"${name}":{"deviceReferenceId":"polluted","requestMetadata":{"requestId":"p"},"polluted":true}`;
      const missing = await nonceRequest(member);
      expect(expectRefusal(missing, 'missingRequiredField')).toBe('unset: deviceReferenceId');
      const inner = await world().post(
        '/v1/vdc/healthCheck',
        `{"requestMetadata":{"requestId":"r","version":{"${name}":{"major":1}},"issuerId":"Sandbox_US_MDL"}}`,
      );
      expectRefusal(inner, 'invalidApiVersion');
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    },
  );

  it.each([
    ['arrays', '['.repeat(15_000) + ']'.repeat(15_000)],
    ['objects', `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`],
  ])('deep nesting of %s causes no failure', async (_, deep) => {
    expect((await nonceRequest(`"deviceReferenceId":"deep","unknown":${deep}`)).status).toBe(200);
    for (const place of ['deviceReferenceId', 'requestMetadata']) {
      const answer = await world().post(
        '/v1/vdc/getDeviceRegistrationNonce',
        `{${METADATA},"${place}":${deep}}`,
      );
      expect([400, 404]).toContain(answer.status);
    }
    const evidence = `"deviceReferenceId":"d","proofingId":"p","evidence":${deep}`;
    expectRefusal(await world().post('/v1/vdc/proofUser', `{${METADATA},${evidence}}`), 'invalidFieldValue');
  });

  it('a body with many members is accepted', async () => {
    const members = Array.from({ length: 4000 }, (_, index) => `"m${index}":${index}`).join();
    expect((await nonceRequest(`"deviceReferenceId":"many",${members}`)).status).toBe(200);
  });

  it.each(['0', '{}', '{"a":0}', '[]', '""'])(
    'a body with more than 20 000 values is refused before it is parsed: %s',
    async (value) => {
      const values = Array(20_000).fill(value).join();
      const body = `{${METADATA},"deviceReferenceId":"d","proofingId":"p","unknown":[${values}]}`;
      const answer = await expectNothingWritten(world(), () => world().post('/v1/vdc/proofUser', body));
      expectRefusal(answer, 'invalidFieldValue', 413);
      expect(answer.body.responseMetadata).toEqual({ requestId: '' });
    },
  );

  it('a large number of wrong elements is described briefly', async () => {
    const authKeys = `[${'{"encryptedData":{}},'.repeat(5000)}{}]`;
    const ids = '"deviceReferenceId":"d","credentialId":"c","credentialVersionId":"v"';
    const body = `{${METADATA},${ids},"authKeys":${authKeys}}`;
    const answer = await world().post('/v1/vdc/provisionMobileSecurityObjects', body);
    expect(expectRefusal(answer, 'invalidFieldValue')).toBe('authKeys must not have more than 1000 elements');
  });

  it.each(['\ud800', '\udfff', '\udc00\ud800', 'a\ud800b'])(
    'a lone surrogate in an identifier is an invalid field value (%#)',
    async (value) => {
      for (const text of [JSON.stringify(value)]) {
        const answer = await expectNothingWritten(world(), () => nonceRequest(`"deviceReferenceId":${text}`));
        expectRefusal(answer, 'invalidFieldValue');
      }
    },
  );

  it('a surrogate pair counts as one character', async () => {
    expect((await nonceRequest('"deviceReferenceId":"\\ud83d\\ude97"')).status).toBe(200);
  });

  it('control characters in an identifier are an invalid field value', async () => {
    const codes = Array.from({ length: 0xa0 }, (_, code) => code).filter((code) => code < 32 || code > 126);
    for (const code of codes) {
      const text = JSON.stringify(`x${String.fromCharCode(code)}`);
      expectRefusal(await nonceRequest(`"deviceReferenceId":${text}`), 'invalidFieldValue');
    }
  });

  it.each(['9007199254740993', '1e400', '-0', '1E2'])(
    'the number %s instead of text is an invalid field value',
    async (number) => {
      expectRefusal(await nonceRequest(`"deviceReferenceId":${number}`), 'invalidFieldValue');
    },
  );

  it('an overlong requestId is refused, and neither echoed nor logged in full', async () => {
    const requestId = 'endless'.repeat(20_000);
    const answer = await world().operate('healthCheck', {}, { requestId });
    expectRefusal(answer, 'invalidFieldValue');
    expect(JSON.stringify(answer.body).length).toBeLessThan(2000);
    expect(world().log.at(-1)?.length).toBeLessThan(2000);
  });

  it.each(['line\nfeed', 'nul\u0000', '\ud800', '\u001b[31m'])(
    'a requestId with %j is refused, echoed unchanged, and logged in one line',
    async (requestId) => {
      const before = world().log.length;
      const answer = await world().operate('healthCheck', {}, { requestId });
      expectRefusal(answer, 'invalidFieldValue');
      expect(answer.body.responseMetadata.requestId).toBe(requestId);
      const lines = world().log.slice(before).join('').trimEnd().split('\n');
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toContain('\u001b');
    },
  );
});
