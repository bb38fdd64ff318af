import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { elementOf } from './column-names.ts';
import type { Sample } from './sample.ts';

/** The images of the persons: the column that names the files, and where they are. */
export interface FoundImages {
  readonly column: string;
  /** What the names in the column lack. */
  readonly ending: string;
  /** From the folder of the map. */
  readonly folder: string;
  /** Whether each name that was tried has a file. */
  readonly isComplete: boolean;
}

const ENDINGS = ['', '.jpg', '.jpeg', '.JPG', '.jp2', '.j2k'];
const MOST_FOLDERS = 50;
const TRIED = 20;

/** Names of files, without a path: the author of the file must not find out what else is on this machine. */
const NAME = /^[\p{L}\p{N}_-][\p{L}\p{M}\p{N}_ .-]{0,99}$/u;

function foldersBeside(file: string): readonly string[] {
  const folder = dirname(file);
  const below = readdirSync(folder, { withFileTypes: true }).filter((one) => one.isDirectory());
  return [folder, ...below.slice(0, MOST_FOLDERS).map(({ name }) => join(folder, name))];
}

const namesIn = (folder: string): ReadonlySet<string> =>
  new Set(readdirSync(folder).map((name) => name.normalize('NFC')));

/** Looks for files with the names of a column beside the CSV file and in the folders there. */
export function imagesOf(
  file: string,
  { headings, rows }: Sample,
  mapFolder: string,
): FoundImages | undefined {
  const folders = foldersBeside(file).map((folder) => ({ folder, files: namesIn(folder) }));
  let best: FoundImages | undefined;
  let most = 0;
  const isPortrait = (heading: string) => elementOf(heading) === 'portrait';
  for (const column of headings.toSorted((a, b) => Number(isPortrait(b)) - Number(isPortrait(a)))) {
    const index = headings.indexOf(column);
    const cells = rows.map((row) => row[index] ?? '').filter((cell) => NAME.test(cell));
    const names = [...new Set(cells)].slice(0, TRIED);
    for (const { folder, files } of folders)
      for (const ending of ENDINGS) {
        const isImage = (name: string) => /\.(jpe?g|jp2|j2k)$/i.test(name) && files.has(name);
        const count = names.filter((name) => isImage(`${name}${ending}`)).length;
        if (count <= most) continue;
        most = count;
        const path = relative(mapFolder, folder);
        best = { column, ending, folder: path === '' ? '.' : path, isComplete: count === names.length };
      }
  }
  return best;
}
