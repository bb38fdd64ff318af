// Makes a release: npm run release -- --help
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ADDRESS_OPTIONS, addressesOf, withAddresses } from './addresses.js';
import { notesOf } from './changelog.js';
import { bundledPackages, pack, strangers } from './pack.js';
import { provenanceOf } from './provenance.js';
import { isClean, refusalsOf } from './refusals.js';
import { sbomOf } from './sbom.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const EXIT = { done: 0, refused: 1, usage: 2, failed: 3 };
const HELP = `Usage: npm run release -- [--dry-run] [--to FOLDER] [--repository URL] [--homepage URL] [--bugs URL]

Builds the version of package.json from the commit that is checked out, and writes into FOLDER:

  diptych-VERSION.tgz                 the package
  diptych-VERSION.cdx.json            its software bill of materials (CycloneDX 1.5)
  diptych-VERSION.provenance.json     what it was built from (in-toto statement, SLSA provenance v1; not signed)
  diptych-VERSION.md                  the release notes, from CHANGELOG.md
  SHA256SUMS                          digests of these files

Then it makes the annotated tag vVERSION. The same commit and addresses give the same files.

Options:
  --dry-run          makes no tag, and also builds what a release would refuse, except if a change is not committed
  --to FOLDER        a new or empty folder outside of the repository (default: ../diptych-VERSION)
  --repository URL   where the sources are, --homepage URL and --bugs URL: they get into the package.json of the package;
                     else the variables RELEASE_REPOSITORY, RELEASE_HOMEPAGE and RELEASE_BUGS; without them it has none
  --help             prints this text

Examples:
  npm run release -- --dry-run                        build, look at the files
  npm run release -- --to /srv/releases/0.3.0         build and make the tag
  npm run release -- --repository https://git.example/diptych --bugs https://git.example/diptych/issues
  (cd ../diptych-0.3.0 && sha256sum -c SHA256SUMS)    check the files

Exit codes:
  0  done
  1  a release is refused, for the reasons that are printed; a dry run that was built ends with 0
  2  a wrong option, or FOLDER is not empty
  3  a step failed, or the package holds what the commit does not say
`;

function end(status, ...lines) {
  process.stderr.write(lines.map((line) => `release: ${line}\n`).join(''));
  process.exit(status);
}

function optionsOf(args) {
  try {
    return parseArgs({
      args,
      options: {
        'dry-run': { type: 'boolean' },
        to: { type: 'string' },
        ...ADDRESS_OPTIONS,
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    return end(EXIT.usage, error.message, 'npm run release -- --help lists the options');
  }
}

/** Runs a tool in the repository. Returns what it prints. */
function run(command, args) {
  try {
    const stdio = ['ignore', 'pipe', 'inherit'];
    return execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio, maxBuffer: 64 << 20 });
  } catch (error) {
    return end(EXIT.failed, `${command} ${args[0]} ended with status ${error.status ?? error.code}`);
  }
}

const git = (...args) => run('git', args).trim();
const npm = (...args) => {
  const script = process.env.npm_execpath;
  return script ? run(process.execPath, [script, ...args]) : run('npm', args);
};
const json = (path) => JSON.parse(readFileSync(root + path, 'utf8'));

function newFolder(path) {
  try {
    mkdirSync(path, { recursive: true });
    if (readdirSync(path).length > 0) end(EXIT.usage, `${path} is not empty; name a new folder with --to`);
  } catch (error) {
    end(EXIT.usage, `${path} cannot be used: ${error.code}`);
  }
  return path;
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Packs, and ends if the package holds something that the commit and the lock file do not say. */
function packed(folder) {
  const manifest = `${root}package.json`;
  const { filename, paths } = withAddresses(manifest, addresses, () => pack({ npm, folder }));
  const unknown = strangers(paths, git('ls-files', '-z').split('\0'));
  if (unknown.length > 0)
    end(EXIT.failed, ...unknown.map((path) => `${path} is not in the commit; delete it`));
  const { bundled, wrong } = bundledPackages(root, paths);
  if (wrong.length > 0) end(EXIT.failed, ...wrong, 'run npm ci, and start again');
  return { filename, bundled, sha256: sha256(readFileSync(`${folder}/${filename}`)) };
}

function sbom(tarball, commit) {
  const made = sbomOf({
    listed: JSON.parse(npm('sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error')),
    manifest: json('package.json'),
    builtIn: ['src', 'src/demo', 'console'].map((workspace) => json(`${workspace}/package.json`)),
    tarball,
    committedAt: new Date(git('show', '-s', '--format=%cI', commit)).toISOString(),
  });
  const named = new Set(made.components.map((component) => component['bom-ref']));
  const missing = tarball.bundled.filter((reference) => !named.has(reference));
  if (missing.length > 0) end(EXIT.failed, `the bill of materials lacks ${missing.join(', ')}`);
  return made;
}

const options = optionsOf(process.argv.slice(2));
if (options.help) {
  process.stdout.write(HELP);
  process.exit(EXIT.done);
}
const { addresses, wrong: noAddresses } = addressesOf(options, process.env);
if (noAddresses.length > 0)
  end(EXIT.usage, `${noAddresses.join(', ')}: name an address that begins with https://`);
const { version } = json('package.json');
const commit = git('rev-parse', 'HEAD');
if (!isClean(git)) end(EXIT.refused, 'there are changes that are not committed; commit them, or remove them');
const refusals = refusalsOf({ root, git, version });
if (refusals.length > 0 && !options['dry-run']) end(EXIT.refused, ...refusals);
const folder = newFolder(resolve(root, options.to ?? `../diptych-${version}`));

const files = [];
function write(name, content) {
  const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
  writeFileSync(`${folder}/${name}`, text);
  files.push({ name, sha256: sha256(text) });
}

const tarball = packed(folder);
files.push({ name: tarball.filename, sha256: tarball.sha256 });
write(`diptych-${version}.cdx.json`, sbom(tarball, commit));
write(`diptych-${version}.md`, notesOf(readFileSync(`${root}CHANGELOG.md`, 'utf8'), version));
const tools = { node: process.versions.node, npm: npm('--version', '--loglevel=error').trim() };
write(
  `diptych-${version}.provenance.json`,
  provenanceOf({ subjects: files, version, commit, addresses, lock: json('package-lock.json'), tools }),
);
writeFileSync(`${folder}/SHA256SUMS`, files.map((file) => `${file.sha256}  ${file.name}\n`).join(''));
if (!isClean(git) || git('rev-parse', 'HEAD') !== commit)
  end(EXIT.failed, 'files of the repository changed during the build; start again');
if (!options['dry-run']) git('tag', '--annotate', '--message', `Diptych ${version}`, `v${version}`, commit);

process.stdout.write(`Diptych ${version}, commit ${commit}: ${folder}\n`);
for (const file of files) process.stdout.write(`  ${file.sha256}  ${file.name}\n`);
process.stdout.write(
  options['dry-run'] ? 'A dry run: no tag was made.\n' : `The tag v${version} was made.\n`,
);
if (refusals.length > 0) process.stdout.write('A release of this commit is refused:\n');
for (const refusal of refusals) process.stdout.write(`  ${refusal}\n`);
