import { type Static, Type } from 'typebox';
import { closed } from '../../conventions/json-schema.ts';

/** Further restriction of a value. */
const Format = Type.Enum(['latin1', 'alpha-2', 'alpha-2-or-3', 'subdivision', 'image', 'jpeg']);

/** The meaning of an element, independent of its name. Rules use it, so they apply to every document type. */
const Role = Type.Enum([
  'birthDate',
  'issueDate',
  'expiryDate',
  'pastDate',
  'portrait',
  'issuingCountry',
  'issuingSubdivision',
]);

/** How a value is derived from a date of birth in the same namespace. */
const Derivation = Type.Object(
  {
    rule: Type.Enum(['ageOver', 'ageInYears', 'ageBirthYear']),
    from: Type.String(),
    /**
     * ageOver: the ages NN that are added to every record. Other ages are corrected if the record has them.
     */
    ages: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 99 }), { uniqueItems: true })),
    /** The element is not added to a record, but corrected if the record has it. */
    onlyGiven: Type.Optional(Type.Boolean()),
  },
  closed,
);

/** How a JSON value is converted to CBOR. The names are those of ISO 18013-5 7.2.1, if it has one. */
const ValueType = Type.Cyclic(
  {
    Value: Type.Object(
      {
        /**
         * bytes: base64 in JSON. full-date: `YYYY-MM-DD`, tag 1004. date-time: RFC 3339 in UTC without fraction,
         * tag 0. date: either of the two.
         */
        type: Type.Enum([
          'text',
          'uint',
          'boolean',
          'bytes',
          'full-date',
          'date-time',
          'date',
          'array',
          'map',
        ]),
        /** In characters for text, in bytes for byte strings. */
        maxLength: Type.Optional(Type.Integer({ minimum: 1 })),
        /** Whether a byte string may be present but empty. */
        mayBeEmpty: Type.Optional(Type.Boolean()),
        pattern: Type.Optional(Type.String()),
        format: Type.Optional(Format),
        values: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Integer()]))),
        minimum: Type.Optional(Type.Integer({ minimum: 0 })),
        maximum: Type.Optional(Type.Integer({ minimum: 0 })),
        items: Type.Optional(Type.Ref('Value')),
        minItems: Type.Optional(Type.Integer({ minimum: 1 })),
        members: Type.Optional(Type.Record(Type.String(), Type.Ref('Value'))),
        minMembers: Type.Optional(Type.Integer({ minimum: 1 })),
        mandatory: Type.Optional(Type.Boolean()),
        identifier: Type.Optional(Type.String({ minLength: 1 })),
        /** Pattern of the identifiers in a family of elements such as age_over_NN. */
        identifierPattern: Type.Optional(Type.String()),
        role: Type.Optional(Role),
        derive: Type.Optional(Derivation),
        /** The standard that defines the element, if not that of its namespace. */
        clause: Type.Optional(Type.String()),
      },
      closed,
    ),
  },
  'Value',
);
export type ValueType = Static<typeof ValueType>;

const Namespace = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    /** The standard that defines its elements. Findings quote it. */
    clause: Type.String(),
    /** Its mandatory elements are required only if the namespace is present. */
    optional: Type.Optional(Type.Boolean()),
    elements: Type.Array(ValueType, { minItems: 1 }),
  },
  closed,
);
export type TypeNamespace = Static<typeof Namespace>;

/** A document type as data: its elements and their types. */
export const DocumentType = Type.Object(
  {
    docType: Type.String({ minLength: 1 }),
    title: Type.String(),
    source: Type.String(),
    /** The element with the document's expiry date, which limits the validity of MSOs. */
    expiryElement: Type.Optional(Type.Tuple([Type.String(), Type.String()])),
    /** The birthday, in other years, of someone born on 29 February; default 1 March. */
    leapDayBirthday: Type.Optional(Type.Enum(['02-28', '03-01'])),
    namespaces: Type.Array(Namespace, { minItems: 1 }),
  },
  closed,
);
export type DocumentType = Static<typeof DocumentType>;

/** A path in a file, from the outermost member to the innermost. */
export type Place = readonly (string | number)[];

export interface TypeProblem {
  readonly place: Place;
  readonly description: string;
}
