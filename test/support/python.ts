import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { aptInstall } from './apt.ts';

const INSTALL_TIMEOUT = 300_000;

interface Library {
  /** The pinned package on PyPI. */
  readonly requirement: string;
  readonly module: string;
  /** Debian's package, for its own Python, if it is new enough. */
  readonly debian?: string;
}

const DEBIAN = '/usr/bin/python3';

function install(folder: string, requirement: string): void {
  const options = { stdio: 'pipe', timeout: INSTALL_TIMEOUT } as const;
  execFileSync('python3', ['-m', 'venv', folder], options);
  // An index that does not answer must not hold the suite for minutes.
  const patience = ['--timeout', '15', '--retries', '1'];
  const packages = ['--only-binary', ':all:', requirement];
  execFileSync(join(folder, 'bin', 'pip'), ['install', '--quiet', ...patience, ...packages], options);
}

const canImport = (python: string, module: string) =>
  existsSync(python) && spawnSync(python, ['-c', `import ${module}`], { stdio: 'ignore' }).status === 0;

/**
 * A Python that has the library: `TEST_PYTHON`, one with the pinned library, installed once, or Debian's. Undefined, with
 * a warning, if none can be had.
 */
function pythonWith({ requirement, module, debian }: Library): string | undefined {
  const own = process.env.TEST_PYTHON;
  if (own !== undefined) return own;
  const name = requirement.replace('==', '-');
  const folder = fileURLToPath(new URL(`../../node_modules/.cache/${name}`, import.meta.url));
  const python = join(folder, 'bin', 'python');
  if (canImport(python, module)) return python;
  try {
    rmSync(folder, { recursive: true, force: true });
    install(folder, requirement);
    return python;
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (debian !== undefined) {
      if (!canImport(DEBIAN, module)) aptInstall(debian, requirement);
      if (canImport(DEBIAN, module)) return DEBIAN;
    }
    console.warn(`SKIPPED: ${name} cannot be installed, so its tests do not run: ${error}`);
    return undefined;
  }
}

/** With the official client of published interfaces. */
export const pythonWithGoogleClient = () =>
  pythonWith({
    requirement: 'google-api-python-client==2.201.0',
    module: 'googleapiclient',
  });

/** With the official client for sign-ins. */
export const pythonWithGoogleSignIn = () =>
  pythonWith({
    requirement: 'google-auth-oauthlib==1.5.0',
    module: 'google_auth_oauthlib',
    debian: 'python3-google-auth-oauthlib',
  });
