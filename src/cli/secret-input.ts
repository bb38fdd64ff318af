import { closeSync, openSync, readSync } from 'node:fs';
import { UsageError } from './cli-errors.ts';
import { notice } from './output.ts';

/** In bytes: longer than any secret, shorter than a file that was piped in by mistake. */
const LONGEST_LINE = 8192;

const STANDARD_INPUT = 0;
const NEWLINE = 0x0a;
const PAUSE = new Int32Array(new SharedArrayBuffer(4));

/** Reads one byte at a time, so that the bytes after the line stay for the next reader. False at the end. */
function readByte(into: Uint8Array): boolean {
  for (;;) {
    try {
      return readSync(STANDARD_INPUT, into) === 1;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') return false;
      if (code !== 'EAGAIN') throw error;
      // The pipe is non-blocking and still empty.
      Atomics.wait(PAUSE, 0, 0, 10);
    }
  }
}

/** The next line of standard input, without its line break. `what` names the missing input in the error. */
export function readLine(what: string): string {
  const [byte, bytes] = [new Uint8Array(1), [] as number[]];
  while (readByte(byte) && byte[0] !== NEWLINE) {
    if (bytes.length === LONGEST_LINE) throw new UsageError(`the ${what} on the standard input is too long`);
    bytes.push(byte[0] as number);
  }
  const line = Buffer.from(bytes).toString('utf8').replace(/\r$/, '');
  if (line !== '') return line;
  throw new UsageError(`the standard input has no ${what}; write it there as one line`);
}

interface Secret {
  /** The option as it is written on the command line. */
  readonly option: string;
  /** Its name in messages. */
  readonly what: string;
  /** The safer way to pass it. */
  readonly instead: string;
  readonly json?: boolean | undefined;
}

/**
 * A secret from the command line, where other users of the machine can see it, or from standard input if the
 * value is `-`.
 */
export function secretOption(value: string, { option, what, instead, json }: Secret): string {
  if (value === '-') return readLine(what);
  const text = `${option} shows the ${what} to every user who can list processes on this machine; ${instead}`;
  notice(text, { json });
  return value;
}

interface AddressOption extends Pick<Secret, 'option' | 'json'> {
  /** The environment variable with the same meaning, if there is one. */
  readonly variable?: string;
}

/** The address of a database. Only one with a password is treated as a secret; `-` reads it from standard input. */
export function addressOption(address: string, { option, variable, json }: AddressOption): string {
  if (address !== '-' && !URL.parse(address)?.password) return address;
  const instead = `use ${variable === undefined ? '' : `${variable}, or `}${option} -`;
  return secretOption(address, { option, what: 'address with its password', instead, json });
}

async function typed(what: string, message: string): Promise<string> {
  const { password, isCancel } = await import('@clack/prompts');
  const answer = await password({ message, output: process.stderr });
  if (isCancel(answer) || answer === '') throw new UsageError(`no ${what} was given`);
  return answer;
}

interface PasswordOptions {
  readonly password?: string;
  readonly json?: boolean;
}

/** Reads a password from the option, from a pipe, or from the terminal without echo. */
export async function readPassword({ password, json }: PasswordOptions): Promise<string> {
  if (password === undefined)
    return process.stdin.isTTY ? typed('password', 'Password') : readLine('password');
  const instead = 'write it to the standard input instead';
  return secretOption(password, { option: '--password', what: 'password', instead, json });
}

/** Shortest new passphrase, in characters. */
const SHORTEST_PASSPHRASE = 12;

/** In bytes: longer than any passphrase, shorter than a file that was named by mistake. */
const LONGEST_PASSPHRASE = 4096;

const FILE = '--passphrase-file';

function startOf(path: string): string {
  const bytes = Buffer.alloc(LONGEST_PASSPHRASE + 1);
  try {
    const descriptor = openSync(path, 'r');
    const length = readSync(descriptor, bytes);
    closeSync(descriptor);
    return bytes.toString('utf8', 0, length);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new UsageError(`${FILE} (${path}) cannot be read: ${code}`);
  }
}

function passphraseIn(path: string): string {
  const text = startOf(path).replace(/\r?\n$/, '');
  if (text === '' || Buffer.byteLength(text) > LONGEST_PASSPHRASE || text.includes('\n'))
    throw new UsageError(`${FILE} (${path}) must hold the passphrase as one line and nothing else`);
  return text;
}

async function typedPassphrase(message: string): Promise<string> {
  if (process.stdin.isTTY) return typed('passphrase', message);
  throw new UsageError(`a passphrase is needed: name a file that holds it with ${FILE}`);
}

async function typedTwice(): Promise<string> {
  const first = await typedPassphrase('Passphrase for the keys');
  if ((await typedPassphrase('Repeat the passphrase')) === first) return first;
  throw new UsageError('the two passphrases differ');
}

/** The passphrase that decrypts the keys. */
export const knownPassphrase = async (file: string | undefined): Promise<string> =>
  file === undefined ? typedPassphrase('Passphrase of the keys') : passphraseIn(file);

/** A new passphrase to encrypt the keys with. */
export async function newPassphrase(file: string | undefined): Promise<string> {
  const passphrase = file === undefined ? await typedTwice() : passphraseIn(file);
  if ([...passphrase].length >= SHORTEST_PASSPHRASE) return passphrase;
  throw new UsageError(`the passphrase has fewer than ${SHORTEST_PASSPHRASE} characters; use several words`);
}
