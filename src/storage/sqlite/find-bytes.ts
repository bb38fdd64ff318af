import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Prints whether a file has any of the texts of bytes that it reads as hex, one a line. In another process: closing a descriptor
 * of a database drops the locks that this process has on it (https://www.sqlite.org/howtocorrupt.html, 2.2).
 */
const PROGRAM = `
const { openSync, readFileSync, readSync } = require('node:fs');
const wanted = readFileSync(0, 'latin1').split('\\n').map((line) => Buffer.from(line, 'hex'));
const longest = Math.max(...wanted.map((bytes) => bytes.length));
const file = openSync(process.argv[1], 'r');
const chunk = Buffer.alloc(8 * 1024 * 1024);
let isFound = false;
for (let at = 0, read = longest; read >= longest && !isFound; at += read - longest + 1) {
  read = readSync(file, chunk, 0, chunk.length, at);
  isFound = wanted.some((bytes) => chunk.subarray(0, read).includes(bytes));
}
process.stdout.write(String(isFound));`;

const run = promisify(execFile);

/** Whether a file has any of these bytes, also in parts that no table uses. Takes a second or two for each gigabyte. */
export async function hasBytes(path: string, wanted: readonly Uint8Array[]): Promise<boolean> {
  const running = run(process.execPath, ['-e', PROGRAM, path]);
  running.child.stdin?.end(wanted.map((bytes) => Buffer.from(bytes).toString('hex')).join('\n'));
  return (await running).stdout === 'true';
}
