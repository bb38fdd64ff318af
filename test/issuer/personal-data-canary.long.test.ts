import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { explanation } from '../../src/cli/commands/explain.ts';
import { OPERATION_NAMES } from '../../src/issuer/contract/index.ts';
import { diagnose } from '../../src/server/doctor/index.ts';
import {
  attemptFault,
  bringTo,
  type Device,
  FAULTS,
  type FaultStage,
  IssuerRefusal,
} from '../../src/wallet/index.ts';
import { adminHttp } from '../support/admin-http.ts';
import { writings } from '../support/canaries.ts';
import { diptych, to } from '../support/cli.ts';
import { dump, rows } from '../support/database.ts';
import { bodyOf, newDevice, registeredDevice, send } from '../support/devices.ts';
import { jpeg } from '../support/portrait.ts';
import {
  found as foundRecord,
  json,
  type Respond,
  recordOf,
  refused as recordRefusal,
  startRecordSystem,
} from '../support/record-system.ts';
import { mdl } from '../support/records.ts';
import { recordOf as storedRecord } from '../support/stored-holders.ts';
import { newIdentity } from '../support/tls.ts';
import { HOOK_TIMEOUT, useWorld } from '../support/use-world.ts';
import { ISSUER_ID, startWorld } from '../support/world.ts';

/** Personal data that occur nowhere else, so that they can be searched for. */
const PERSON = {
  family_name: 'Kanarienvogel-Quittengelb',
  given_name: 'Zwitscheria Ünverwechselbar',
  birth_date: '1931-11-23',
  document_number: 'KNRNVGL-77231',
  resident_address: '4711 Unmistakable Alley',
  portrait: Buffer.concat([jpeg(), Buffer.from('a portrait like no other one: <>?/+~')]).toString('base64'),
};
const SECRET_CODE = 'Geheimer-Vorab-Code-0815';

const CANARIES = new Map(
  Object.entries({ ...PERSON, code: SECRET_CODE }).map(([name, value]) => {
    const bytes = Buffer.from(value, name === 'portrait' ? 'base64' : 'utf8');
    return [name, [...new Set(writings(bytes))]] as const;
  }),
);

/** Names of the canaries that occur in a text. */
function found(text: string): readonly string[] {
  return [...CANARIES].flatMap(([name, forms]) => (forms.some((form) => text.includes(form)) ? [name] : []));
}

const world = useWorld();
const strict = useWorld({ settings: { 'issuer.plaintext': false } });

/** All answers, without the credentials that the sandbox sends unencrypted. */
const answered: string[] = [];

function listening(): ReturnType<typeof world>['transport'] {
  return async (url, body) => {
    const answer = await strict().transport(url, body);
    answered.push(answer.text);
    return answer;
  };
}

let codes = 0;

async function newCode(): Promise<string> {
  codes += 1;
  const id = `holder ${codes}`;
  await strict().admin('importHolders', {
    holders: [{ id, elements: mdl({ ...PERSON, height: codes }) as never }],
  });
  const { code } = await strict().admin('issueCode', { holderId: id });
  CANARIES.set(`code of ${id}`, [...new Set(writings(Buffer.from(code)))]);
  return code;
}

describe('The search for personal data in this suite', () => {
  it('the search finds a value however it is encoded', () => {
    for (const [name, value] of Object.entries(PERSON)) {
      const bytes = Buffer.from(value, name === 'portrait' ? 'base64' : 'utf8');
      for (const before of ['', 'x', 'xx', 'xxx']) {
        const around = Buffer.concat([Buffer.from(before), bytes, Buffer.from('yy')]);
        for (const encoding of ['base64', 'hex', 'base64url'] as const)
          expect(found(around.toString(encoding))).toContain(name);
      }
    }
    expect(found(JSON.stringify(mdl()))).toEqual([]);
  });
});

/** Commands whose text names people on purpose. Each look at names is an entry of the audit log. */
const NAMING = ['events list', 'holders show', 'proofings show', 'devices show', 'credentials show'];
const NAMES = ['family_name', 'given_name'];

