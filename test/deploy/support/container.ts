import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Image } from './image.ts';

/** A user that the image does not know. */
export const STRANGER = 20_002;

/** A folder or file of this machine inside the container. */
export interface Mount {
  readonly source: string;
  readonly target: string;
  readonly writable?: true;
}

interface Options {
  /** Where the description of the container is written. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly mounts: readonly Mount[];
}

const NONE = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] };

const processOf = ({ config }: Image, args: readonly string[], env: Options['env'] = {}) => ({
  terminal: false,
  user: { uid: STRANGER, gid: STRANGER },
  args,
  env: [...config.Env, ...Object.entries(env).map(([name, value]) => `${name}=${value}`)],
  cwd: '/',
  capabilities: NONE,
  noNewPrivileges: true,
});

/**
 * An OCI container: the files of the image are read-only, /tmp and what is mounted as writable are not. The process
 * has no capabilities. It shares the network of this machine, where the phone is.
 */
function described(image: Image, args: readonly string[], { env, mounts }: Options) {
  const tmpfs = (destination: string, mode: string) => ({
    destination,
    type: 'tmpfs',
    source: 'tmpfs',
    options: ['nosuid', `mode=${mode}`],
  });
  const bound = mounts.map(({ source, target, writable }) => ({
    destination: target,
    type: 'bind',
    source,
    options: ['bind', 'nosuid', 'nodev', writable ? 'rw' : 'ro'],
  }));
  return {
    ociVersion: '1.0.2',
    process: processOf(image, args, env),
    root: { path: image.files, readonly: true },
    hostname: 'diptych',
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      tmpfs('/dev', '755'),
      tmpfs('/tmp', '1777'),
      ...bound,
    ],
    linux: { namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
  };
}

export interface Container {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  /** Runs another process in it, as `docker exec` does. */
  exec(...command: readonly string[]): { readonly status: number | null; readonly output: string };
}

const runc = (...args: readonly string[]) => spawnSync('runc', args, { encoding: 'utf8' });

/** Starts the entry point of the image with these arguments, without any: with those of the image. */
export function runContainer(image: Image, given: readonly string[], options: Options): Container {
  const { Entrypoint, Cmd } = image.config;
  const args = [...Entrypoint, ...(given.length > 0 ? given : Cmd)];
  const id = `diptych-${randomUUID()}`;
  const bundle = join(options.folder, id);
  mkdirSync(bundle);
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(described(image, args, options)));
  const child = spawn('runc', ['run', '--bundle', bundle, id], { stdio: ['ignore', 'pipe', 'pipe'] });
  return {
    child,
    exec(...command) {
      const description = join(bundle, 'exec.json');
      writeFileSync(description, JSON.stringify(processOf(image, command)));
      const { status, stdout, stderr } = runc('exec', '--process', description, id);
      return { status, output: stdout + stderr };
    },
  };
}
