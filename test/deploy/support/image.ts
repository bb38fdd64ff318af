import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aptInstall, say } from '../../support/apt.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The programs that make, build and run an image, each in the Debian package of its name. */
const TOOLS = ['debootstrap', 'buildah', 'runc'];

const missing = () => TOOLS.filter((tool) => spawnSync(tool, ['--version']).error !== undefined);

/** Installs the tools if possible; otherwise prints how to. Resolves to whether images can be built and run here. */
export function hasImageTools(): boolean {
  for (const tool of missing()) aptInstall(tool, `${tool} for the tests of the image`);
  const lacking = missing();
  const isRoot = process.getuid?.() === 0;
  if (lacking.length === 0 && isRoot) return true;
  const why = isRoot
    ? `apt-get install ${lacking.join(' ')}`
    : 'they need root, to mount and to change users';
  say(`SKIPPED, tests of the image: ${why}`);
  return false;
}

const RELEASE = 'trixie';

const BUILD_PACKAGES = ['ca-certificates', 'g++', 'libatomic1', 'npm'];

/** What `buildah inspect` says about the configuration of an image. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Healthcheck: { readonly Test: readonly string[] };
  readonly Labels: Readonly<Record<string, string>>;
}

export interface Image {
  readonly name: string;
  readonly config: ImageConfig;
  /** Its files, as a folder of this machine. */
  readonly files: string;
}

export function megabytesOf(folder: string): number {
  const [bytes = ''] = execFileSync('du', ['-sb', folder], { encoding: 'utf8' }).split('\t');
  return Math.round(Number(bytes) / 1e6);
}

/** Builds images into a folder of their own. No registry is asked: the bases are made from Debian's packages. */
export class ImageStore {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;
  /** Size of `debian`. */
  baseMegabytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
    const settings = join(folder, 'storage.conf');
    const [graph, run] = [join(folder, 'graph'), join(folder, 'run')];
    writeFileSync(settings, `[storage]\ndriver = "vfs"\ngraphroot = "${graph}"\nrunroot = "${run}"\n`);
    this.#env = { ...process.env, STORAGE_DRIVER: 'vfs', CONTAINERS_STORAGE_CONF: settings };
  }

  #buildah(...args: readonly string[]): string {
    const options = { cwd: this.#folder, env: this.#env, encoding: 'utf8', maxBuffer: 64 << 20 } as const;
    const { status, stdout, stderr } = spawnSync('buildah', args, options);
    if (status === 0) return stdout.trim();
    throw new Error(`buildah ${args.join(' ')}: ${stdout.slice(-2000)}${stderr.slice(-4000)}`);
  }

  /**
   * Makes `debian`, which has nothing but the essential packages, and `debian-build`, which has what the
   * Dockerfile would install for minutes in each build. It also trusts the authorities of this machine, because
   * its proxy may end TLS.
   */
  makeBases(): void {
    const files = join(this.#folder, 'debian');
    execFileSync('debootstrap', ['--variant=minbase', RELEASE, files], { stdio: ['ignore', 'ignore', 2] });
    this.baseMegabytes = megabytesOf(files);
    const container = this.#buildah('from', 'scratch');
    this.#buildah('copy', '--quiet', container, files, '/');
    this.#buildah('commit', '--quiet', container, 'localhost/debian');
    const install = ['apt-get', 'install', '--yes', '--no-install-recommends', ...BUILD_PACKAGES];
    this.#buildah('run', '--isolation=chroot', container, '--', 'apt-get', 'update');
    this.#buildah('run', '--isolation=chroot', container, '--', ...install);
    const authorities = process.env.NODE_EXTRA_CA_CERTS;
    if (authorities !== undefined) {
      this.#buildah('copy', '--quiet', container, authorities, '/authorities.pem');
      this.#buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/authorities.pem', container);
    }
    this.#buildah('commit', '--quiet', '--rm', container, 'localhost/debian-build');
    rmSync(files, { recursive: true });
  }

  /** Builds the Dockerfile as the guide says, from a folder that contains the tarball and deploy/container. */
  build(name: string, tarball: string, args: Readonly<Record<string, string>>): Image {
    const context = join(this.#folder, `context-${name}`);
    mkdirSync(join(context, 'deploy'), { recursive: true });
    cpSync(join(ROOT, 'deploy/container'), join(context, 'deploy/container'), { recursive: true });
    copyFileSync(tarball, join(context, 'diptych-0.0.0.tgz'));
    const bases = { BASE: 'localhost/debian', BUILD_BASE: 'localhost/debian-build' };
    const given = Object.entries({ ...bases, ...args }).map(([key, value]) => `--build-arg=${key}=${value}`);
    const dockerfile = join(context, 'deploy/container/Dockerfile');
    const how = ['--isolation=chroot', '--format=docker', '--quiet', `--tag=localhost/${name}`];
    this.#buildah('build', ...how, ...given, `--file=${dockerfile}`, context);
    const inspected = JSON.parse(this.#buildah('inspect', '--type=image', `localhost/${name}`));
    const files = this.#buildah('mount', this.#buildah('from', `localhost/${name}`));
    return { name, config: inspected.Docker.config, files };
  }

  /** Removes everything, also the layers, which belong to other users. */
  remove(): void {
    spawnSync('buildah', ['rm', '--all'], { env: this.#env });
    for (const name of readdirSync(this.#folder))
      rmSync(join(this.#folder, name), { recursive: true, force: true });
  }
}
