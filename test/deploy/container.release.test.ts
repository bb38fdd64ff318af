import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Device } from '../../src/wallet/index.ts';
import { phoneOf, provision } from '../postgres/support/both-panels.ts';
import { type ServerProcess, started } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { installCommit, installPresent } from '../upgrade/support/packages.ts';
import { type Container, type Mount, runContainer, STRANGER } from './support/container.ts';
import { hasImageTools, type Image, ImageStore, megabytesOf } from './support/image.ts';

/*
 * The real Dockerfile is built by buildah on a Debian that debootstrap made. The images run in real containers (runc):
 * read-only files, a user that the image does not know, no capabilities. Not tried here: images of public registries,
 * docker and podman.
 */

const json = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
const { version } = json('../../package.json');
const released = json('../upgrade/released.json');
const head = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
// Before the first release, this commit stands for the released one.
const last = { version: released.version ?? version, commit: released.commit ?? head };
const canRun = hasImageTools();

const folder = temporaryFolder('image');
const DATA = '/var/lib/diptych';

/** What the image may add to its base: Node, the package with its dependencies, and pkcs11js. */
const MOST_MEGABYTES = 300;

const owned = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path, { mode: 0o700 });
  chownSync(path, STRANGER, STRANGER);
  return path;
};

/** As a volume of Kubernetes with an `fsGroup`. */
const volume = (name: string): string => {
  const path = join(folder, name);
  mkdirSync(path);
  chownSync(path, 0, STRANGER);
  chmodSync(path, 0o2770);
  return path;
};

/** Built outside of a repository, it does not know its commit. */
function releasedTarball(): string {
  const to = join(folder, 'released');
  mkdirSync(to);
  installCommit(to, last.commit);
  writeFileSync(join(to, 'node_modules/diptych/dist/commit.txt'), `${last.commit}\n`);
  const tarball = join(folder, 'released.tgz');
  const packed = ['--transform=s,^diptych,package,', '-C', join(to, 'node_modules'), 'diptych'];
  execFileSync('tar', ['-czf', tarball, ...packed]);
  return tarball;
}

/** As `npm pack` makes it. */
function presentTarball(): string {
  const to = join(folder, 'present');
  mkdirSync(to);
  installPresent(to);
  return join(to, globSync('*.tgz', { cwd: to })[0] ?? '');
}

const commitOf = (tarball: string) =>
  execFileSync('tar', ['-xzOf', tarball, 'package/dist/commit.txt'], { encoding: 'utf8' }).trim();

