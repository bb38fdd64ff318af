import leven from 'leven';
import { isObject as isJsonObject } from '../json.ts';
import { enumNamesOf, mapValueOf, type Schema } from '../json-schema.ts';
import { type Path, shownPath } from './document.ts';

/** Annotation that says in an error what a value must be. Editors show it, too. */
export interface Expected {
  readonly errorMessage?: string;
}

export const says = (errorMessage: string) => ({ errorMessage });

/** The keywords of JSON Schema that formats of files use. */
interface Shape extends Schema, Expected {
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Schemas that refer to themselves, by the name that `$ref` uses. */
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly $ref?: string;
}

type Definitions = NonNullable<Shape['$defs']>;

export interface ShapeProblem {
  readonly path: Path;
  /** `name`: the problem is the name of a member. */
  readonly at: 'name' | 'value';
  readonly message: string;
}

const at = (path: Path, what: string): ShapeProblem => ({
  path,
  at: 'value',
  message: path.length === 0 ? `the file ${what}` : `${shownPath(path)} ${what}`,
});

const KIND: Readonly<Record<string, string>> = {
  object: 'must have members',
  array: 'must be a list',
  string: 'must be text; put numbers in quotes',
  integer: 'must be a whole number',
};

const wrong = (path: Path, { errorMessage, type = '' }: Shape) =>
  at(path, errorMessage ?? KIND[type] ?? 'has a wrong value');

/** The name that was probably meant; undefined if none is similar. */
export function similarName(name: string, names: readonly string[]): string | undefined {
  const near = names.map((one) => ({
    one,
    distance: leven(one.toLowerCase(), name.toLowerCase().slice(0, 64)),
  }));
  const [nearest] = near.sort((a, b) => a.distance - b.distance);
  return nearest && nearest.distance <= 2 ? nearest.one : undefined;
}

function unknownMember(path: Path, name: string, names: readonly string[]): ShapeProblem {
  const similar = similarName(name, names);
  const hint = similar === undefined ? `; it can have ${names.join(', ')}` : `; do you mean ${similar}?`;
  return { path: [...path, name], at: 'name', message: `${shownPath([...path, name])} is not known${hint}` };
}

function inObject(
  shape: Shape,
  value: object,
  path: Path,
  definitions: Definitions,
): readonly ShapeProblem[] {
  const { properties = {}, required = [] } = shape;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name) => ({ ...at(path, `needs ${name}`), at: 'name' as const })),
    ...Object.entries(value).flatMap(([name, member]) =>
      Object.hasOwn(properties, name)
        ? shapeProblems(properties[name] as Shape, member, [...path, name], definitions)
        : [unknownMember(path, name, Object.keys(properties))],
    ),
  ];
}

function inMap(shape: Shape, value: object, path: Path, definitions: Definitions): readonly ShapeProblem[] {
  const [[pattern = ''] = []] = Object.entries(shape.patternProperties ?? {});
  const item = mapValueOf(shape) as Shape;
  return Object.entries(value).flatMap(([name, member]): readonly ShapeProblem[] => {
    const inner = [...path, name];
    if (new RegExp(pattern).test(name)) return shapeProblems(item, member, inner, definitions);
    const message = `${shownPath(inner)} has a name that is no key: letters, digits, dots, dashes and underscores`;
    return [{ path: inner, at: 'name', message }];
  });
}

function isText(shape: Shape, value: string): boolean {
  const { pattern, minLength = 0, maxLength = Infinity } = shape;
  const length = value.length > maxLength ? [...value].length : value.length;
  if (length < minLength || length > maxLength) return false;
  return pattern === undefined || new RegExp(pattern).test(value);
}

function isScalar(shape: Shape, value: unknown): boolean {
  const names = enumNamesOf(shape);
  if (names) return names.includes(value);
  if ('const' in shape) return value === shape.const;
  if (shape.type === undefined) return true;
  if (shape.type === 'boolean') return typeof value === 'boolean';
  if (shape.type === 'string') return typeof value === 'string' && isText(shape, value);
  const { minimum = -Infinity, maximum = Infinity } = shape;
  return Number.isSafeInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
}

function inList(
  shape: Shape,
  value: readonly unknown[],
  path: Path,
  definitions: Definitions,
): readonly ShapeProblem[] {
  const { items = {}, maxItems = Infinity, uniqueItems } = shape;
  const repeated = uniqueItems && new Set(value).size < value.length;
  if (value.length > maxItems || repeated) return [wrong(path, shape)];
  return value.flatMap((item, index) => shapeProblems(items as Shape, item, [...path, index], definitions));
}

/** The problems of a value that must fit one of several schemas. Only one of them can explain what an object lacks. */
function inUnion(shape: Shape, value: unknown, path: Path, definitions: Definitions) {
  const all = (shape.anyOf ?? []) as readonly Shape[];
  const fits = all.some((one) => shapeProblems(one, value, path, definitions).length === 0);
  if (fits) return [];
  const [only, ...more] = all.filter(({ type }) => type === 'object');
  return only && more.length === 0 && isJsonObject(value)
    ? shapeProblems(only, value, path, definitions)
    : [wrong(path, shape)];
}

/** Everything in a value that its schema does not allow. */
export function shapeProblems(
  given: Shape,
  value: unknown,
  path: Path = [],
  outer: Definitions = {},
): readonly ShapeProblem[] {
  const definitions = given.$defs ? { ...outer, ...given.$defs } : outer;
  const shape: Shape = given.$ref === undefined ? given : (definitions[given.$ref] as Shape);
  const isObject = isJsonObject(value);
  if (value === null) return [at(path, 'has no value')];
  if (shape.anyOf && !enumNamesOf(shape)) {
    return inUnion(shape, value, path, definitions);
  }
  if (shape.type === 'object') {
    if (!isObject) return [wrong(path, shape)];
    return shape.properties
      ? inObject(shape, value, path, definitions)
      : inMap(shape, value, path, definitions);
  }
  if (shape.type === 'array') {
    return Array.isArray(value) ? inList(shape, value, path, definitions) : [wrong(path, shape)];
  }
  return isScalar(shape, value) ? [] : [wrong(path, shape)];
}
