import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BIN } from '../support/bin.ts';
import { diptych } from '../support/cli.ts';
import { startOrganisation, type TestOrganisation } from '../support/organisation.ts';
import { startPostgres } from '../support/postgres/start.ts';
import { exitOf } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Identity, newIdentity, writeTls } from '../support/tls.ts';
import { startsWith } from './support/starts-with.ts';
import { makeToken, type TestToken, TOKEN_MISSING } from './support/token.ts';

const YEAR = 365 * 86_400_000;
const SLOW = 120_000;

const folder = temporaryFolder('init');
const path = (name: string) => join(folder, name);
let files: { readonly certificate: string; readonly key: string };
let platform: Identity;

beforeAll(async () => {
  files = writeTls(folder, await newIdentity({ notAfter: Date.now() + YEAR }));
  platform = await newIdentity({ name: 'platform', notAfter: Date.now() + YEAR });
  writeFileSync(path('status.json'), '{"entries": {}}');
});

/** What every configuration here has. */
const common = () => [
  ...['--issuer-id', 'Free_US_MDL', '--issuer-name', 'Free "State"'],
  ...['--certificate-uri', 'https://free.example/pki', '--sign-in', 'https://auth.free.example'],
  ...['--revocation-list', path('status.json'), '--caller', platform.pin],
];
const ownTls = () => ['--tls', 'files', '--certificate', files.certificate, '--key', files.key];

const init = (name: string, ...options: readonly string[]) =>
  diptych('init', '--yes', '--out', path(name), '--data', path(`${name}-data`), ...common(), ...options);

