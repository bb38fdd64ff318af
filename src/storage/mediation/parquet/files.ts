import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
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
  await sync(unnamed);
  const [file, { size: bytes }] = [await nameOf(unnamed), await stat(unnamed)];
  await rename(unnamed, join(target, file));
  await sync(target);
  return { file, bytes };
}

/** Whether a listed file is there with its size and, if it is asked for, with its content. */
export async function isWhole(path: string, { file, bytes }: ListedFile, isRead: boolean): Promise<boolean> {
  try {
    return (await stat(path)).size === bytes && (!isRead || (await nameOf(path)) === file);
  } catch {
    return false;
  }
}

const entriesOf = async (path: string) => readdir(path).catch(() => []);

/** Deletes the files of a publisher that are not listed and are older than a time; returns how many. */
export async function deleteOthers(
  folder: string,
  publisherId: string,
  listed: ReadonlySet<string>,
  before: number,
): Promise<number> {
  let deleted = 0;
  const ofPublisher = publisherFolder(folder, publisherId);
  for (const day of await entriesOf(ofPublisher)) {
    for (const name of await entriesOf(join(ofPublisher, day))) {
      const path = join(ofPublisher, day, name);
      if (listed.has(path) || (await stat(path)).mtimeMs >= before) continue;
      await rm(path, { force: true });
      deleted += 1;
    }
  }
  return deleted;
}
