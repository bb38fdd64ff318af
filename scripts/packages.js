// Which packages of the lock file are installed on this machine, and which of their files are kept.

/** Whether npm installs this package of the lock file here. */
export function isInstalledHere(
  path,
  { link, os = [process.platform], cpu = [process.arch], libc = ['glibc'] },
) {
  const isHere = os.includes(process.platform) && cpu.includes(process.arch) && libc.includes('glibc');
  return path.includes('node_modules/') && !link && isHere;
}

/**
 * A third of node_modules, which a server never reads: headers and sources of addons, addons for other platforms, source maps,
 * TypeScript, which Node does not run there.
 */
const UNUSED = [
  /^node-[\w-]+[\\/]include$/,
  /^better-sqlite3[\\/]deps$/,
  new RegExp(`^better-sqlite3[\\\\/]prebuilds[\\\\/](?!${process.platform}(musl)?-${process.arch}\\.)`),
  /\.map$/,
  /\.[cm]?ts$/,
];

/** Whether a file or folder, named from node_modules, is removed after an installation of what Diptych runs with. */
export const isUnused = (name) => UNUSED.some((pattern) => pattern.test(name));
