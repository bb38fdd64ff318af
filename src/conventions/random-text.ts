import { customRandom } from 'nanoid';

/** Fills the buffer with cryptographically strong random bytes and returns it. */
export type RandomFill = (target: Uint8Array) => Uint8Array;

export const DIGITS = '0123456789';
export const ALPHANUMERIC = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz${DIGITS}`;
/** 64 characters that need no encoding in URLs. */
export const URL_SAFE = `${ALPHANUMERIC}-_`;

const WORD = 2 ** 32;

/** A number from 0 to 1, without 1. */
export function randomShare(random: RandomFill): number {
  return Buffer.from(random(new Uint8Array(4))).readUInt32BE() / WORD;
}

/** `length` characters of the alphabet, all equally likely. `random` fills a buffer and returns it. */
export function randomText(random: RandomFill, alphabet: string, length: number): string {
  return customRandom(alphabet, length, (size) => random(new Uint8Array(size)))();
}
