// Writes the site of all versions, and the page that leads to the newest.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeVersion } from './version.js';

/** The tags of releases, newest first: v0.10.0 before v0.9.0. */
function releasesOf(root) {
  const tags = execFileSync('git', ['tag', '--list', 'v*'], { cwd: root, encoding: 'utf8' }).split('\n');
  return tags
    .filter((tag) => /^v\d+\.\d+\.\d+$/.test(tag))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
}

/** Writes the files of a release into a new folder, runs a task there, and removes the folder. */
async function withFilesOf(root, tag, task) {
  const folder = mkdtempSync(join(tmpdir(), 'diptych-site-'));
  try {
    const files = execFileSync('git', ['archive', '--format=tar', tag, '--', '*.md', 'docs'], {
      cwd: root,
      maxBuffer: 1 << 30,
    });
    execFileSync('tar', ['-x', '-C', folder], { input: files });
    return await task(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const leadTo = (version) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Diptych</title>
<meta http-equiv="refresh" content="0; url=${version}/index.html">
<a href="${version}/index.html">Documentation of version ${version}</a>
</html>
`;

/** Whether a folder may be replaced: a new one, an empty one, or a site. */
export const isReplaceable = (out) =>
  !existsSync(out) || readdirSync(out).length === 0 || existsSync(join(out, 'versions.js'));

/** Writes the site into `out`, newest version first. Returns the versions with their pages. */
export async function writeSite({ root, out, onlyNext }) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const versions = [
    { version: 'next', pages: await writeVersion({ root, out: join(out, 'next'), version: 'next' }) },
  ];
  for (const tag of onlyNext ? [] : releasesOf(root)) {
    const version = tag.slice(1);
    const write = (folder) => writeVersion({ root: folder, out: join(out, version), version });
    versions.push({ version, pages: await withFilesOf(root, tag, write) });
  }
  // A script and not JSON, because pages that were opened from a folder may not read other files.
  writeFileSync(join(out, 'versions.js'), `globalThis.diptychVersions = ${JSON.stringify(versions)};\n`);
  writeFileSync(join(out, 'index.html'), leadTo((versions[1] ?? versions[0]).version));
  return versions;
}
