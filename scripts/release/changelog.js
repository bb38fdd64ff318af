// Reads sections of CHANGELOG.md.

/** The text of the section `## [name]`, without its heading; undefined if there is none. */
export function sectionOf(changelog, name) {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.startsWith(`[${name}]`));
  return found?.slice(found.indexOf('\n') + 1).trim();
}

/** True if the section names the day of its release. */
export const isDated = (changelog, version) =>
  changelog.split('\n').some((line) => line.startsWith(`## [${version}] - 20`));

/** The release notes: what is in no version yet, if there is something, or else the section of the version. */
export function notesOf(changelog, version) {
  const text =
    sectionOf(changelog, 'Unreleased') || sectionOf(changelog, version) || 'No changes are listed.';
  return `# Diptych ${version}\n\n${text}\n`;
}
