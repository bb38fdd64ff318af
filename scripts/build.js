// Builds dist/ and console/dist/ (what the published package and the subpath exports hold). Runs before the package is packed.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.js';
import { buildConsoles, consolesAreCurrent } from './consoles.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = `${root}node_modules/ts7/lib/tsc.js`;
if (!existsSync(compiler)) {
  process.stderr.write(
    'build: the compiler is not installed; run npm ci with its development dependencies\n',
  );
  process.exit(1);
}
rmSync(`${root}dist`, { recursive: true, force: true });
const done = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--emitDeclarationOnly'], {
  cwd: root,
  stdio: 'inherit',
});
if (done.status !== 0) process.exit(done.status ?? 1);
await bundle(`${root}dist/`);
// What `diptych --version` prints; without git, the package was built from an archive and nobody knows.
const git = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
writeFileSync(`${root}dist/commit.txt`, `${git.status === 0 ? git.stdout.trim() : 'unknown'}\n`);
// The resolve vectors, which ports to other languages must pass.
cpSync(`${root}test/vectors/resolve`, `${root}dist/resolve/vectors`, { recursive: true });
if (!consolesAreCurrent()) process.exit(buildConsoles());
