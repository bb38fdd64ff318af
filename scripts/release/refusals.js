// What stops a release. Each answer says what to do.
import { readFileSync } from 'node:fs';
import { isDated, sectionOf } from './changelog.js';

/** True if every change is committed. Files that git ignores do not count: the list of the package is compared later. */
export const isClean = (git) => git('status', '--porcelain') === '';

/** Why `version` cannot be released from this commit; empty if it can. */
export function refusalsOf({ root, git, version }) {
  const changelog = readFileSync(`${root}CHANGELOG.md`, 'utf8');
  const released = JSON.parse(readFileSync(`${root}test/upgrade/released.json`, 'utf8'));
  const refusals = [];
  if (released.version === version)
    refusals.push(
      `version ${version} is already released, from commit ${released.commit}; set the next one: ` +
        'npm version MAJOR.MINOR.PATCH --no-git-tag-version',
    );
  if (!isDated(changelog, version))
    refusals.push(`CHANGELOG.md has no section "## [${version}] - YYYY-MM-DD"; write it`);
  if (sectionOf(changelog, 'Unreleased'))
    refusals.push(`CHANGELOG.md lists changes under Unreleased; move them to the section of ${version}`);
  if (git('tag', '--list', `v${version}`) !== '')
    refusals.push(`the tag v${version} exists; set the next version, or delete the tag if it was a mistake`);
  return refusals;
}
