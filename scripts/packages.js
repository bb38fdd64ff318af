// Which packages of the lock file are installed on this machine, and which files of packages are kept or packed.

/** Alpine and others have musl; `os` and `cpu` of a package do not tell them apart. */
// Names of open connections would be looked up for the report.
if (process.report) process.report.excludeNetwork = true;
const LIBC =
  process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime ? 'musl' : 'glibc';

/** Whether npm installs this package of the lock file here. */
export function isInstalledHere(
  path,
  { link, os = [process.platform], cpu = [process.arch], libc = [LIBC] },
) {
  const isHere = os.includes(process.platform) && cpu.includes(process.arch) && libc.includes(LIBC);
  return path.includes('node_modules/') && !link && isHere;
}

/** The addons of better-sqlite3 are named by platform and processor. */
const ADDON = `${process.platform}${LIBC === 'musl' ? 'musl' : ''}-${process.arch}`;

/** The folder of a package, named from node_modules, or of one inside of another. */
const PACKAGE = String.raw`^(?:.*[\\/]node_modules[\\/])?(?:@[^\\/]+[\\/])?[^@\\/][^\\/]*`;

/** What a server and the build of its consoles never read of node_modules. Node does not run TypeScript there. */
const UNUSED = [
  /^node-[\w-]+[\\/]include$/,
  /^node-addon-api$/,
  /^better-sqlite3[\\/](deps|src)$/,
  new RegExp(`^better-sqlite3[\\\\/]prebuilds[\\\\/](?!${ADDON}\\.)`),
  new RegExp(String.raw`${PACKAGE}[\\/](\.github|benchmarks?|docs|examples|tests?)$`),
  // Vite could load its configuration with jiti; ours needs none.
  /^jiti$/,
  /^react-dom[\\/]cjs[\\/]react-dom-(server|profiling)/,
  /^@opentelemetry[\\/][\w-]+[\\/]build[\\/]es(m|next)$/,
  /^@opentelemetry[\\/]semantic-conventions[\\/]dist[\\/](experimental|index-incubating)/,
  /\.(map|flow|[cm]?tsx?)$/,
  /^(?!.*licen[cs]e).*\.md$/i,
];

/** Whether a file or folder, named from node_modules, is removed after an installation of what Diptych runs with. */
export const isUnused = (name) => UNUSED.some((pattern) => pattern.test(name));

/**
 * What the tarball holds of bundled packages, instead of what they name themselves: the addons of SQLite without its sources,
 * declarations without code that is in the bundle, and nothing of what only compiles addons.
 */
export const PACKED_FILES = {
  'better-sqlite3': ['lib', 'prebuilds'],
  'node-addon-api': [],
  typebox: [
    'build/index.d.mts',
    'build/typebox.d.mts',
    'build/guard/guard.d.mts',
    'build/type/**/*.d.mts',
    'build/schema/static/*.d.mts',
    'build/schema/types/*.d.mts',
    'build/schema/pointer/*.d.mts',
    'build/system/memory/*.d.mts',
    'build/system/unreachable/*.d.mts',
  ],
};
