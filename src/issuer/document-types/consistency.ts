import type { DocumentType, Place, TypeNamespace, TypeProblem, ValueType } from './document-type.ts';
import { BYTES_FORMATS } from './formats.ts';
import { compiled, matchesIdentifier } from './identifier.ts';

interface Placed {
  readonly type: ValueType;
  readonly place: Place;
}

/** A type together with the types of its items and members, as a flat list. */
function nested(type: ValueType, place: Place): readonly Placed[] {
  const items = type.items ? nested(type.items, [...place, 'items']) : [];
  const members = Object.entries(type.members ?? {}).flatMap(([name, member]) =>
    nested(member, [...place, 'members', name]),
  );
  return [{ type, place }, ...items, ...members];
}

function isPattern(pattern: string): boolean {
  try {
    compiled(pattern);
    return true;
  } catch {
    return false;
  }
}

type Check = (type: ValueType) => { readonly member: string; readonly description: string } | undefined;

const pattern =
  (member: 'pattern' | 'identifierPattern'): Check =>
  (type) =>
    type[member] === undefined || isPattern(type[member])
      ? undefined
      : { member, description: 'is not a regular expression' };

const formatted = (format: NonNullable<ValueType['format']>) => (BYTES_FORMATS[format] ? 'bytes' : 'text');

/** Rules for every value, including nested ones. */
const VALUE_CHECKS: readonly Check[] = [
  pattern('pattern'),
  pattern('identifierPattern'),
  ({ type, items }) =>
    type === 'array' && !items ? { member: 'type', description: 'array needs items' } : undefined,
  ({ type, members }) =>
    type === 'map' && !members ? { member: 'type', description: 'map needs members' } : undefined,
  ({ type, format }) =>
    format && type !== formatted(format)
      ? { member: 'format', description: `is a format of ${formatted(format)}` }
      : undefined,
];

/** Types of derived values. */
const DERIVED_TYPES = { ageOver: 'boolean', ageInYears: 'uint', ageBirthYear: 'uint' } as const;

function derivationProblem(element: ValueType, { elements }: TypeNamespace): string | undefined {
  const { derive, identifier = '', identifierPattern, type } = element;
  if (!derive) return undefined;
  if (type !== DERIVED_TYPES[derive.rule]) return `${derive.rule} gives a ${DERIVED_TYPES[derive.rule]}`;
  if (!elements.some((one) => one.identifier === derive.from && one.type === 'full-date')) {
    return 'from names no full-date of the namespace';
  }
  if (derive.rule !== 'ageOver') return undefined;
  if (identifierPattern === undefined) {
    return /\d\d$/.test(identifier) ? undefined : 'ageOver needs an identifier that ends in two digits';
  }
  return identifier.endsWith('NN') && matchesIdentifier(element, identifier.replace('NN', '18'))
    ? undefined
    : 'ageOver needs an identifier that ends in NN, in place of the age';
}

function elementProblems(element: ValueType, place: Place, namespace: TypeNamespace): readonly TypeProblem[] {
  const at = (member: string, description: string): TypeProblem => ({
    place: [...place, member],
    description,
  });
  const values = nested(element, place).flatMap(({ type, place: inner }) =>
    VALUE_CHECKS.flatMap((check) => {
      const found = check(type);
      return found ? [{ place: [...inner, found.member], description: found.description }] : [];
    }),
  );
  if (values.length > 0) return values;
  if (element.identifier === undefined) return [{ place, description: 'needs an identifier' }];
  const first = namespace.elements.find(({ identifier }) => identifier === element.identifier);
  if (first !== element) return [at('identifier', 'is repeated in the namespace')];
  const derivation = derivationProblem(element, namespace);
  return derivation === undefined ? [] : [at('derive', derivation)];
}

function expiryProblems({ expiryElement, namespaces }: DocumentType): readonly TypeProblem[] {
  if (!expiryElement) return [];
  const [name, identifier] = expiryElement;
  const elements = namespaces.find((namespace) => namespace.name === name)?.elements ?? [];
  const isDate = elements.some((one) => one.identifier === identifier && /date/.test(one.type));
  return isDate ? [] : [{ place: ['expiryElement'], description: 'names no date of the type' }];
}

/** Rules that the JSON schema cannot express. */
export function consistencyProblems(type: DocumentType): readonly TypeProblem[] {
  const names = type.namespaces.map(({ name }) => name);
  return [
    ...expiryProblems(type),
    ...type.namespaces.flatMap((namespace, index) => [
      ...(names.indexOf(namespace.name) === index
        ? []
        : [{ place: ['namespaces', index, 'name'], description: 'stands twice' }]),
      ...namespace.elements.flatMap((element, at) =>
        elementProblems(element, ['namespaces', index, 'elements', at], namespace),
      ),
    ]),
  ];
}
