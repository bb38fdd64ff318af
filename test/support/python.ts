import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const VERSION = '2.201.0';
const FOLDER = fileURLToPath(
  new URL(`../../node_modules/.cache/google-api-python-client-${VERSION}`, import.meta.url),
);
const INSTALL_TIMEOUT = 300_000;

function install(): void {
  const options = { stdio: 'pipe', timeout: INSTALL_TIMEOUT } as const;
  execFileSync('python3', ['-m', 'venv', FOLDER], options);
  // An index that does not answer must not hold the suite for minutes.
  const patience = ['--timeout', '15', '--retries', '1'];
  const packages = ['--only-binary', ':all:', `google-api-python-client==${VERSION}`];
  execFileSync(join(FOLDER, 'bin', 'pip'), ['install', '--quiet', ...patience, ...packages], options);
}

const canImport = (python: string) =>
  spawnSync(python, ['-c', 'import googleapiclient'], { stdio: 'ignore' }).status === 0;

/**
 * A Python that has the official client library: `TEST_PYTHON`, or one that is installed once. Undefined, with a
 * warning, if there is neither Python nor a package index.
 */
export function pythonWithGoogleClient(): string | undefined {
  const own = process.env.TEST_PYTHON;
  if (own !== undefined) return own;
  const python = join(FOLDER, 'bin', 'python');
  if (existsSync(python) && canImport(python)) return python;
  try {
    rmSync(FOLDER, { recursive: true, force: true });
    install();
    return python;
  } catch (error) {
    rmSync(FOLDER, { recursive: true, force: true });
    console.warn(`SKIPPED: the Python client cannot be installed, so its tests do not run: ${error}`);
    return undefined;
  }
}