describe('diptych init', () => {
  it(
    'writes a configuration that the server starts with, and says what comes next',
    async () => {
      const { exit, out } = await init('files.yaml', ...ownTls(), '--custody', 'files');
      expect({ exit, out }).toMatchObject({
        exit: 0,
        out: expect.stringMatching(/^Next:\n {2}\S.* serve --config /m),
      });
      expect(out).toContain(`  DIPTYCH_DATA=${path('files.yaml-data')} diptych console `);
      expect(readFileSync(path('files.yaml'), 'utf8')).toContain('name: "Free \\"State\\""');
      expect(await startsWith(path('files.yaml'))).toBe(true);
    },
    SLOW,
  );

  it(
    'writes a configuration for one interface, without the settings of the other one',
    async () => {
      const args = ['init', '--yes', '--out', path('ads.yaml'), '--data', path('ads-data')];
      const own = ['--sign-in', 'https://auth.free.example', '--custody', 'files', ...ownTls()];
      const { exit, out } = await diptych(...args, ...own, '--interfaces', 'mediation');
      expect({ exit, out }).toMatchObject({ exit: 0 });
      expect(out).not.toMatch(/holders|attestation|issuer\./);
      const settings = parse(readFileSync(path('ads.yaml'), 'utf8'));
      expect(settings).toMatchObject({ interfaces: ['mediation'] });
      expect('issuer' in settings).toBe(false);
      expect(await startsWith(path('ads.yaml'))).toBe(true);
      const idle = await diptych(...args, ...own, '--interfaces', 'mediation', '--issuer-id', 'x');
      expect(idle.exit).not.toBe(0);
    },
    SLOW,
  );

  it(
    'behind a proxy, counts callers by the address that the proxy names',
    async () => {
      const args = ['init', '--yes', '--out', path('proxy.yaml'), '--data', path('proxy-data')];
      const own = ['--sign-in', 'https://auth.free.example', '--custody', 'files'];
      const { exit, out } = await diptych(...args, ...own, '--interfaces', 'mediation', '--tls', 'proxy');
      expect({ exit, out }).toMatchObject({ exit: 0 });
      expect(parse(readFileSync(path('proxy.yaml'), 'utf8'))).toMatchObject({
        host: '127.0.0.1',
        oauth: { addressHeader: 'X-Forwarded-For' },
      });
      expect(readFileSync(path('files.yaml'), 'utf8')).not.toContain('addressHeader');
      expect(await startsWith(path('proxy.yaml'))).toBe(true);
    },
    SLOW,
  );

  describe('with the sign-in by an organisation', () => {
    let provider: TestOrganisation;
    beforeAll(async () => {
      provider = await startOrganisation({ acr: 'phrh' });
      await provider.register('https://auth.free.example', 'organisation');
      writeFileSync(path('client.secret'), 'secret-of-the-client\n', { mode: 0o600 });
    });
    afterAll(() => provider.close());

    const asked = (...changes: readonly string[]) => [
      ...['--organisation', provider.issuer, '--organisation-name', 'Free "State"'],
      ...['--organisation-client', 'diptych', '--organisation-secret-file', path('client.secret')],
      ...['--organisation-role', 'groups=mdl-viewers:viewer', '--organisation-role', 'a.b=x:y:approver'],
      ...['--organisation-strong', 'acr=phrh', ...changes],
    ];

    it(
      'asks the provider for its description, and says what to register there',
      async () => {
        const own = [...ownTls(), '--custody', 'files', ...asked('--organisation-tenant', 'hd=free.example')];
        const { exit, out } = await init('organisation.yaml', ...own);
        expect({ exit, out }).toMatchObject({
          exit: 0,
          out: expect.stringContaining('the provider of organisation describes itself'),
        });
        expect(out).toContain('https://auth.free.example/oauth/organisation/organisation/callback');
        expect(out).toContain('diptych login');
        expect(out).not.toContain('users create');
        const { signIn } = parse(readFileSync(path('organisation.yaml'), 'utf8'));
        expect(signIn.organisations).toEqual([
          {
            id: 'organisation',
            name: 'Free "State"',
            issuer: provider.issuer,
            clientId: 'diptych',
            clientSecretFile: 'client.secret',
            tenant: { claim: 'hd', values: ['free.example'] },
            roles: [
              { claim: 'groups', value: 'mdl-viewers', role: 'viewer' },
              { claim: 'a.b', value: 'x:y', role: 'approver' },
            ],
            strong: { claim: 'acr', values: ['phrh'] },
          },
        ]);
        expect(await startsWith(path('organisation.yaml'))).toBe(true);
      },
      SLOW,
    );

    it.each([
      ['a provider that does not answer', ['--organisation', 'http://127.0.0.1:9'], 1],
      ['a role that does not exist', ['--organisation-role', 'groups=mdl:king'], 2],
      ['a tenant without a value', ['--organisation-tenant', 'hd'], 2],
      ['a claim for strong authentication that no token has', ['--organisation-strong', 'amr=mfa'], 1],
    ])('keeps nothing with %s', async (_, options, exit) => {
      const run = await init('wrong.yaml', ...ownTls(), '--custody', 'files', ...asked(...options));
      expect({ exit: run.exit, out: run.out, err: run.err }).toMatchObject({ exit });
      expect(existsSync(path('wrong.yaml'))).toBe(false);
    });

    it('names the options that are missing', async () => {
      const options = [...ownTls(), '--custody', 'files', '--organisation', provider.issuer];
      const { exit, err } = await init('wrong.yaml', ...options);
      expect(exit).toBe(2);
      for (const name of ['name', 'client', 'secret-file', 'role'])
        expect(err).toContain(`--organisation-${name}`);
    });
  });

  it('never overwrites a file', async () => {
    writeFileSync(path('mine.yaml'), 'mine');
    const { exit, err } = await init('mine.yaml', ...ownTls(), '--custody', 'files');
    expect({ exit, err }).toMatchObject({ exit: 2, err: expect.stringContaining('exists') });
    expect(readFileSync(path('mine.yaml'), 'utf8')).toBe('mine');
  });

  it('finds files by their names in the current folder, wherever the configuration is', async () => {
    const typed = (file: string) => relative(process.cwd(), file);
    const tls = ['--tls', 'files', '--certificate', typed(files.certificate), '--key', typed(files.key)];
    const { exit } = await init('deeper/relative.yaml', ...tls, '--custody', 'files');
    expect(exit).toBe(0);
    const written = parse(readFileSync(path('deeper/relative.yaml'), 'utf8'));
    expect(written.tls).toEqual({ certificate: files.certificate, key: files.key });
    expect(written.data).toBe('relative.yaml-data');
  });

  it('says where to get the list of revoked keys if there is none', async () => {
    const list = ['--revocation-list', path('absent.json')];
    const { exit, out } = await init('absent.yaml', ...ownTls(), '--custody', 'files', ...list);
    expect(exit).toBe(1);
    expect(out).toMatch(/absent\.json\) cannot be used: .*\n *-> download it from https:/);
  });

  it('names every option that is missing when it cannot ask', async () => {
    const { exit, err } = await diptych('init', '--yes', '--out', path('none.yaml'), '--custody', 'pkcs11');
    expect(exit).toBe(2);
    for (const option of [
      '--issuer-id',
      '--tls',
      '--caller',
      '--module',
      '--token-label',
      '--token-pin-file',
    ])
      expect(err).toContain(option);
  });

  it.each([
    ['--module m.so --token-label t', 'only with --custody pkcs11: --module, --token-label'],
    ['--database-password-file f', 'only with --database postgres://…: --database-password-file'],
    ['--organisation-name Free', 'only with --organisation: --organisation-name'],
    ['--tls proxy', 'only with --tls files: --certificate, --key'],
    ['--country usa', '--country must be two capital letters'],
    ['--certificate-uri free.example', '--certificate-uri must begin with https://'],
    ['--sign-in http://auth.free.example', '--sign-in must be https:// and a host'],
    ['--certificate absent.crt', '--certificate names no file'],
  ])('refuses %s before it tries anything, and says what is wrong', async (options, problem) => {
    const wrong = await init('wrong.yaml', ...ownTls(), '--custody', 'files', ...options.split(' '));
    expect(wrong).toMatchObject({ exit: 2, out: '', err: expect.stringContaining(problem) });
  });

  it.each([
    ['the password of the database in an option', ['--database', 'postgres://u:secret@h/d'], 2],
    ['a caller that is no certificate', ['--caller', '/nowhere.crt'], 2],
    ['a proxy that would be everybody', ['--tls', 'proxy', '--proxy', '0.0.0.0/0'], 1],
    ['a database that does not answer', ['--database', 'postgres://u@127.0.0.1:1/d'], 1],
  ])('keeps nothing with %s', async (_, options, exit) => {
    const tls = options.includes('--tls') ? [] : ownTls();
    const run = await init('wrong.yaml', ...tls, '--custody', 'files', ...options);
    expect(run.exit).toBe(exit);
    expect(run.out + run.err).not.toContain('secret@');
    expect(run.out).not.toContain('problems above');
    expect(existsSync(path('wrong.yaml'))).toBe(false);
  });

  it.each([
    ['a failure', 'new/deep/wrong.yaml', ['--database', 'postgres://u@127.0.0.1:1/d'], 1],
    ['a folder that is a file', 'status.json/wrong.yaml', [], 2],
  ])('removes the secrets and the folders that it made after %s', async (_, out, database, exit) => {
    writeFileSync(path('password'), 'secret-of-the-database\n');
    const password = ['--database-password-file', path('password')];
    const before = readdirSync(folder);
    const run = await init(out, ...ownTls(), '--custody', 'files', ...database, ...password);
    expect(run.exit).toBe(exit);
    expect(run.out + run.err).not.toContain('secret-of');
    expect(readdirSync(folder)).toEqual(before);
  });

  it('leaves a secret of somebody else as it is, and names it', async () => {
    const [own, mine] = [mkdtempSync(join(folder, 'own-')), 'mine'];
    mkdirSync(join(own, 'secrets'));
    writeFileSync(join(own, 'secrets/database.password'), mine);
    writeFileSync(path('password'), 'secret\n');
    const database = [
      '--database',
      'postgres://u@127.0.0.1:1/d',
      '--database-password-file',
      path('password'),
    ];
    const name = join(basename(own), 'diptych.yaml');
    const { exit, err } = await init(name, ...ownTls(), '--custody', 'files', ...database);
    expect({ exit, err }).toMatchObject({
      exit: 2,
      err: expect.stringMatching(/database\.password.*EEXIST/),
    });
    expect(readFileSync(join(own, 'secrets/database.password'), 'utf8')).toBe(mine);
    expect(existsSync(path(name))).toBe(false);
  });

  it('takes several callers: pins, certificates, and lists of them', async () => {
    const [second, third] = [await newIdentity({ name: 'next' }), await newIdentity({ name: 'last' })];
    writeFileSync(path('third.crt'), third.cert);
    const callers = ['--caller', `${second.pin}, ${path('third.crt')}`];
    const { exit } = await init('callers.yaml', ...ownTls(), '--custody', 'files', ...callers);
    expect(exit).toBe(0);
    const { issuer } = parse(readFileSync(path('callers.yaml'), 'utf8'));
    expect(issuer.callers.pins).toEqual([platform.pin, second.pin, third.pin]);
  });

  it(
    'tries PostgreSQL, and the server starts with it and its password',
    async () => {
      const postgres = await startPostgres();
      try {
        writeFileSync(path('password'), "it's/secret\n");
        const database = [
          '--database',
          postgres.url('postgres'),
          '--database-password-file',
          path('password'),
        ];
        const own = join(basename(mkdtempSync(join(folder, 'postgres-'))), 'diptych.yaml');
        const { exit, out } = await init(own, ...ownTls(), '--custody', 'files', ...database);
        expect({ exit, failures: out.match(/^FAILURE.*/gm) }).toEqual({ exit: 0, failures: null });
        expect(out).toContain('store: the database is sound');
        expect(await startsWith(path(own))).toBe(true);
        expect(existsSync(path(`${own}-data/diptych.sqlite`))).toBe(false);
      } finally {
        await postgres.stop();
      }
    },
    SLOW,
  );

  it('keeps the password of a database in a file of its own', async () => {
    const database = 'postgres://diptych@db.example/diptych?sslmode=verify-full';
    writeFileSync(path('password'), "it's/secret\n");
    const { text, secrets } = (await import('../../src/cli/init/render.ts')).renderConfiguration(
      {
        tls: 'proxy',
        proxy: '127.0.0.1',
        caller: platform.pin,
        custody: 'files',
        database,
        databasePasswordFile: path('password'),
      },
      'data',
    );
    expect(parse(text).database).toEqual({ url: database, passwordFile: 'secrets/database.password' });
    expect(secrets).toEqual([{ name: 'secrets/database.password', text: "it's/secret\n" }]);
  });
});

