import { createHash } from 'node:crypto';
import { parseSnapshot } from '../../../resolve/index.ts';
import { reach, Unreachable } from '../../reach.ts';
import { type PublishedFile, readIndex, removeFile, writeChanged, writeIndex } from './write.ts';

/** The snapshot of an app under one of its keys. */
export interface Target {
  readonly appId: string;
  readonly key: string;
}

export interface Published {
  readonly apps: number;
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

const folderOf = ({ key }: Target) => `serve/v1/${key}`;
const pathOf = (target: Target) => `${folderOf(target)}/apps/${target.appId}.json`;

interface Fetched {
  readonly content: Uint8Array;
  readonly sha256: string;
  readonly cacheControl: string;
}

/** @throws Unreachable if the answer is not a snapshot with its hash */
async function fetchSnapshot(baseUrl: string, target: Target): Promise<Fetched> {
  const answer = await reach(`${baseUrl}/${pathOf(target)}`);
  const content = await answer.bytes();
  if (!answer.ok) throw new Unreachable(`${baseUrl} answers ${answer.status} for ${target.appId}`);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const isWhole = answer.headers.get('etag')?.includes(`sha256-${sha256}`) ?? false;
  if (!isWhole || parseSnapshot(Buffer.from(content).toString()).status !== 'OK')
    throw new Unreachable(`${baseUrl} answers for ${target.appId} what is no snapshot; nothing was written`);
  return { content, sha256, cacheControl: answer.headers.get('cache-control') ?? 'public, max-age=60' };
}

/** Apps whose snapshots are fetched at the same time. */
const AT_ONCE = 8;

/**
 * Writes the snapshots to a folder, with the paths and bytes of the server: the copy by hash first, then the current
 * one. `isGone` tells which files of earlier runs are of keys that are revoked by now.
 */
export async function publish(
  baseUrl: string,
  folder: string,
  targets: readonly Target[],
  isGone: (path: string) => boolean,
): Promise<Published> {
  const files = new Map(readIndex(folder).map((file) => [file.path, file]));
  const changed: string[] = [];
  const one = async (target: Target): Promise<void> => {
    const { content, sha256, cacheControl } = await fetchSnapshot(baseUrl, target);
    const copy = `${folderOf(target)}/snapshots/${sha256}.json`;
    const kept = (path: string, cache: string): PublishedFile => ({
      path,
      sha256,
      bytes: content.length,
      cacheControl: cache,
    });
    for (const file of [
      kept(copy, 'public, max-age=31536000, immutable'),
      kept(pathOf(target), cacheControl),
    ]) {
      if (writeChanged(folder, file.path, content)) changed.push(file.path);
      files.set(file.path, file);
    }
  };
  for (let first = 0; first < targets.length; first += AT_ONCE)
    await Promise.all(targets.slice(first, first + AT_ONCE).map(one));
  const removed = [...files.keys()].filter(isGone);
  for (const path of removed) {
    removeFile(folder, path);
    files.delete(path);
  }
  writeIndex(folder, files.values());
  return { apps: new Set(targets.map(({ appId }) => appId)).size, changed: changed.toSorted(), removed };
}
