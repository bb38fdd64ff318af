import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { replaceFile } from '../../files/whole-file.ts';
import { contentOf } from './text-file.ts';

/** The progress of an import, in a file beside the imported one. It is only valid for the same content. */
export interface Bookmark {
  /** Number of records that are already imported. */
  readonly done: number;
  /** Returns the error code if the folder cannot be written to, as in a container. The import does not need the file. */
  keep(done: number): string | undefined;
  remove(): void;
}

function known(path: string, content: string): number {
  if (!existsSync(path)) return 0;
  try {
    const { sha256: of, done } = JSON.parse(readFileSync(path, 'utf8')) as { sha256: string; done: number };
    return of === content && Number.isSafeInteger(done) && done > 0 ? done : 0;
  } catch {
    return 0;
  }
}

/** `map`: the text of the map, because another map makes other records of the same file. */
export async function bookmarkOf(file: string, encoding?: string, map = ''): Promise<Bookmark> {
  const path = `${file}.import-progress`;
  const digest = await contentOf(file, encoding);
  const content = map === '' ? digest : createHash('sha256').update(digest).update(map).digest('hex');
  return {
    done: known(path, content),
    keep(done) {
      try {
        replaceFile(path, `${JSON.stringify({ sha256: content, done })}\n`);
        return undefined;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code ?? 'unknown';
      }
    },
    remove: () => rmSync(path, { force: true }),
  };
}
