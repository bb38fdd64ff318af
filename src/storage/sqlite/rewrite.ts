import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { BUSY_TIMEOUT } from './connection.ts';

/** In a thread, because it takes seconds for each gigabyte, and better-sqlite3 is synchronous. */
const PROGRAM = `
const { workerData: { driver, path, timeout }, parentPort } = require('node:worker_threads');
const database = new (require(driver))(path, { timeout });
database.pragma('secure_delete = ON');
try {
  database.exec('vacuum');
} catch ({ code, message }) {
  parentPort.postMessage({ code, message });
} finally {
  database.close();
}`;

/**
 * Writes all pages of the file anew. `secure_delete` overwrites deleted rows and free pages, but now and then SQLite leaves a
 * copy of a row in the unused part of a page when it divides pages; a file of an earlier version may have more of them.
 * @throws the error of SQLite, for example of a full disk
 */
export async function rewrite(path: string): Promise<void> {
  const driver = createRequire(import.meta.url).resolve('better-sqlite3');
  const worker = new Worker(PROGRAM, { eval: true, workerData: { driver, path, timeout: BUSY_TIMEOUT } });
  const failure = await new Promise<object | undefined>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => resolve(undefined));
  });
  if (failure) throw Object.assign(new Error(), failure);
}
