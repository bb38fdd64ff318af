import { type Static, type TSchema, Type } from 'typebox';
import { closed } from '../../../conventions/json-schema.ts';
import { says } from '../../../conventions/yaml/shape.ts';

const MOST_LIST = 200;

const text = (description: string, maxLength = 300) =>
  Type.String({
    description,
    minLength: 1,
    maxLength,
    ...says(`must be text of at most ${maxLength} characters; put numbers in quotes`),
  });

const list = <Item extends TSchema>(item: Item, description: string) =>
  Type.Array(item, { description, maxItems: MOST_LIST, ...says(`must be a list of at most ${MOST_LIST}`) });

const Column = (description: string) => text(description);

const Scalar = Type.Union([Type.String(), Type.Integer(), Type.Boolean()], {
  ...says('must be text, a whole number, true or false'),
});

const DateFormat = Type.Union(
  [
    Type.String(),
    Type.Object(
      {
        format: text('Such as DD/MM/YY.', 40),
        pivot: Type.Optional(
          Type.Integer({
            description: 'Years of two digits up to it are 20YY, later ones 19YY.',
            minimum: 0,
            maximum: 99,
            ...says('must be a whole number from 0 to 99'),
          }),
        ),
        timeZone: Type.Optional(
          text('Such as Europe/Berlin: instants (with Z) are days that begin there at this time.', 64),
        ),
      },
      closed,
    ),
  ],
  {
    description: 'Such as DD/MM/YYYY: YYYY, YY, MM, M, MON, DD, D, hh, h, mm, ss, AM, Z and separators.',
    ...says('must be a format such as DD/MM/YYYY'),
  },
);

const When = Type.Union(
  [
    Type.String({ minLength: 1, maxLength: 300 }),
    Type.Object({ column: Column('Column.'), is: list(text('One of its values.'), 'Its values.') }, closed),
  ],
  {
    description: 'Only if this column is not empty, or is one of these values.',
    ...says('must be a column, or {column: …, is: […]}'),
  },
);

/** Where a value comes from: the name of a column, or one of several kinds with their options. */
const Source = Type.Cyclic(
  {
    Source: Type.Union(
      [
        Type.String({ minLength: 1, maxLength: 300 }),
        Type.Object(
          {
            column: Type.Optional(Column('The value of a column.')),
            columns: Type.Optional(
              list(Column('Column.'), 'The values of columns that are not empty, joined.'),
            ),
            join: Type.Optional(Type.String({ description: 'Between joined values; a blank if left out.' })),
            value: Type.Optional(Type.Unknown({ description: 'The same value for every record.' })),
            file: Type.Optional(Column('Column with the name of an image file.')),
            folder: Type.Optional(text('Folder of the image files; the one of `images` if left out.', 1024)),
            ending: Type.Optional(text('Added to the name of the file, such as .jpg.', 20)),
            date: Type.Optional(DateFormat),
            codes: Type.Optional(
              Type.Record(Type.String(), Scalar, {
                description: 'Values of the column and what they become.',
                ...says('must be codes and their values, such as {M: 1, F: 2}'),
              }),
            ),
            otherwise: Type.Optional(Scalar),
            members: Type.Optional(
              Type.Record(Type.String(), Type.Ref('Source'), {
                description: 'The members of a map.',
                ...says('must be members and their sources'),
              }),
            ),
            items: Type.Optional(list(Type.Ref('Source'), 'The items of a list; empty ones are left out.')),
            split: Type.Optional(Column('Column with the items of a list.')),
            by: Type.Optional(text('What separates the items; a comma if left out.', 20)),
            within: Type.Optional(text('What separates the parts of one item.', 20)),
            item: Type.Optional(Type.Ref('Source')),
            part: Type.Optional(
              Type.Integer({
                description: 'In `item`: which part of an item, from 1.',
                minimum: 1,
                maximum: 20,
                ...says('must be a whole number from 1 to 20'),
              }),
            ),
            when: Type.Optional(When),
          },
          closed,
        ),
      ],
      {
        ...says(
          'must be a column, or say with column, columns, value, file, members, items or split where it is from',
        ),
      },
    ),
  },
  'Source',
);
export type Source = Static<typeof Source>;
export type DetailedSource = Exclude<Source, string>;

export const DELIMITERS = [',', ';', '\t', '|'] as const;

const Csv = Type.Object(
  {
    delimiter: Type.Optional(
      Type.Enum([...DELIMITERS], {
        description: 'Between cells; a comma if left out.',
        ...says('must be one of "," ";" "|" and "\\t" in double quotes'),
      }),
    ),
    encoding: Type.Optional(
      text('A label of the Encoding Standard, such as windows-1253 or shift_jis; utf-8 if left out.', 40),
    ),
  },
  closed,
);

/** The format of a map: what the columns of a CSV file are in a record. */
export const HolderMap = Type.Object(
  {
    documentType: Type.Optional(text('docType of all records; the mDL if left out.')),
    csv: Type.Optional(Csv),
    empty: Type.Optional(
      list(text('Such as NULL or 00/00/0000.'), 'Values that mean the same as an empty cell.'),
    ),
    dates: Type.Optional(DateFormat),
    images: Type.Optional(
      text('Folder of image files, relative to the map; its own folder if left out.', 1024),
    ),
    id: Source,
    elements: Type.Record(Type.String(), Source, {
      description: 'Where the elements come from, by identifier or namespace/identifier.',
      ...says('must be elements and their sources'),
    }),
  },
  closed,
);
export type HolderMap = Static<typeof HolderMap>;

/** The JSON Schema for editors: data/holders-map.schema.json. */
export const holderMapSchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Map of CSV columns to records for diptych holders import',
  ...HolderMap,
});
