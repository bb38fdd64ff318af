import { type Static, Type } from 'typebox';

/** What a value must be beyond its type. */
const Format = Type.Enum(['latin1', 'alpha-2', 'alpha-2-or-3', 'subdivision', 'image']);

/** The meaning of an element, independent of its name. Rules refer to it, so they apply to every document type. */
const Role = Type.Enum([
  'birthDate',
  'issueDate',
  'expiryDate',
  'pastDate',
  'portrait',
  'issuingCountry',
  'issuingSubdivision',
]);

/** How a value follows from a date of birth in the same namespace. */
const Derivation = Type.Object(
  {
    rule: Type.Enum(['ageOver', 'ageInYears', 'ageBirthYear']),
    from: Type.String(),
    /** ageOver: the NN that every record gets; others are kept true where they are given. */
    ages: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 99 }), { uniqueItems: true })),
    /** Not added to a record; corrected if the record has it. */
    onlyGiven: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** How a value in JSON becomes a CBOR value; the names of ISO 18013-5 7.2.1 where it has one. */
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
        /** Characters of a text, not bytes; bytes of bytes. */
        maxLength: Type.Optional(Type.Integer({ minimum: 1 })),
        /** For bytes: given, but without content. */
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
        /** For families of elements such as age_over_NN. */
        identifierPattern: Type.Optional(Type.String()),
        role: Type.Optional(Role),
        derive: Type.Optional(Derivation),
        /** Where the element is defined, when not where its namespace is. */
        clause: Type.Optional(Type.String()),
      },
      { additionalProperties: false },
    ),
  },
  'Value',
);
export type ValueType = Static<typeof ValueType>;

const Namespace = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    /** Where its elements are defined; findings name it. */
    clause: Type.String(),
    /** Its mandatory elements are asked for only when the namespace is present. */
    optional: Type.Optional(Type.Boolean()),
    elements: Type.Array(ValueType, { minItems: 1 }),
  },
  { additionalProperties: false },
);
export type TypeNamespace = Static<typeof Namespace>;

/** A document type as data: which elements there are, and of which type. */
export const DocumentType = Type.Object(
  {
    docType: Type.String({ minLength: 1 }),
    title: Type.String(),
    source: Type.String(),
    /** The element with the document's expiry date: MSOs expire no later. */
    expiryElement: Type.Optional(Type.Tuple([Type.String(), Type.String()])),
    /** When someone born on 29 February turns older in other years; 1 March when left out. */
    leapDayBirthday: Type.Optional(Type.Enum(['02-28', '03-01'])),
    namespaces: Type.Array(Namespace, { minItems: 1 }),
  },
  { additionalProperties: false },
);
export type DocumentType = Static<typeof DocumentType>;

/** A path in a file, from the outermost member to the innermost. */
export type Place = readonly (string | number)[];

export interface TypeProblem {
  readonly place: Place;
  readonly description: string;
}
