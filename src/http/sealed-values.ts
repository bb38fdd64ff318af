import { isObject } from '../conventions/json.ts';
import type { Clock } from '../conventions/time.ts';

/** Encrypts and authenticates a text. */
export interface TextCipher {
  encrypt(text: string): string;
  decrypt(sealed: string): string | undefined;
}

/** A value that only this server can read and make, and that ends by itself: nothing is stored. */
export interface Sealed<Content extends object> {
  /** Milliseconds. */
  readonly life: number;
  seal(content: Content): string;
  /** Undefined if it was not made here for this purpose, or has ended. */
  open(text: string): Content | undefined;
}

/** Longer texts are not decrypted. */
const LONGEST = 4096;

/** `purpose` is sealed in, so that one value never passes for another. */
export function sealed<Content extends object>(
  purpose: string,
  life: number,
  { cipher, clock }: { readonly cipher: TextCipher; readonly clock: Clock },
): Sealed<Content> {
  return {
    life,
    seal: (content) => cipher.encrypt(JSON.stringify({ purpose, end: clock() + life, content })),
    open(text) {
      const plain = text.length > LONGEST ? undefined : cipher.decrypt(text);
      const opened: unknown = plain === undefined ? undefined : JSON.parse(plain);
      if (!isObject(opened) || opened.purpose !== purpose || !(Number(opened.end) > clock()))
        return undefined;
      return opened.content as unknown as Content;
    },
  };
}
