import { statfs } from 'node:fs/promises';

/** Bytes of the disk that holds a path. `free` is what users other than root can use. */
export async function diskOf(path: string): Promise<{ readonly free: number; readonly size: number }> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { free: bavail * bsize, size: blocks * bsize };
}
