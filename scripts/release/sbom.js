// The software bill of materials in CycloneDX, from the lock file alone: the same commit gives the same bytes.

/** Declarations are optional peers of some packages, and do not run. */
const isTypes = (name) => name.startsWith('@types/');

/** Packages whose code the build puts into the package or its consoles; the others only help to build them. */
const isCompiledIn = (name) => name !== 'vite';

const nameOf = (ref) => ref.slice(0, ref.lastIndexOf('@'));

/** The references that can be reached from these in the graph of dependencies. */
function closureOf(starts, dependsOn) {
  const reached = new Set();
  const waiting = [...starts];
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (reached.has(ref) || isTypes(nameOf(ref))) continue;
    reached.add(ref);
    waiting.push(...(dependsOn.get(ref) ?? []));
  }
  return reached;
}

/** The form of a UUID (version 8: of our own making) for the first 128 bits of a digest. */
export function uuidOf(hex) {
  const variant = ((Number.parseInt(hex[16], 16) & 3) | 8).toString(16);
  const digits = `${hex.slice(0, 12)}8${hex.slice(13, 16)}${variant}${hex.slice(17, 32)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * Of `listed`, what npm lists with development dependencies, the packages that run. (`--omit=dev` of npm 11 also leaves out
 * packages that both kinds need.) `builtIn` are the manifests of the workspaces that are in the package as built files.
 */
export function sbomOf({ listed, manifest, builtIn, tarball, committedAt }) {
  const dependsOn = new Map(listed.dependencies.map((each) => [each.ref, each.dependsOn ?? []]));
  const root = listed.metadata.component['bom-ref'];
  const named = (ref, names) => dependsOn.get(ref).filter((other) => names.includes(nameOf(other)));
  const used = [
    ...named(root, Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })),
    ...builtIn.flatMap(({ name, version, dependencies }) =>
      named(`${name}@${version}`, Object.keys(dependencies).filter(isCompiledIn)),
    ),
  ];
  const running = closureOf(used, dependsOn);
  const edgesOf = (ref) => (ref === root ? used : dependsOn.get(ref).filter((other) => running.has(other)));
  return {
    ...listed,
    serialNumber: `urn:uuid:${uuidOf(tarball.sha256)}`,
    metadata: {
      ...listed.metadata,
      timestamp: committedAt,
      component: {
        ...listed.metadata.component,
        name: manifest.name,
        type: 'application',
        hashes: [{ alg: 'SHA-256', content: tarball.sha256 }],
      },
    },
    components: listed.components.filter((each) => running.has(each['bom-ref'])).map(asRunning),
    dependencies: [root, ...[...running].toSorted()].map((ref) => ({
      ref,
      dependsOn: [...new Set(edgesOf(ref))].toSorted(),
    })),
  };
}

/** `scope` and a property of npm say which packages are for development only; these are not. */
function asRunning({ properties = [], ...component }) {
  const kept = properties.filter(({ name }) => name !== 'cdx:npm:package:development');
  return { ...component, scope: component.scope === 'optional' ? 'optional' : 'required', properties: kept };
}