describe('Personal data appear only in the record and in what is encrypted for the device', () => {
  beforeAll(async () => {
    const devices = new Map<FaultStage, Device>();
    for (const fault of FAULTS) {
      const device = devices.get(fault.from) ?? newDevice(strict(), { transport: listening() });
      if (!devices.has(fault.from)) await bringTo(device, fault.from, newCode);
      devices.set(fault.from, device);
      await attemptFault(device, fault).catch(() => undefined);
    }
    const device = newDevice(strict(), { transport: listening() });
    await bringTo(device, 'active', newCode);
    await strict().admin('importHolders', {
      holders: [{ id: `holder ${codes}`, elements: mdl({ ...PERSON, weight: 70 }) as never }],
    });
    await device.update(2);
    await device.refresh(2);
    await device.proof(SECRET_CODE, { reverify: true });
    await device.proofingStatus();
    await device.notifyDeleted();
  }, HOOK_TIMEOUT);

  it('no answer contains personal data, whether it is a success, a refusal or the answer to a fault', () => {
    expect(answered.length).toBeGreaterThan(300);
    for (const text of answered) expect(found(text), text.slice(0, 500)).toEqual([]);
  });

  it('refusals of requests that contain personal data in every member do not repeat them', async () => {
    const values = [PERSON.family_name, PERSON.document_number, Buffer.from(SECRET_CODE).toString('base64')];
    for (const operation of OPERATION_NAMES) {
      // The nonce of a device stores the requestId, whatever its text is.
      if (operation === 'getDeviceRegistrationNonce') continue;
      for (const value of values) {
        const everywhere = Object.fromEntries(
          [
            'deviceReferenceId',
            'proofingId',
            'credentialId',
            'credentialVersionId',
            'deviceIdentityCertificate',
          ].map((name) => [name, value]),
        );
        const wrong = {
          ...everywhere,
          clientMessage: [value],
          evidence: value,
          authKeys: [value, { encryptedData: value }],
          [value]: value,
        };
        const sent = [
          await strict().operate(operation, everywhere),
          await strict().operate(operation, wrong),
          await strict().operate(operation, everywhere, { issuerId: value }),
          await strict().operate(operation, {
            ...everywhere,
            evidence: [{ preAuthorizationCode: { unencryptedValue: value } }],
          }),
          await strict().post(`/v1/vdc/${value}`, `{"x": "${value}`),
        ];
        for (const { status, body } of sent)
          if (status !== 200) expect(found(JSON.stringify(body))).toEqual([]);
      }
    }
  });

  it('answers and refusals of the admin interface contain no personal data', async () => {
    const bad = mdl({
      ...PERSON,
      sex: PERSON.family_name,
      birth_date: PERSON.given_name,
      driving_privileges: [{ code: PERSON.document_number }],
    });
    const call = { method: 'POST', body: JSON.stringify({ holders: [{ id: 'bad', elements: bad }] }) };
    const refused = await adminHttp(strict(), '/admin/v1/holders:import', call);
    expect(refused.status).toBe(400);
    const texts = [refused.body];
    const lists = ['holders', 'proofings', 'credentials', 'codes', 'keys', 'devices', 'events'];
    for (const path of [...lists, 'holders/holder%201', 'events?pageSize=1000', 'users']) {
      texts.push((await adminHttp(strict(), `/admin/v1/${path}`)).body);
    }
    for (const text of texts) expect(found(JSON.stringify(text))).toEqual([]);
  });

  it('the log of requests contains no personal data', async () => {
    await strict().server.context.requests.settled();
    const kept = rows(strict(), 'select distinct request_id as id, error_id as error from handled_request');
    expect(kept.length).toBeGreaterThan(300);
    for (const { id, error } of kept) {
      const explained = await strict().admin('getRequest', { id: String(error ?? id) });
      expect(found(JSON.stringify(explained))).toEqual([]);
      expect(found(await explanation(explained))).toEqual([]);
    }
  });

  it('the output of commands contains no personal data, whether as tables, as JSON or in errors', async () => {
    const [proofing] = rows(
      strict(),
      'select proofing_id as id, device_reference_id as device from proofing where holder_id is not null',
    );
    const [credential] = rows(strict(), 'select credential_id as id from credential');
    const commands = [
      ...['holders', 'proofings', 'credentials', 'codes', 'devices', 'keys', 'users'].map((of) => [
        of,
        'list',
      ]),
      ['events', 'list', '--limit', '2000'],
      ['refusals', 'list', '--limit', '2000'],
      ['catalogue', 'show'],
      ['holders', 'show', 'holder 1'],
      ['proofings', 'show', String(proofing?.id)],
      ['proofings', 'accept', String(proofing?.id)],
      ['devices', 'show', String(proofing?.device)],
      ['credentials', 'show', String(credential?.id)],
      ['explain', 'nobody'],
      ['holders', 'refresh', 'holder 1'],
      ['holders', 'revoke', 'nobody', '--yes'],
    ];
    for (const command of commands) {
      for (const json of [[], ['--json']]) {
        const { out, err } = await diptych(...command, ...to(strict()), ...json);
        expect(out.length + err.length, command.join(' ')).toBeGreaterThan(0);
        const names = json.length === 0 && NAMING.includes(command.slice(0, 2).join(' '));
        expect(found(out + err), command.join(' ')).toEqual(names ? NAMES : []);
      }
    }
  });

  it('answers and logs of an internal failure contain no personal data', async () => {
    const { keys } = await world().admin('listKeys', {});
    const signer = keys.find(({ role }) => role === 'documentSigner');
    await world().admin('importHolders', { holders: [{ id: 'h', elements: mdl(PERSON) as never }] });
    const device = await registeredDevice(world(), { encrypt: false });
    await device.proof((await world().admin('issueCode', { holderId: 'h' })).code);
    await device.provision();
    const body = await bodyOf(device, 'provisionMobileSecurityObjects', (copy) => copy.provisionMsos(1));
    expect(found(JSON.stringify(body))).not.toEqual([]);
    const path = join(world().server.context.folder.keys, `${signer?.id}.pem`);
    renameSync(path, `${path}.away`);
    const { status, body: failure } = await send(world(), 'provisionMobileSecurityObjects', body);
    renameSync(`${path}.away`, path);
    expect([status, found(JSON.stringify(failure))]).toEqual([500, []]);
    await expect(device.hostile({ request: () => ({}) }).provision()).rejects.toBeInstanceOf(IssuerRefusal);
  });

  it(
    'requests to a system of record contain no personal data, whatever it answers',
    async () => {
      const system = await startRecordSystem();
      const settings = { 'issuer.records.source': 'http', 'issuer.records.url': system.url };
      const sourced = await startWorld({ settings });
      const texts: string[] = [];
      const { family_name: name, document_number: number } = PERSON;
      const everywhere = { [name]: name, [number]: { [number]: number }, birth_date: name, portrait: name };
      const privileges = { driving_privileges: [{ [number]: number, vehicle_category_code: name }] };
      const answers: readonly Respond[] = [
        foundRecord(recordOf('h', { ...PERSON })),
        foundRecord(recordOf('h', { ...PERSON, ...everywhere })),
        foundRecord(recordOf('h', { ...PERSON, ...privileges })),
        foundRecord({ ...recordOf('h', PERSON), [number]: name }),
        foundRecord({ ...recordOf('h', PERSON), documentType: number }),
        foundRecord({ id: 'h', elements: { [number]: { [number]: name } } }),
        foundRecord({ ...recordOf('h', PERSON), validUntil: name }),
        recordRefusal(409, name),
        json(404, { error: 'codeUnknown', [number]: name }),
        json(500, PERSON),
        json(200, PERSON, { 'content-type': `text/html; title="${number}"` }),
        json(302, PERSON, { location: `/${number}` }),
        (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(`{"${name}`),
        (response) =>
          void response.socket?.end(`HTTP/1.1 200 ${number}\r\n${number}: ${number}\r\n\u0000\r\n`),
      ];
      for (const [index, answer] of answers.entries()) {
        const device = await registeredDevice(sourced);
        const ids = { deviceReferenceId: device.state.deviceReferenceId, proofingId: `proofing ${index}` };
        const unencryptedValue = Buffer.from(`${SECRET_CODE}${index}`).toString('base64');
        system.respond(answer);
        for (const body of [
          (
            await sourced.operate('proofUser', {
              ...ids,
              evidence: [{ preAuthorizationCode: { unencryptedValue } }],
            })
          ).body,
          (await sourced.operate('getProofingStatus', ids)).body,
          (await adminHttp(sourced, '/admin/v1/proofings')).body,
        ])
          texts.push(JSON.stringify(body));
        const examined = { ...settings, data: sourced.folder };
        texts.push(JSON.stringify(await diagnose({ environment: {}, options: examined })));
        // The operator who asked for the record sees the names of its elements, but never their values.
        if (index < 3)
          await adminHttp(sourced, '/admin/v1/holders/h:refresh', { method: 'POST', body: '{}' });
      }
      await sourced.server.context.requests.settled();
      texts.push(await (await fetch(`${sourced.server.adminUrl}/metrics`)).text(), ...sourced.log);
      texts.push(...dump(sourced).filter((row) => !row.startsWith('holder: ')));
      expect(sourced.log.filter((line) => line.includes('record lookup failed')).length).toBeGreaterThan(8);
      expect(system.calls.length).toBeGreaterThan(answers.length);
      await sourced.close();
      await system.close();
      for (const text of texts) expect(found(text), text.slice(0, 500)).toEqual([]);
    },
    HOOK_TIMEOUT,
  );

  it(
    'refusals by credentials or limits, and diptych doctor, show no personal data',
    async () => {
      const identity = await newIdentity({ name: PERSON.family_name });
      const settings = {
        'issuer.callers.pins': [identity.pin],
        'issuer.callers.proxies': ['127.0.0.1'],
        'limits.issuerPerDevice': 1,
      };
      const guarded = await startWorld({ settings, startAt: Date.now() });
      const stranger = await newIdentity({ name: PERSON.family_name });
      const shown = [
        {},
        { 'client-cert': PERSON.family_name },
        { 'client-cert': `:${Buffer.from(PERSON.given_name).toString('base64')}:` },
        { 'client-cert': stranger.header, authorization: `Bearer ${PERSON.document_number}` },
        { 'client-cert': identity.header },
        { 'client-cert': identity.header },
      ];
      const texts: string[] = [];
      const statuses: number[] = [];
      const requestMetadata = { requestId: 'r', version: { major: 1, minor: 0 }, issuerId: ISSUER_ID };
      const deviceReferenceId = PERSON.document_number;
      const body = JSON.stringify({ requestMetadata, deviceReferenceId, proofingId: 'p' });
      for (const headers of shown) {
        const given = { 'content-type': 'application/json', ...headers } as Record<string, string>;
        const answer = await guarded.post('/v1/vdc/getProofingStatus', body, given);
        statuses.push(answer.status);
        texts.push(JSON.stringify(answer.body));
      }
      expect(statuses).toEqual([403, 403, 403, 403, 404, 429]);
      await guarded.server.context.requests.settled();
      texts.push(
        await (await fetch(`${guarded.server.adminUrl}/metrics`)).text(),
        ...guarded.log,
        ...dump(guarded),
      );
      await guarded.close();
      const data = strict().folder;
      texts.push(JSON.stringify(await diagnose({ environment: {}, options: { data } })));
      for (const text of texts) expect(found(text), text.slice(0, 500)).toEqual([]);
    },
    HOOK_TIMEOUT,
  );

  it('the log contains no personal data', () => {
    for (const one of [world(), strict()]) {
      expect(one.log.length).toBeGreaterThan(5);
      for (const line of one.log) expect(found(line), line).toEqual([]);
    }
  });

  it('the metrics contain no personal data', async () => {
    expect(found(await (await fetch(`${strict().server.adminUrl}/metrics`)).text())).toEqual([]);
  });

  it('server.json contains no personal data', () => {
    expect(found(readFileSync(strict().server.context.folder.addresses, 'utf8'))).toEqual([]);
  });

  it('no row contains personal data: records are encrypted', async () => {
    for (const one of [world(), strict()]) {
      await one.server.context.requests.settled();
      const [holder] = rows(one, 'select holder_id from holder limit 1');
      const record = await storedRecord(one, String(holder?.holder_id));
      expect(found(record.toString('hex'))).toContain('family_name');
      for (const row of dump(one)) expect(found(row), row.slice(0, 300)).toEqual([]);
    }
  });
});
