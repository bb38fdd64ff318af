import { Buffer } from 'node:buffer';
import { printJson } from './json.ts';

/** Longest JSON that is kept, in bytes. */
const LONGEST = 65_536;

/** Messages that never change, each with its JSON in UTF-8: indented, plain. */
const kept = new WeakMap<object, Map<boolean, Buffer>>();

/** Lets the JSON of a message be kept as long as the message lives, which must never change. */
export function keepJson<Message extends object>(message: Message): Message {
  kept.set(message, new Map());
  return message;
}

/** As `printJson`; bytes where they are kept, which need no encoding when they are sent. */
export function messageJson(message: object, pretty: boolean): string | Buffer {
  const forms = kept.get(message);
  const known = forms?.get(pretty);
  if (known) return known;
  const text = printJson(message, pretty);
  if (!forms || text.length > LONGEST) return text;
  const bytes = Buffer.from(text);
  forms.set(pretty, bytes);
  return bytes;
}
