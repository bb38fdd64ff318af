import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Path } from '../../../conventions/yaml/document.ts';
import { shownPath } from '../../../conventions/yaml/document.ts';
import { type ShapeProblem, similarName } from '../../../conventions/yaml/shape.ts';
import type { Cells } from '../csv.ts';
import { existingPath, imagesIn } from '../files.ts';
import type { RecordProblem } from '../text-file.ts';
import { type Convert, converter } from './convert.ts';
import { valueProblem } from './parse.ts';
import type { DetailedSource, HolderMap, Source } from './schema.ts';

/** What a value is made of. */
interface Given {
  /** Trimmed; empty for a cell that means nothing. */
  readonly cells: Cells;
  /** Inside of `split`: the parts of one item. */
  readonly parts: Cells;
  note(problem: RecordProblem): void;
}

/** Makes a value; undefined if there is none. `path` is its place in the record. */
export type Make = (given: Given, path: string) => unknown;

const NOTHING: Make = () => undefined;

/** The kinds of sources, with their options. */
const KINDS = {
  column: ['date', 'codes', 'otherwise', 'when'],
  columns: ['join', 'date', 'codes', 'otherwise', 'when'],
  part: ['date', 'codes', 'otherwise', 'when'],
  value: ['when'],
  file: ['folder', 'ending', 'when'],
  members: ['when'],
  items: ['when'],
  split: ['by', 'within', 'item', 'when'],
} as const satisfies Partial<Record<keyof DetailedSource, readonly (keyof DetailedSource)[]>>;
type Kind = keyof typeof KINDS;
const KIND_NAMES = Object.keys(KINDS) as readonly Kind[];

/** What the document type says of a value in its element: the element itself, `[]`, `[].issue_date`. */
export type TypeAt = (inner: string) => { readonly type: string; readonly mandatory?: boolean } | undefined;

/** Where a source is in the map and in its element. */
interface At {
  readonly path: Path;
  readonly inner: string;
  readonly typeAt: TypeAt;
  /** The column that is split, inside of `split`. */
  readonly splitColumn?: string;
}

/** Compiles the sources of a map for the headings of one file, and collects the problems of the map. */
export class Compiler {
  readonly problems: ShapeProblem[] = [];
  readonly #used = new Set<number>();
  /** Columns of the source that is being compiled. */
  #columns = new Set<string>();
  readonly #headings: Cells;
  readonly #map: HolderMap;
  readonly #folder: string;

  constructor(map: HolderMap, headings: Cells, folder: string) {
    this.#map = map;
    this.#headings = headings;
    this.#folder = folder;
  }

  /** Headings of columns that the map does not use. */
  get unused(): Cells {
    return this.#headings.filter((_, index) => !this.#used.has(index));
  }

