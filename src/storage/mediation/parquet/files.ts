import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, open, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayText } from '../../../mediation/statistics/days.ts';
import type { ListedFile } from './listed-days.ts';

const SUFFIX = '.parquet';

const publisherFolder = (folder: string, publisherId: string) => join(folder, `publisher=${publisherId}`);

export const dayFolder = (folder: string, publisherId: string, day: number) =>
  join(publisherFolder(folder, publisherId), `day=${dayText(day)}`);

export const pathOf = (
  folder: string,
  publisherId: string,
  { day, file }: Pick<ListedFile, 'day' | 'file'>,
) => join(dayFolder(folder, publisherId, day), file);

/** A file is named by its content, so that it can be checked. */
async function nameOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return `${hash.digest('hex').slice(0, 32)}${SUFFIX}`;
}

async function sync(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}

/** Gives a finished file its name, which lasts when the promise resolves. */
export async function publish(unnamed: string, target: string): Promise<Pick<ListedFile, 'file' | 'bytes'>> {
  // DuckDB makes it by the umask.
  await chmod(unnamed, 0o600);
  await sync(unnamed);
  const [file, { size: bytes }] = [await nameOf(unnamed), await stat(unnamed)];
  await rename(unnamed, join(target, file));
  await sync(target);
  return { file, bytes };
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/**
 * Whether a listed file is there with its size and, if it is asked for, with its content. Throws other errors of the file
 * system, after which the file may be whole.
 */
export async function isWhole(path: string, { file, bytes }: ListedFile, isRead: boolean): Promise<boolean> {
  try {
    return (await stat(path)).size === bytes && (!isRead || (await nameOf(path)) === file);
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

const entriesOf = async (path: string) => readdir(path).catch(() => []);

/** All files of a publisher. */
export async function* filesOf(folder: string, publisherId: string): AsyncGenerator<string> {
  const ofPublisher = publisherFolder(folder, publisherId);
  for (const day of await entriesOf(ofPublisher))
    for (const name of await entriesOf(join(ofPublisher, day))) yield join(ofPublisher, day, name);
}
