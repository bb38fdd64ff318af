import { readFileSync } from 'node:fs';

/** A block of commands and, if the guide shows it, its output. */
export interface Step {
  readonly line: number;
  readonly commands: string;
  readonly shown: string | undefined;
}

export interface Guide {
  readonly steps: readonly Step[];
  /** Blocks with a name: files that the commands use. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

const BLOCK = /^```(\w*)(?: (\S+))?\n([\s\S]*?)^```\n/gm;

/** Blocks marked `sh` are commands; a block `json` or `text` right behind them is their output. */
export function readGuide(path: URL): Guide {
  const text = readFileSync(path, 'utf8');
  const blocks = [...text.matchAll(BLOCK)].map(([whole, language = '', name, content = ''], index, all) => ({
    language,
    name,
    content,
    start: all[index]?.index ?? 0,
    end: (all[index]?.index ?? 0) + whole.length,
  }));
  const steps = blocks.flatMap(({ language, content, start, end }, index) => {
    if (language !== 'sh') return [];
    const next = blocks[index + 1];
    const follows = next && ['json', 'text'].includes(next.language) && next.start === end;
    const line = text.slice(0, start).split('\n').length;
    return [{ line, commands: content, shown: follows ? next.content : undefined }];
  });
  const files = blocks.flatMap(({ name, content }) => (name === undefined ? [] : [{ name, text: content }]));
  return { steps, files };
}

/** Replaces ids, tokens and times, which differ in every run. */
const CHANGING: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'],
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID'],
  [/("(?:nextPageToken|access_token|refresh_token|client_secret|client_id)": ?)"[^"]*"/g, '$1"…"'],
  [/\b(?:user|client)-[\w-]+/g, 'ID'],
  [/\b\d{10,}-\d{6}-[0-9a-f]{16}\b/g, 'ID'],
  [/\d{10,}/g, 'ID'],
];

export const comparable = (text: string) =>
  CHANGING.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), text.trim());