  #problem(path: Path, what: string): void {
    this.problems.push(valueProblem(path, `${shownPath(path)} ${what}`));
  }

  #column(name: string, path: Path): number {
    const index = this.#headings.indexOf(name);
    if (index < 0) {
      const similar = similarName(name, this.#headings);
      const hint = similar === undefined ? '' : `; do you mean ${similar}?`;
      this.#problem(path, `names column ${name}, which the file does not have${hint}`);
    } else if (this.#headings.indexOf(name, index + 1) >= 0)
      this.#problem(path, `names column ${name}, which the file has twice`);
    this.#used.add(index);
    this.#columns.add(name);
    return index;
  }

  /** Compiles the whole source of an element, and returns the columns that it uses too. */
  compileElement(source: Source, at: At): { readonly make: Make; readonly columns: Cells } {
    this.#columns = new Set();
    return { make: this.compile(source, at), columns: [...this.#columns] };
  }

  /** The kind of a source; undefined if it has none or several, or options of another kind. */
  #kindOf(source: DetailedSource, { path, splitColumn }: At): Kind | undefined {
    const [kind, ...more] = KIND_NAMES.filter((name) => source[name] !== undefined);
    if (!kind || more.length > 0) {
      this.#problem(path, `needs one of ${KIND_NAMES.join(', ')}`);
      return undefined;
    }
    const allowed: readonly string[] = [kind, ...KINDS[kind]];
    const [foreign] = Object.keys(source).filter((name) => !allowed.includes(name));
    if (foreign !== undefined) this.#problem([...path, foreign], `cannot be used with ${kind}`);
    if (kind === 'part' && splitColumn === undefined)
      this.#problem([...path, kind], 'can only be used inside of split');
    return foreign === undefined ? kind : undefined;
  }

  compile(source: Source, at: At): Make {
    if (typeof source === 'string') return this.#text({ column: source }, 'column', at);
    const kind = this.#kindOf(source, at);
    if (kind === undefined) return NOTHING;
    const make = this.#make(source, kind, at);
    return source.when === undefined ? make : this.#when(source.when, make, at);
  }

  #make(source: DetailedSource, kind: Kind, at: At): Make {
    if (kind === 'value') return () => source.value;
    if (kind === 'file') return this.#file(source, at);
    if (kind === 'members') return this.#members(source.members ?? {}, at);
    if (kind === 'items') return this.#items(source.items ?? [], at);
    if (kind === 'split') return this.#split(source, at);
    return this.#text(source, kind, at);
  }

  #when(when: NonNullable<DetailedSource['when']>, make: Make, { path }: At): Make {
    const { column, is } = typeof when === 'string' ? { column: when, is: undefined } : when;
    const index = this.#column(column, [...path, 'when']);
    const wanted = new Set(is);
    const holds = (cell: string) => (is ? wanted.has(cell) : cell !== '');
    return (given, place) => (holds(given.cells[index] ?? '') ? make(given, place) : undefined);
  }

  /** Columns or a part, converted to the type of the value. */
  #text(source: DetailedSource, kind: 'column' | 'columns' | 'part', at: At): Make {
    const { path } = at;
    const { column, columns = column === undefined ? [] : [column], part = 1, join = ' ' } = source;
    const convert = this.#converter(source, at);
    if (kind === 'part') {
      const where = `in part ${part} of column ${at.splitColumn}`;
      return ({ parts, note }, place) => converted(parts[part - 1] ?? '', convert, place, where, note);
    }
    if (columns.length === 0) this.#problem(path, 'needs a column');
    const indexes = columns.map((name) => this.#column(name, path));
    const where = `in column ${columns.join(', ')}`;
    return ({ cells, note }, place) => {
      const text = indexes
        .map((index) => cells[index] ?? '')
        .filter((cell) => cell !== '')
        .join(join);
      return converted(text, convert, place, where, note);
    };
  }

  #converter(source: DetailedSource, at: At): Convert {
    const type = this.#typeOf(at, []);
    const convert = converter(source, type, this.#map.dates);
    if (typeof convert === 'function') return convert;
    const { option, message } = convert;
    this.#problem(
      option !== undefined && source[option] !== undefined ? [...at.path, option] : at.path,
      message,
    );
    return (value) => ({ value });
  }

  /** The type of a value, which must be one of these if any are given. */
  #typeOf({ typeAt, inner, path }: At, types: readonly string[]): string {
    const type = typeAt(inner)?.type;
    if (type === undefined) this.#problem(path, 'is not part of this element');
    else if (types.length > 0 && !types.includes(type))
      this.#problem(path, `is ${type} in this document type, not ${types.join(' or ')}`);
    return type ?? 'text';
  }

  #file({ file = '', folder, ending = '' }: DetailedSource, at: At): Make {
    this.#typeOf(at, ['bytes']);
    const index = this.#column(file, at.path);
    const wanted = resolve(this.#folder, folder ?? this.#map.images ?? '.');
    const named = existingPath(wanted);
    if (named === undefined || !statSync(named).isDirectory()) {
      this.#problem(at.path, `has no folder ${wanted}`);
      return NOTHING;
    }
    const read = imagesIn(named);
    return ({ cells, note }, place) => {
      const name = cells[index] ?? '';
      if (name === '') return undefined;
      const image = read(`${name}${ending}`);
      if ('content' in image) return image.content;
      note({ path: place, problem: `${image.problem} (column ${file})`, kind: image.problem });
      return undefined;
    };
  }

  #members(members: Readonly<Record<string, Source>>, at: At): Make {
    this.#typeOf(at, ['map']);
    const makes = Object.entries(members).map(([name, source]) => {
      const inner = { ...at, path: [...at.path, 'members', name], inner: `${at.inner}.${name}` };
      return [name, this.compile(source, inner)] as const;
    });
    return (given, place) => {
      const made = makes.flatMap(([name, make]) => {
        const value = make(given, `${place}.${name}`);
        return value === undefined ? [] : [[name, value]];
      });
      return made.length === 0 ? undefined : Object.fromEntries(made);
    };
  }

  #items(items: readonly Source[], at: At): Make {
    this.#typeOf(at, ['array']);
    const makes = items.map((source, index) =>
      this.compile(source, { ...at, path: [...at.path, 'items', index], inner: `${at.inner}[]` }),
    );
    const none = emptyList(at);
    return (given, place) => listOf(makes, (make, index) => make(given, `${place}[${index}]`)) ?? none;
  }

  #split({ split = '', by = ',', within, item }: DetailedSource, at: At): Make {
    this.#typeOf(at, ['array']);
    const index = this.#column(split, at.path);
    const inner = { ...at, path: [...at.path, 'item'], inner: `${at.inner}[]`, splitColumn: split };
    const make = this.compile(item ?? { part: 1 }, inner);
    const none = emptyList(at);
    return (given, place) => {
      const texts = (given.cells[index] ?? '').split(by).map((text) => text.trim());
      const list = listOf(
        texts.filter((text) => text !== ''),
        (text, at) => {
          const parts = within === undefined ? [text] : text.split(within).map((part) => part.trim());
          return make({ ...given, parts: parts.filter((part) => part !== '') }, `${place}[${at}]`);
        },
      );
      return list ?? none;
    };
  }
}

function converted(
  text: string,
  convert: Convert,
  path: string,
  where: string,
  note: Given['note'],
): unknown {
  if (text === '') return undefined;
  const result = convert(text);
  if ('value' in result) return result.value;
  note({ path, problem: `${result.problem} ${where}` });
  return undefined;
}

/** A list that every record has is empty where there are no items: ISO/IEC 18013-5 7.2.4 has `[* DrivingPrivilege]`. */
const emptyList = ({ inner, typeAt }: At): readonly unknown[] | undefined =>
  inner === '' && typeAt(inner)?.mandatory ? [] : undefined;

/** The values that exist, with their index among them; undefined if there are none. */
function listOf<Item>(items: readonly Item[], make: (item: Item, index: number) => unknown): unknown {
  const values: unknown[] = [];
  for (const item of items) {
    const value = make(item, values.length);
    if (value !== undefined) values.push(value);
  }
  return values.length === 0 ? undefined : values;
}
