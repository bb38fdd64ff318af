import { Document, isCollection, isMap, isNode, isPair, isScalar, parseDocument, type YAMLMap } from 'yaml';
import type { ConfigurationFile } from './schema.ts';

/** Longest line; longer lists and maps in braces are broken. */
const WIDTH = 110;

const PRINTED = { lineWidth: WIDTH, indent: 2, flowCollectionPadding: false } as const;

/** The order of members; others keep theirs behind them. */
const ORDER = {
  file: ['version', 'publisher', 'adUnits', 'mappings', 'groups', 'lint'],
  mapping: ['adUnit', 'adapter', 'name', 'values'],
  group: [
    'name',
    'platform',
    'format',
    'adUnits',
    'state',
    'regions',
    'excludedRegions',
    'idfa',
    'priority',
    'lines',
  ],
  line: ['source', 'name', 'cpm', 'state', 'mappings'],
} as const;

const keyOf = (pair: unknown) => (isPair(pair) && isScalar(pair.key) ? String(pair.key.value) : '');

function sort(map: YAMLMap, order: readonly string[]): void {
  const rank = (pair: unknown) => {
    const place = order.indexOf(keyOf(pair));
    return place < 0 ? order.length : place;
  };
  const [first] = map.items;
  // The comment at the top of a map belongs to the file, not to what stands first by chance.
  const comment = first && isNode(first.key) ? first.key.commentBefore : undefined;
  if (first && isNode(first.key) && comment) first.key.commentBefore = null;
  map.items.sort((a, b) => rank(a) - rank(b));
  const next = map.items[0]?.key;
  if (comment && isNode(next)) next.commentBefore = [comment, next.commentBefore].filter(Boolean).join('\n');
}

const each = (node: unknown, work: (map: YAMLMap) => void) => {
  if (!isMap(node)) return;
  for (const { value } of node.items) if (isMap(value)) work(value);
};

function arrange(document: Document): void {
  const root = document.contents;
  if (!isMap(root)) return;
  sort(root, ORDER.file);
  each(root.get('mappings'), (mapping) => sort(mapping, ORDER.mapping));
  each(root.get('groups'), (group) => {
    sort(group, ORDER.group);
    each(group.get('lines'), (line) => sort(line, ORDER.line));
  });
}

/** The file in its usual form: order of members, indentation. Comments stay with what follows them. */
export function formatted(text: string): string {
  const document = parseDocument(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'));
  arrange(document as unknown as Document);
  return document.toString(PRINTED);
}

const inBraces = (node: unknown) => {
  if (isCollection(node)) node.flow = true;
};

/** A new file. Mappings, lines and lists are written in braces, one each on a line if they fit. */
export function printConfiguration(file: ConfigurationFile): string {
  const document = new Document(file);
  const root = document.contents;
  if (!isMap(root)) return document.toString(PRINTED);
  each(root, (map) => map.items.length === 0 && inBraces(map));
  each(root.get('mappings'), inBraces);
  each(root.get('groups'), (group) => {
    for (const { key, value } of group.items) {
      if (isScalar(key) && key.value !== 'lines') inBraces(value);
      else each(value, inBraces);
      if (isMap(value) && value.items.length === 0) inBraces(value);
    }
  });
  return document.toString(PRINTED);
}
