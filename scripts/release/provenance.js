// The provenance of a release: an in-toto statement v1 with the predicate SLSA provenance v1. It is not signed, so it says
// what the person who built the release says; it proves nothing by itself.

const hexOf = (base64) => Buffer.from(base64, 'base64').toString('hex');

/** The digests of a lock file's `integrity`, such as `sha512-…`, by algorithm. */
const digestsOf = (integrity) =>
  Object.fromEntries(
    integrity.split(' ').map((each) => {
      const dash = each.indexOf('-');
      return [each.slice(0, dash), hexOf(each.slice(dash + 1))];
    }),
  );

/** Every locked package, with those that only help to build: they were part of the build. */
function lockedPackages(lock) {
  const materials = new Map();
  for (const [key, { name, version, integrity }] of Object.entries(lock.packages)) {
    if (integrity === undefined) continue;
    const named = name ?? key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const uri = `pkg:npm/${named.replace('@', '%40')}@${version}`;
    materials.set(uri, { uri, digest: digestsOf(integrity) });
  }
  return [...materials.values()].toSorted((a, b) => (a.uri < b.uri ? -1 : 1));
}

/** `subjects` are the files of the release with their SHA-256; `npm` and `node` are the versions of the tools. */
export function provenanceOf({ subjects, version, commit, addresses, lock, tools }) {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: subjects.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:diptych:npm-run-release:1',
        externalParameters: { version, tag: `v${version}`, ...addresses },
        resolvedDependencies: [
          { name: 'source', uri: `git:${commit}`, digest: { gitCommit: commit } },
          ...lockedPackages(lock),
        ],
      },
      runDetails: { builder: { id: 'urn:diptych:release-script', version: tools } },
    },
  };
}