describe.skipIf(TOKEN_MISSING !== undefined)('diptych init with a PKCS#11 token', () => {
  let token: TestToken;
  beforeAll(() => {
    token = makeToken('diptych-init');
  });
  afterAll(() => token.remove());

  const custody = (pinFile: string) => [
    ...['--custody', 'pkcs11', '--module', token.module],
    ...['--token-label', token.tokenLabel, '--token-pin-file', pinFile],
  ];

  it(
    'tries the token, and keeps nothing if its PIN is wrong',
    async () => {
      writeFileSync(path('wrong.pin'), '000000\n', { mode: 0o600 });
      const wrong = await init('token.yaml', ...ownTls(), ...custody(path('wrong.pin')));
      expect(wrong).toMatchObject({ exit: 1, out: expect.stringMatching(/^FAILURE keys: .*PIN/m) });
      expect(existsSync(path('token.yaml-data'))).toBe(false);
      writeFileSync(path('open.pin'), `${token.pin}\n`, { mode: 0o644 });
      const open = await init('token.yaml', ...ownTls(), ...custody(path('open.pin')));
      expect(open).toMatchObject({
        exit: 1,
        out: expect.stringMatching(/^FAILURE folder: .*open to other/m),
      });
      const absent = custody(path('wrong.pin')).with(3, '/nowhere/module.so');
      const without = await init('token.yaml', ...ownTls(), ...absent);
      expect([without.exit, without.out]).toEqual([1, expect.stringContaining('module cannot be loaded')]);
      expect(existsSync(path('token.yaml'))).toBe(false);
      writeFileSync(path('right.pin'), `${token.pin}\n`, { mode: 0o600 });
      const right = await init('token.yaml', ...ownTls(), ...custody(path('right.pin')));
      expect(right.out + right.err).toContain('the token can be used');
      expect(right).toMatchObject({ exit: 0 });
      expect(await startsWith(path('token.yaml'))).toBe(true);
    },
    SLOW,
  );

  it(
    'asks at a terminal for what is missing; the typed PIN is in a file of its owner only',
    async () => {
      const own = mkdtempSync(join(folder, 'asked-'));
      const places = ['--out', join(own, 'asked.yaml'), '--data', join(own, 'data')];
      const options = [...common(), ...ownTls(), '--custody', 'pkcs11', '--module', token.module];
      const words = [process.execPath, BIN, 'init', ...places, ...options];
      const command = words.map((word) => `'${word}'`).join(' ');
      const child = spawn('script', ['-qefc', `stty cols 200; ${command}`, '/dev/null'], {
        env: { ...process.env, TERM: 'xterm' },
      });
      const answers: readonly (readonly [RegExp, string])[] = [
        [/Which interfaces/, '\r'],
        [/Country/, '\r'],
        [/Label of the token/, `${token.tokenLabel}\r`],
        [/File with the PIN/, '\r'],
        [/PIN of the token(?!;)/, `${token.pin}\r`],
        [/Database: sqlite/, '\r'],
        [/Issuer of your OpenID provider/, '\r'],
      ];
      let [shown, answered] = ['', 0];
      child.stdout.on('data', (text) => {
        shown += String(text);
        const [question, answer] = answers[answered] ?? [];
        if (!question?.test(shown)) return;
        [shown, answered] = ['', answered + 1];
        child.stdin.write(answer ?? '');
      });
      expect(await exitOf(child)).toBe(0);
      expect(answered).toBe(answers.length);
      expect(readFileSync(join(own, 'asked.yaml'), 'utf8')).not.toContain(token.pin);
      expect(readFileSync(join(own, 'secrets/token.pin'), 'utf8')).toBe(`${token.pin}\n`);
      const modes = ['secrets/token.pin', 'secrets'].map((name) => statSync(join(own, name)).mode & 0o777);
      expect(modes).toEqual([0o600, 0o700]);
    },
    SLOW,
  );
});