describe.skipIf(!canRun)('The image', () => {
  let store: ImageStore;
  let tarball: string;
  let image: Image;
  let released: Image;
  const containers: Container[] = [];

  beforeAll(() => {
    const images = join(folder, 'images');
    mkdirSync(images);
    store = new ImageStore(images);
    store.makeBases();
    tarball = presentTarball();
    image = store.build('present', tarball, { VERSION: version, REVISION: commitOf(tarball) });
    released = store.build('released', releasedTarball(), { VERSION: last.version, REVISION: last.commit });
    // Nothing may need a shell, or the `env` of first lines, which bases without a shell lack too.
    for (const { files } of [image, released])
      for (const program of ['sh', 'bash', 'dash', 'env']) rmSync(join(files, 'usr/bin', program));
  }, 1_800_000);

  afterAll(() => {
    for (const { child } of containers) child.kill('SIGKILL');
    store.remove();
  }, 600_000);

  function run(from: Image, args: readonly string[], mounts: readonly Mount[]): Container {
    const env = { DIPTYCH_PORT: '0', DIPTYCH_ADMIN_PORT: '0' };
    const container = runContainer(from, args, { folder, env, mounts });
    containers.push(container);
    return container;
  }

  const mounted = (data: string): Mount => ({ source: data, target: DATA, writable: true });

  /** Runs a command to its end. */
  async function command(args: readonly string[], mounts: readonly Mount[]): Promise<string> {
    const { child } = run(image, args, mounts);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        output += String(chunk);
      });
    const [status] = await once(child, 'close');
    expect(status, output).toBe(0);
    return output;
  }

  async function serve(from: Image, data: string) {
    const container = run(from, [], [mounted(data)]);
    return { container, server: await started(container.child, data) };
  }

  it('its labels name version, commit and licence, and its user is a number that is not root', () => {
    const { Labels, User } = image.config;
    expect(Labels).toMatchObject({
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.revision': commitOf(tarball),
      'org.opencontainers.image.licenses': 'Apache-2.0',
    });
    expect(User).toMatch(/^[1-9]\d+:[1-9]\d+$/);
  });

  it('the data folder in it belongs to its user, who alone can open it', () => {
    const { mode, uid } = statSync(join(image.files, DATA));
    expect([uid, mode & 0o777]).toEqual([Number(image.config.User.split(':')[0]), 0o700]);
    expect(statSync(join(image.files, 'var/lib')).uid).toBe(0);
  });

  it('a build with a label that is not true of the package fails', () => {
    const wrong = { VERSION: version, REVISION: last.commit };
    expect(() => store.build('wrong', tarball, wrong)).toThrow('grep --line-regexp');
  }, 600_000);

  it('it contains the server, Node and the driver of tokens, and neither npm nor a compiler', () => {
    const binaries = globSync('{usr/bin,usr/local/bin}/{npm,npx,corepack,gcc,make,python3}', {
      cwd: image.files,
    });
    expect(binaries).toEqual([]);
    const modules = join(image.files, 'opt/diptych/node_modules');
    expect(globSync('*', { cwd: modules }).sort()).toEqual(['diptych', 'pkcs11js']);
    const added = megabytesOf(image.files) - store.baseMegabytes;
    console.info(`image: ${added} MB on a base of ${store.baseMegabytes} MB`);
    expect(added).toBeLessThan(MOST_MEGABYTES);
  });

  describe('from the first credential to the restored backup', () => {
    const live: ServerProcess[] = [];
    let phone: Device;
    const data = canRun ? owned('data') : '';
    let container: Container;

    async function replaceBy(from: Image, folderOfData: string): Promise<void> {
      for (const server of live.splice(0)) expect(await server.stop()).toBe(0);
      const next = await serve(from, folderOfData);
      container = next.container;
      live.push(next.server);
    }

    it('the last release puts the first credential on the simulated phone', async () => {
      await replaceBy(released, data);
      phone = phoneOf(live);
      await provision(live, phone);
    });

    it('after an upgrade on the same data the credential lives', async () => {
      await replaceBy(image, data);
      expect((await phone.status()).credentialStatus).toEqual({ active: {} });
      expect(await phone.refresh(2)).toBe(2);
    });

    it('the server cannot write outside of its data folder and /tmp', () => {
      const program = "require('fs').writeFileSync(process.argv[1], '')";
      const write = (path: string) => container.exec('/usr/local/bin/node', '-e', program, path);
      expect(write('/opt/diptych/x').output).toContain('EROFS');
      expect(write('/x').output).toContain('EROFS');
      expect([write('/tmp/x').status, write(`${DATA}/x`).status]).toEqual([0, 0]);
    });

    it('its health check succeeds without a shell', () => {
      const [kind, ...check] = image.config.Healthcheck.Test;
      expect(kind).toBe('CMD');
      expect(container.exec(...check)).toMatchObject({
        status: 0,
        output: expect.stringMatching(/ready +yes/),
      });
    });

    it('a command imports a file from a folder that is read-only', () => {
      const file = '/opt/diptych/node_modules/diptych/data/demo/holder.json';
      expect(container.exec('/usr/local/bin/diptych', 'holders', 'import', file)).toMatchObject({
        status: 0,
      });
    });

    it('the driver of PKCS#11 tokens loads', () => {
      const program = "require('/opt/diptych/node_modules/pkcs11js'); console.log('loaded')";
      expect(container.exec('/usr/local/bin/node', '-e', program).output).toBe('loaded\n');
    });

    it('a backup of the running server, restored into a new container, has the credential', async () => {
      const [backups, restored] = [owned('backups'), volume('restored')];
      const passphrase = join(folder, 'passphrase');
      writeFileSync(passphrase, 'four words of your own\n', { mode: 0o444 });
      const secret = { source: passphrase, target: '/run/secrets/passphrase' };
      const archive = { source: backups, target: '/backups', writable: true } as const;
      const keys = ['--passphrase-file', '/run/secrets/passphrase'];
      const mounts = [archive, secret];
      await command(['backup', '--with-keys', ...keys, '--to', '/backups/first'], [mounted(data), ...mounts]);
      await command(
        ['restore', '--from', '/backups/first', '--data', DATA, '--erased-may-return', ...keys],
        [mounted(restored), ...mounts],
      );
      await replaceBy(image, restored);
      expect((await phone.status()).credentialStatus).toEqual({ active: {} });
      expect(await phone.refresh(2)).toBe(2);
    });

    it('doctor finds nothing wrong with that volume', () => {
      const { output } = container.exec('/usr/local/bin/diptych', 'doctor');
      expect(output).toContain('no other user can open the data folder');
      expect(output).toContain('failures: 0');
    });

    it('SIGTERM ends the container with status 0', async () => {
      const [server] = live.splice(0);
      expect(await server?.stop()).toBe(0);
    });
  });
});
