import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Diagnosis } from '../../src/server/doctor/index.ts';
import { createDataFolder } from '../../src/server/files/create-data-folder.ts';
import { authority } from '../keys/support/authority.ts';
import { activeKey } from '../keys/support/keys.ts';
import { execute } from '../support/database.ts';
import { adminRefusal } from '../support/refusal.ts';
import { startServing, startWorld } from '../support/world.ts';
import { found, useDataFolder } from './support/doctor.ts';

const DAY = 86_400_000;

const { folder, data, examine, whileSpoilt } = useDataFolder();

describe('diptych doctor', () => {
  it('doctor reports a fresh sandbox as ok, except for what production needs', async () => {
    const diagnosis = await examine();
    expect(found(diagnosis, 'failure')).toEqual([]);
    expect(found(diagnosis, 'warning')).toEqual([
      'attestation: withdrawn attestation keys are accepted',
      'callers: everyone who reaches the issuer interface may call it: no certificate, token or key is asked for',
    ]);
    expect(new Set(diagnosis.findings.map(({ check }) => check))).toEqual(
      new Set([
        'configuration',
        'console',
        'erasures',
        'folder',
        'store',
        'clock',
        'keys',
        'statistics files',
        'status lists',
        'audit log',
        'retention',
        'attestation',
        'tls',
        'callers',
        'records',
        'notifications',
        'passkeys',
        'organisations',
        'break glass',
        'people',
      ]),
    );
  });

  it('doctor says what to do about each problem', async () => {
    const { findings } = await examine({ profile: 'production', 'tls.certificate': 'none.pem' });
    for (const { level, remedy } of findings) expect(remedy !== undefined, level).toBe(level !== 'ok');
  });

  it('doctor changes nothing, and creates no data folder', async () => {
    const before = readdirSync(data).sort();
    const changed = statSync(join(data, 'diptych.sqlite')).mtimeMs;
    await examine();
    expect(readdirSync(data).filter((name) => !/-(shm|wal)$/.test(name))).toEqual(
      before.filter((name) => !/-(shm|wal)$/.test(name)),
    );
    expect(statSync(join(data, 'diptych.sqlite')).mtimeMs).toBe(changed);
    const diagnosis = await examine({ data: join(folder, 'none') });
    expect(readdirSync(folder)).not.toContain('none');
    expect(found(diagnosis, 'warning')).toContainEqual(
      expect.stringMatching(/^folder: there is no data folder .* yet$/),
    );
  });

  it('doctor, folder: a data folder that this user cannot make is told before the first start', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const diagnosis = await examine({ data: join(file, 'deeper/data') });
    expect(found(diagnosis, 'warning')).toContainEqual(
      expect.stringMatching(/^folder: there is no data folder .*, and this user cannot make it in .*a-file$/),
    );
  });

  it('doctor, configuration: every danger and every wrong setting is a failure', async () => {
    const dangerous = await examine({ profile: 'production' });
    expect(found(dangerous, 'failure')).toContainEqual(
      expect.stringMatching(/^configuration: keys\.custody/),
    );
    const wrong = await examine({ port: 'x' });
    expect(wrong.level).toBe('failure');
    expect(found(wrong, 'failure')[0]).toMatch(/^configuration: port/);
  });

  it('doctor, folder: a data folder that others can read is a failure', async () => {
    const key = join(data, 'admin.token');
    const diagnosis = await whileSpoilt(() => {
      chmodSync(key, 0o644);
      return () => chmodSync(key, 0o600);
    });
    expect(found(diagnosis, 'failure')).toEqual([
      expect.stringMatching(/^folder: .*admin\.token is open to other users/),
    ]);
  });

  it.skipIf(process.getuid?.() !== 0)(
    'doctor, folder: a volume of root that is open to the group of the server is not, but to others is',
    async () => {
      const volume = join(folder, 'volume');
      mkdirSync(volume);
      writeFileSync(join(volume, 'diptych.sqlite'), '', { mode: 0o600 });
      const asServer = vi.spyOn(process, 'geteuid').mockReturnValue(20_002);
      onTestFinished(() => asServer.mockRestore());
      for (const [mode, expected] of [
        [0o770, []],
        [0o777, [expect.stringMatching(/^folder: .*volume is open to other users \(mode 777\)/)]],
      ] as const) {
        chmodSync(volume, mode);
        const failures = found(await examine({ data: volume }), 'failure');
        expect(failures.filter((text) => text.startsWith('folder'))).toEqual(expected);
        // Only root could change its mode.
        if (mode === 0o777) expect(() => createDataFolder(volume)).toThrow('other users may write into');
        else createDataFolder(volume);
        expect(statSync(volume).mode & 0o777).toBe(mode);
      }
    },
  );

  it('doctor, folder: a data folder that cannot be opened is not taken for an empty one', async () => {
    // As another user, with an error that root gets too.
    const closed = join(folder, 'closed');
    symlinkSync(closed, closed);
    expect((await examine({ data: closed })).findings).toEqual([
      expect.objectContaining({
        text: `data: ${closed} cannot be opened (ELOOP)`,
        remedy: 'run this as the user of the server',
      }),
    ]);
  });

  it('doctor, folder: a PIN file that others can read is a failure', async () => {
    const pinFile = join(folder, 'pin');
    writeFileSync(pinFile, '271828', { mode: 0o644 });
    const failures = found(await examine({ 'keys.pkcs11.pinFile': pinFile }), 'failure');
    expect(failures).toEqual([
      expect.stringMatching(/^folder: .*\/pin is open to other users \(mode 644\)$/),
    ]);
    chmodSync(pinFile, 0o600);
    expect(found(await examine({ 'keys.pkcs11.pinFile': pinFile }), 'failure')).toEqual([]);
  });

  it('doctor, keys: a missing private key is a failure, that of the root a warning', async () => {
    const folder = join(data, 'keys');
    const diagnosis = await whileSpoilt(() => {
      renameSync(folder, `${folder}.away`);
      mkdirSync(folder, { mode: 0o700 });
      return () => {
        rmSync(folder, { recursive: true });
        renameSync(`${folder}.away`, folder);
      };
    });
    expect(found(diagnosis, 'failure')).toEqual([
      'keys: private keys are missing or not those of their certificates: document signer, encryption key, identity key',
      expect.stringMatching(/^keys: the key of the digests of codes is missing \(.*code\.key\)$/),
    ]);
    expect(found(diagnosis, 'warning')).toContainEqual(
      expect.stringMatching(/^keys: the private key of the root [0-9A-F]+ is missing$/),
    );
  });

  it('doctor, keys: the private key of a root that is kept elsewhere is not reported as missing', async () => {
    const elsewhere = authority();
    // Certificates of other authorities are made by the real clock, so the test advances its clock by a day.
    const startAt = Date.now() + DAY;
    const own = join(folder, 'own-root');
    const world = await startWorld({ startAt, folder: own });
    const { certificationRequest } = await world.admin('requestKey', {});
    const certificate = elsewhere.certify(certificationRequest);
    await world.admin('importKey', { certificate, issuer: elsewhere.root() });
    const { keys } = await world.admin('listKeys', {});
    const alone = async (now = world.now()) => {
      const diagnosis = await examine({ data: own }, now);
      return found(diagnosis, 'warning').filter((text) => text.includes('waits, and the root'));
    };
    expect(await alone()).toEqual([]);
    expect(await alone(startAt - 3 * DAY)).toHaveLength(1);
    await world.admin('rotateKey', { role: 'documentSigner', finish: true });
    expect(await alone()).toEqual([
      'keys: no document signer waits, and the root is not held here: a key that is compromised could then not be stopped',
    ]);
    const { id } = await activeKey(world, 'documentSigner');
    const refused = world.admin('compromiseKey', { id, sinceTime: new Date(startAt).toISOString() });
    await adminRefusal(refused, 'FAILED_PRECONDITION', 'ROTATION_STATE');
    const next = await world.admin('requestKey', {});
    await world.admin('importKey', { certificate: elsewhere.certify(next.certificationRequest) });
    expect(await alone()).toEqual([]);
    await world.close();
    elsewhere.remove();
    const root = keys.find(({ role, stage }) => role === 'iaca' && stage === 'active');
    const diagnosis = await examine({ data: own }, startAt);
    expect(found(diagnosis, 'failure')).toEqual([]);
    expect(found(diagnosis, 'ok')).toContain(
      `keys: the private key of the root ${root?.id} is kept outside this server`,
    );
  });

  it('doctor, audit log: production without an anchor is a warning, also before the first start', async () => {
    const unanchored = (diagnosis: Diagnosis) =>
      found(diagnosis, 'warning').filter((text) => text.includes('audit.anchors is empty'));
    const at = (folder: string) => examine({ profile: 'production', data: folder });
    expect(unanchored(await at(join(folder, 'nothing-yet')))).toHaveLength(1);
    expect(unanchored(await at(data))).toHaveLength(1);
    expect(unanchored(await examine())).toEqual([]);
  });

  it('doctor, keys: certificates that end soon are a warning, then a failure', async () => {
    const of = async (days: number) => (await examine({}, Date.now() + days * DAY)).findings;
    const levels = async (days: number) =>
      (await of(days)).filter(({ text }) => text.includes('encryption')).map(({ level }) => level);
    expect(await levels(0)).toEqual(['ok']);
    expect(await levels(110)).toEqual(['warning']);
    expect(await levels(145)).toEqual(['failure']);
    expect(await levels(400)).toEqual(['failure']);
  });

  it('doctor, keys: a key that waits for its certificate is reported with its age, after a month as a warning', async () => {
    const serving = await startServing({ startAt: Date.now(), folder: join(folder, 'waiting') });
    const caller = {
      kind: 'operator',
      requestId: 'r',
      operatorId: 'operator',
      role: 'administrator',
    } as const;
    const { id } = await serving.server.context.administration.requestKey({}, caller);
    await serving.close();
    const findingAfter = async (days: number) => {
      const { findings } = await examine({ data: join(folder, 'waiting') }, serving.now() + days * DAY);
      return findings.find(({ text }) => text.startsWith(`the key ${id}`));
    };
    expect(await findingAfter(12)).toMatchObject({
      level: 'ok',
      text: expect.stringMatching(/for 12 days$/),
    });
    expect(await findingAfter(31)).toMatchObject({
      level: 'warning',
      remedy: expect.stringContaining(`diptych keys discard ${id}`),
    });
  });

  it('doctor, status lists: a late publication is a warning, and a failure after half of its validity', async () => {
    const now = Date.now();
    const publishedBefore = (minutes: number) => {
      const path = join(data, 'diptych.sqlite');
      const at = now - minutes * 60_000;
      execute(
        path,
        `insert into status_list values (1, 'a', 'https://status.example', ${now + DAY}, 131072, 0, 0, null, '${'0A'.repeat(16)}')`,
      );
      execute(path, `insert into status_publication values (1, 1, ${at}, ${at + DAY}, null, null)`);
      return () => {
        execute(path, 'delete from status_list');
        execute(path, 'delete from status_publication');
      };
    };
    const levelAfter = async (minutes: number) => {
      const { findings } = await whileSpoilt(() => publishedBefore(minutes));
      return findings.find(({ text }) => text.includes('oldest publication'))?.level;
    };
    expect(await levelAfter(65)).toBe('ok');
    expect(await levelAfter(75)).toBe('warning');
    expect(await levelAfter(12 * 60 - 1)).toBe('warning');
    expect(await levelAfter(12 * 60 + 1)).toBe('failure');
    expect(found(await whileSpoilt(() => publishedBefore(1)), 'failure')).toEqual([
      expect.stringMatching(/^status lists: no key signs the status lists of the root [0-9A-F]{32}$/),
    ]);
  });

  it('doctor, status lists: a missing signer is a warning before the first list', async () => {
    expect((await examine()).findings).toContainEqual(
      expect.objectContaining({ level: 'ok', text: 'status lists are off' }),
    );
    const on = await examine({ 'issuer.status.uri': 'https://issuer.example/status' });
    expect(found(on, 'warning')).toContainEqual(
      expect.stringMatching(/^status lists: no key signs the status lists of the root [0-9A-F]{32}$/),
    );
  });

  it('doctor, clock: a clock that is behind the newest stored change is a failure', async () => {
    const behind = await examine({}, Date.now() - DAY);
    expect(found(behind, 'failure')).toContainEqual(
      expect.stringMatching(/^clock: .* but the newest entry of the database is from \S+T\S+Z$/),
    );
    expect(found(await examine(), 'ok')).toContainEqual(expect.stringMatching(/^clock: /));
  });

  it('doctor, clock: a clock that is before this version is a failure', async () => {
    const early = await examine({}, Date.UTC(2020, 0, 1));
    expect(found(early, 'failure')).toContainEqual(expect.stringMatching(/^clock: the clock shows 2020/));
    expect(found(early, 'failure')).toContainEqual(expect.stringMatching(/^keys: .* is not valid yet$/));
  });

  it('doctor, attestation: an old revocation list is a warning, then a failure', async () => {
    const list = join(folder, 'status.json');
    writeFileSync(list, '{"entries": {}}');
    const levelAt = async (days: number) => {
      utimesSync(list, new Date(), new Date(Date.now() - days * DAY));
      const { findings } = await examine({ 'issuer.attestation.revocationList': list });
      return findings.find(({ text }) => text.startsWith('the revocation list'))?.level;
    };
    expect([await levelAt(0), await levelAt(4), await levelAt(30)]).toEqual(['ok', 'warning', 'failure']);
  });

  it('doctor, people: actions of one person alone, and fewer than two administrators where approval is needed, are warnings', async () => {
    const sandbox = await examine();
    expect(found(sandbox, 'ok')).toContainEqual(
      expect.stringMatching(
        /^people: one person alone can .*\(holders\), issue codes \(codes\), .*\(roles\)$/,
      ),
    );
    const bound = await examine({ 'admin.secondPerson': ['holders', 'codes', 'credentials', 'keys'] });
    expect(found(bound, 'warning')).toEqual([
      expect.stringMatching(/^attestation/),
      expect.stringMatching(/^callers/),
      'people: admin.secondPerson needs two administrators who sign in; active now: 0',
    ]);
  });
});
