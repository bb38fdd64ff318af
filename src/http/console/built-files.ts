import { hash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { ConsoleName } from '../../accounts/ports/console.ts';

/** The output of the build of `console/`, which is part of the package. */
const BUILT = new URL('../../../console/dist/', import.meta.url);

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
};

export interface BuiltFile {
  readonly type: string;
  readonly bytes: Buffer;
  readonly gzipped: Buffer;
  readonly etag: string;
}

/** Files of a console by their paths below it, such as `assets/index-1a2b.js`. */
type BuiltFiles = ReadonlyMap<string, BuiltFile>;

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The page with an attribute of its root element, which the script of the page reads: how the program is called, or the session. */
export const pageWith = (page: Buffer, name: 'command' | 'session', text: string): Buffer =>
  Buffer.from(page.toString('utf8').replace('<html ', () => `<html data-${name}="${attribute(text)}" `));

const fileOf = (type: string, bytes: Buffer): BuiltFile => ({
  type,
  bytes,
  gzipped: gzipSync(bytes),
  etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`,
});

/** The page with the command in it. */
export const pageWithCommand = ({ type, bytes }: BuiltFile, command: string): BuiltFile =>
  fileOf(type, pageWith(bytes, 'command', command));

const read = (file: URL): BuiltFile =>
  fileOf(TYPES[extname(file.pathname)] ?? 'application/octet-stream', readFileSync(file));

function readAll(folder: URL): BuiltFiles {
  if (!existsSync(new URL('index.html', folder))) return new Map();
  const paths = globSync('**/*', { cwd: folder }).filter((path) => extname(path) !== '');
  return new Map(paths.map((path) => [path.replaceAll('\\', '/'), read(new URL(path, folder))]));
}

/** The files of a console, read once; empty if they have not been built. */
export function builtFiles(console: ConsoleName, built: URL = BUILT): () => BuiltFiles {
  let files: BuiltFiles = new Map();
  return () => {
    if (files.size === 0) files = readAll(new URL(`${console}/`, built));
    return files;
  };
}
