import { type Static, Type } from 'typebox';

const scalar = <Name extends string>(name: Name) => Type.Literal(name);

/** How a value in JSON becomes a CBOR value; the names of ISO 18013-5 7.2.1 where it has one. */
const ValueType = Type.Cyclic(
  {
    Value: Type.Object(
      {
        type: Type.Union([
          scalar('text'),
          scalar('uint'),
          scalar('boolean'),
          /** Base64 in JSON. */
          scalar('bytes'),
          /** `YYYY-MM-DD`, tag 1004 */
          scalar('full-date'),
          /** RFC 3339 in UTC without fraction, tag 0 */
          scalar('date-time'),
          /** Either of the two. */
          scalar('date'),
          scalar('array'),
          scalar('map'),
        ]),
        /** Characters, not bytes. */
        maxLength: Type.Optional(Type.Integer({ minimum: 1 })),
        pattern: Type.Optional(Type.String()),
        values: Type.Optional(Type.Array(Type.Union([Type.String(), Type.Integer()]))),
        items: Type.Optional(Type.Ref('Value')),
        members: Type.Optional(Type.Record(Type.String(), Type.Ref('Value'))),
        mandatory: Type.Optional(Type.Boolean()),
        identifier: Type.Optional(Type.String()),
        /** For families of elements such as age_over_NN. */
        identifierPattern: Type.Optional(Type.String()),
      },
      { additionalProperties: false },
    ),
  },
  'Value',
);
export type ValueType = Static<typeof ValueType>;

const Namespace = Type.Object(
  {
    name: Type.String(),
    /** Its mandatory elements are asked for only when the namespace is present. */
    optional: Type.Optional(Type.Boolean()),
    elements: Type.Array(ValueType),
  },
  { additionalProperties: false },
);

/** A document type as data: which elements there are, and of which type. */
export const DocumentType = Type.Object(
  {
    docType: Type.String(),
    title: Type.String(),
    source: Type.String(),
    /** Where the expiry of the document stands: MSOs end no later. */
    expiryElement: Type.Optional(Type.Tuple([Type.String(), Type.String()])),
    namespaces: Type.Array(Namespace),
  },
  { additionalProperties: false },
);
export type DocumentType = Static<typeof DocumentType>;
